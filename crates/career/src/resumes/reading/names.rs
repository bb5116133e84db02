//! What members are called: in the schema, in its first version, and by people who have never seen it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::Notes;
use super::aliases::OTHERS;
use crate::resumes::schema::{DOCUMENT, Form};

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
        Member::new(name, format!("{path}.{name}"), value.clone())
    };
    object.iter().map(member).collect()
}

/// The parts of a name, in the order in which they are said.
const PARTS_OF_NAME: [&[&str]; 3] = [
    &["firstname", "givenname", "forename", "first", "given"],
    &["middlename", "middle"],
    &["lastname", "familyname", "surname", "last", "family"],
];

/// Documents that stand within another one.
const WRAPPINGS: [&str; 4] = ["resume", "cv", "jsonresume", "data"];

/// A name as it is compared.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name in the schema that a name stands for, whatever else the document has.
fn meant(within: &str, name: &str, known: &[(&'static str, Form)]) -> Option<&'static str> {
    let folded = folded(name);
    let same = known.iter().map(|(known, _)| *known).find(|known| self::folded(known) == folded);
    same.or_else(|| {
        let others = OTHERS.iter().filter(|(inside, ..)| *inside == within);
        let mut others = others.filter(|(_, _, others)| others.contains(&folded.as_str()));
        others.next().map(|(_, today, _)| *today)
    })
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
    match meant(within, name, known) {
        Some(today) if today == name || !is_taken(today) => today,
        _ => name,
    }
}

/// What is said, by the names of today.
pub(super) fn said_today<'a>(
    within: &str,
    source: &'a [Member],
    known: &[(&'static str, Form)],
) -> HashSet<&'a str> {
    let said = source.iter().filter(|member| !is_blank(&member.value));
    said.map(|member| today(within, &member.name, source, known)).collect()
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

fn is_known(within: &str, name: &str, known: &[(&'static str, Form)]) -> bool {
    meant(within, name, known).is_some()
}

/// The document itself, or the one within it.
pub(super) fn unwrapped(document: &Map<String, Value>) -> (String, &Map<String, Value>) {
    let has_sections = |object: &Map<String, Value>| {
        object.iter().any(|(name, value)| {
            (value.is_object() || value.is_array())
                && !WRAPPINGS.contains(&folded(name).as_str())
                && meant("", name, DOCUMENT).is_some_and(|it| !matches!(it, "$schema" | "meta"))
        })
    };
    if !has_sections(document) {
        for (name, value) in document {
            if let Some(inner) = value.as_object()
                && WRAPPINGS.contains(&folded(name).as_str())
                && has_sections(inner)
            {
                return (format!("document.{name}"), inner);
            }
        }
    }
    ("document".to_owned(), document)
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
        !is_section && (is_part || is_known("basics", &member.name, known))
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
