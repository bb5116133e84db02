//! What members are called: in the schema, in its first version, and by people who have never seen it.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::Notes;
use super::aliases::OTHERS;
use super::builders::is_account;
use super::contacts;
use super::dates::is_not_told;
use super::formats;
use super::translations::{ABROAD, DATED, ENDS, STARTS};
use crate::resumes::schema::{DOCUMENT, Form};
use crate::resumes::written::place_below;

/// A member of an object of the document.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    /// Where it stands, such as `document.work[0].name`.
    pub(super) path: String,
    pub(super) value: Value,
}

impl Member {
    pub(super) fn new(name: &str, path: String, value: Value) -> Self {
        Self { name: name.to_owned(), path, value }
    }
}

pub(super) fn members_of(object: &Map<String, Value>, path: &str) -> Vec<Member> {
    let member = |(name, value): (&String, &Value)| {
        Member::new(name, place_below(path, name), value.clone())
    };
    object.iter().map(member).collect()
}

/// The parts of a name, in the order in which they are said.
const PARTS_OF_NAME: [&[&str]; 3] = [
    &[
        "firstname",
        "fname",
        "givenname",
        "forename",
        "first",
        "given",
        "vorname",
        "prénom",
        "prenom",
        "voornaam",
        "fornavn",
    ],
    &["middlename", "middle", "mname"],
    &[
        "lastname",
        "lname",
        "familyname",
        "surname",
        "last",
        "family",
        "nachname",
        "surnames",
        "lastnames",
        "familienname",
        "nomdefamille",
        "apellido",
        "apellidos",
        "cognome",
        "sobrenome",
        "achternaam",
        "efternavn",
    ],
];

/// Documents that stand within another one.
const WRAPPINGS: [&str; 16] = [
    "resume",
    "cv",
    "jsonresume",
    "data",
    "document",
    "result",
    "payload",
    "attributes",
    "content",
    "skillspassport",
    "learnerinfo",
    "candidate",
    "europass",
    "resumedata",
    "cvdata",
    "structureddata",
];

/// A name as it is compared.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name in the schema that a name stands for, whatever else the document has.
pub(super) fn meant(
    within: &str,
    name: &str,
    known: &[(&'static str, Form)],
) -> Option<&'static str> {
    let folded = folded(name);
    let same = known.iter().map(|(known, _)| *known).find(|known| self::folded(known) == folded);
    same.or_else(|| {
        let others = OTHERS.iter().filter(|(inside, ..)| *inside == within);
        let mut others = others.filter(|(_, _, others)| others.contains(&folded.as_str()));
        others.next().map(|(_, today, _)| *today).or_else(|| abroad(within, &folded))
    })
}

/// The same in other languages, by where it is said and how it is written.
static ELSEWHERE: LazyLock<HashMap<(&str, &str), &str>> = LazyLock::new(|| {
    let dated = DATED.iter().flat_map(|list| {
        let starts = [STARTS, formats::STARTS].map(|names| (*list, "startDate", names));
        let ends = [ENDS, formats::ENDS].map(|names| (*list, "endDate", names));
        starts.into_iter().chain(ends)
    });
    let all = ABROAD.iter().chain(formats::FORMATS).copied().chain(dated);
    let mut found = HashMap::new();
    for (within, today, names) in all {
        for name in names.split_whitespace() {
            found.entry((within, name)).or_insert(today);
        }
    }
    found
});

fn abroad(within: &str, folded: &str) -> Option<&'static str> {
    ELSEWHERE.get(&(within, folded)).copied()
}

/// The section that a member of a document is, by any of its names.
pub fn section_of(name: &str) -> Option<&'static str> {
    meant("", name, DOCUMENT)
}

/// What a member is called today. Where today's name is taken, the other one is just another member.
pub(super) fn today<'a>(
    within: &str,
    name: &'a str,
    source: &[Member],
    known: &[(&'static str, Form)],
) -> &'a str {
    let is_taken =
        |today: &str| source.iter().any(|member| member.name == today && !is_blank(&member.value));
    // `note` is a grade to some and a remark to others.
    let is_prose = |member: &Member| {
        member.name == name && member.value.as_str().is_some_and(|text| text.len() > LONGEST_SCORE)
    };
    let meant = match meant(within, name, known) {
        Some("score") if name != "score" && source.iter().any(is_prose) => Some("courses"),
        // Beside words of a group, a description is none of them.
        Some("keywords")
            if within == "skills" && folded(name) == "description" && is_taken("keywords") =>
        {
            None
        }
        // Beside the name of a school, a name is that of what was learnt there.
        Some("institution") if folded(name) == "name" && tells_school(source) => {
            Some("area").filter(|area| !is_taken(area))
        }
        meant => meant,
    };
    match meant {
        Some(today) if today == name || is_several(today, known) || !is_taken(today) => today,
        _ => name,
    }
}

fn tells_school(source: &[Member]) -> bool {
    let mut others = source.iter().filter(|member| folded(&member.name) != "name");
    others.any(|member| {
        let name = folded(&member.name);
        (name == "institution" || meant("education", &name, &[]) == Some("institution"))
            && !is_blank(&member.value)
    })
}

/// Of a grade, with what it is out of.
const LONGEST_SCORE: usize = 24;

/// Whether a member can hold more than one thing, so that all its names are read.
fn is_several(today: &str, known: &[(&'static str, Form)]) -> bool {
    let form = known.iter().find(|(name, _)| *name == today).map(|(_, form)| form);
    matches!(form, Some(Form::List(_) | Form::Texts)) || today == "phone"
}

/// Whether a value under a second name adds to what was read under the first. A text is not taken for an entry: it may
/// say something of all of them.
pub(super) fn adds_to(today: &str, form: Form, value: &Value) -> bool {
    match form {
        Form::List(_) => {
            value.is_array()
                || value.is_object()
                || (value.is_string() && matches!(today, "skills" | "languages" | "interests"))
        }
        Form::Texts => !matches!(value, Value::Bool(_) | Value::Null),
        _ => today == "phone",
    }
}

/// Members in the order in which they are read: what the schema calls by another name comes behind what it calls so,
/// where both are lists of the same. So entries keep their places.
pub(super) fn in_order(
    source: Vec<Member>,
    within: &str,
    known: &[(&'static str, Form)],
) -> Vec<Member> {
    let adds = |member: &Member| {
        meant(within, &member.name, known)
            .is_some_and(|it| it != member.name && is_several(it, known))
    };
    let (behind, mut found): (Vec<Member>, Vec<Member>) = source.into_iter().partition(adds);
    found.extend(behind);
    found
}

/// What is said, by the names of today.
pub(super) fn said_today<'a>(
    within: &str,
    source: &'a [Member],
    known: &[(&'static str, Form)],
) -> HashSet<&'a str> {
    let said = source.iter().filter_map(|member| {
        let today = today(within, &member.name, source, known);
        (!says_none(today, &member.value)).then_some(today)
    });
    said.collect()
}

/// Whether a member says nothing. A sign in the place of a date says no date.
pub(super) fn says_none(today: &str, value: &Value) -> bool {
    let is_sign = || value.as_str().is_some_and(is_not_told);
    is_blank(value) || (matches!(today, "startDate" | "endDate") && is_sign())
}

/// Whether a name is surely that of a member, and not of an entry: `{"Tools": ["hammer"]}` is no entry of a list
/// of skills.
pub(super) fn is_own(
    within: &str,
    name: &str,
    called: &str,
    known: &[(&'static str, Form)],
) -> bool {
    let folded = folded(name);
    known.iter().any(|(known, _)| self::folded(known) == folded)
        || meant(within, name, known) == Some(called)
}

pub(super) fn is_known(within: &str, name: &str, known: &[(&'static str, Form)]) -> bool {
    meant(within, name, known).is_some()
}

/// The document itself, or the one within it, at most so many steps below.
pub(super) fn unwrapped(document: &Map<String, Value>) -> (String, &Map<String, Value>) {
    within(document, "document", 4).unwrap_or_else(|| ("document".to_owned(), document))
}

fn within<'a>(
    object: &'a Map<String, Value>,
    path: &str,
    steps: usize,
) -> Option<(String, &'a Map<String, Value>)> {
    let is_wrapping = |name: &str| WRAPPINGS.contains(&folded(name).as_str());
    let has_sections = object.iter().any(|(name, value)| {
        if (value.is_object() || value.is_array()) && folded(name) == "sections" {
            return true;
        }
        (value.is_object() || value.is_array())
            && !is_wrapping(name)
            && section_of(name).is_some_and(|it| !matches!(it, "$schema" | "meta"))
    });
    if has_sections {
        return Some((path.to_owned(), object));
    }
    let inner = object.iter().filter(|(name, _)| steps > 0 && is_wrapping(name));
    let mut inner = inner.filter_map(|(name, value)| Some((name, value.as_object()?)));
    inner.find_map(|(name, inner)| within(inner, &place_below(path, name), steps - 1))
}

/// The members of the document that belong to its head: `name` and `email` beside `work`. They are taken
/// out of the others.
pub(super) fn of_the_head(source: &mut Vec<Member>, known: &[(&'static str, Form)]) -> Vec<Member> {
    let belongs = |member: &mut Member| {
        let is_one = |value: &Value| {
            value.is_object() || value.as_array().is_some_and(|it| it.iter().any(Value::is_object))
        };
        let is_part = folded_part(&member.name).is_some();
        let meant = meant("", &member.name, DOCUMENT);
        // `profile` may be the whole head, or a text about the person.
        let is_section = meant.is_some_and(|it| it != "basics" || is_one(&member.value));
        let is_known = is_part || is_account(member) || is_known("basics", &member.name, known);
        contacts::holds_contacts(member) || (!is_section && is_known)
    };
    source.extract_if(.., belongs).collect()
}

/// What a member beside the head says in it.
pub(super) fn said_in_head(name: &str, known: &[(&'static str, Form)]) -> &'static str {
    match folded_part(name) {
        Some(_) => "name",
        None => meant("basics", name, known).unwrap_or_default(),
    }
}

fn folded_part(name: &str) -> Option<usize> {
    let folded = folded(name);
    PARTS_OF_NAME.iter().position(|names| names.contains(&folded.as_str()))
}

/// A name that is told in parts as one.
pub(super) fn join_name(
    source: &mut Vec<Member>,
    known: &[(&'static str, Form)],
    notes: &mut Notes,
) {
    let says_name = |member: &Member| {
        meant("basics", &member.name, known) == Some("name") && !is_blank(&member.value)
    };
    // Beside a last name `nome` is the first one, and beside `prénom` the `nom` is the last.
    let has_part = |at: usize| {
        source
            .iter()
            .any(|member| folded_part(&member.name) == Some(at) && !is_blank(&member.value))
    };
    let lacking = match (has_part(0), has_part(2)) {
        (true, false) => Some("lastname"),
        (false, true) => Some("firstname"),
        _ => None,
    };
    let is_short = |member: &Member| {
        matches!(folded(&member.name).as_str(), "nom" | "nome" | "nombre" | "naam" | "navn")
    };
    if let (Some(lacking), Some(member)) = (lacking, source.iter_mut().find(|it| is_short(it))) {
        member.name = lacking.to_owned();
    }
    call_first(source, lacking);
    if source.iter().any(says_name) {
        return;
    }
    let is_part = |member: &Member| folded_part(&member.name).is_some() && member.value.is_string();
    let mut parts: Vec<Member> = source.extract_if(.., |member| is_part(member)).collect();
    parts.sort_by_key(|member| folded_part(&member.name));
    if let Some(first) = parts.first().map(|member| member.path.clone()) {
        parts.iter().for_each(|member| notes.read(&member.path));
        source.push(Member::new("name", first, Value::String(whole(&parts))));
    }
}

/// Beside surnames that it does not have, a name is the first one.
fn call_first(source: &mut [Member], lacking: Option<&str>) {
    let text = |member: &Member| member.value.as_str().unwrap_or_default().to_lowercase();
    let last = source.iter().find(|member| folded_part(&member.name) == Some(2)).map(text);
    let Some(last) = last.filter(|last| lacking == Some("firstname") && !last.trim().is_empty())
    else {
        return;
    };
    let is_first = |member: &&mut Member| {
        let name = text(member);
        folded(&member.name) == "name" && !name.is_empty() && !name.contains(last.trim())
    };
    if let Some(member) = source.iter_mut().find(is_first) {
        member.name = "firstname".to_owned();
    }
}

fn whole(parts: &[Member]) -> String {
    let texts = parts.iter().filter_map(|member| member.value.as_str()).map(str::trim);
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A name that is told as an object of its parts, and which parts those are.
pub(super) fn name_of_parts(
    object: &Map<String, Value>,
    path: &str,
) -> Option<(String, Vec<String>)> {
    let mut parts = members_of(object, path);
    parts.retain(|member| folded_part(&member.name).is_some() && member.value.is_string());
    parts.sort_by_key(|member| folded_part(&member.name));
    let name = whole(&parts);
    (!name.is_empty()).then(|| (name, parts.into_iter().map(|member| member.path).collect()))
}

pub(super) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}
