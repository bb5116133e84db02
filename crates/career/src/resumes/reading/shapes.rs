//! Values that stand in another shape than the schema has for them. Each of these says to the notes which
//! places it has looked at.

use serde_json::{Map, Value};
use tailor::without_turns;

use super::Notes;
use super::names::{Member, folded, is_blank, is_own, members_of, name_of_parts};
use super::texts::split;
use super::{builders, contacts, groups};
use crate::resumes::schema::Form;
use crate::resumes::written::place_below;

/// A text: itself, a number, some texts, or the parts of a place or a name.
pub(super) fn text(value: &Value, name: &str, path: &str, notes: &mut Notes) -> Option<String> {
    let found = match value {
        Value::String(text) => Some((without_turns(text).into_owned(), vec![path.to_owned()])),
        Value::Number(number) => Some((number.to_string(), vec![path.to_owned()])),
        Value::Array(parts) => {
            let part = |part: &Value| match part {
                Value::String(text) => Some(without_turns(text).into_owned()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            let parts: Option<Vec<String>> = parts.iter().map(part).collect();
            let parts = parts.map(|parts| match PROSE.contains(&name) {
                true => parted(&parts),
                false => parts.join(", "),
            });
            parts.map(|text| (text, vec![path.to_owned()]))
        }
        Value::Object(parts) if name == "name" => {
            name_of_parts(parts, path).or_else(|| said_by(parts, &CALLED, 1, path))
        }
        Value::Object(parts) if PROSE.contains(&name) && parts.len() == 1 => {
            let only = parts.iter().next().filter(|(name, _)| is_about(name));
            let told = only.and_then(|(name, value)| Some((name, value.as_str()?)));
            let told = told.map(|(name, text)| {
                (without_turns(text).into_owned(), vec![place_below(path, name)])
            });
            told.or_else(|| said_by(parts, &SAYING, 1, path))
        }
        Value::Object(parts) if NAMED.contains(&name) => said_by(parts, &CALLED, 1, path),
        Value::Object(parts) if name == "location" => said_by(parts, &PLACE, PLACE.len(), path),
        Value::Object(parts) => said_by(parts, &SAYING, 1, path),
        Value::Null | Value::Bool(_) => None,
    };
    let (text, paths) = found?;
    paths.iter().for_each(|path| notes.read(path));
    Some(text)
}

pub(super) const PROSE: [&str; 3] = ["summary", "description", "reference"];
/// Members of an object that stands where a text should, and says it.
const SAYING: [&str; 9] =
    ["text", "description", "summary", "name", "title", "value", "highlight", "content", "label"];
/// The same of an object that stands where a name should.
const CALLED: [&str; 9] =
    ["name", "title", "label", "text", "value", "description", "summary", "content", "highlight"];
const NAMED: [&str; 9] = [
    "institution",
    "organization",
    "entity",
    "publisher",
    "issuer",
    "awarder",
    "position",
    "network",
    "language",
];
const PLACE: [&str; 5] = ["address", "city", "region", "country", "countryCode"];

/// Whether a member that stands alone in the place of a text is that text: `{"aboutme_desc": …}`.
fn is_about(name: &str) -> bool {
    let name = folded(name);
    ["desc", "description", "text", "content", "summary"].iter().any(|end| name.ends_with(end))
}

/// The first so many of these members that say something, with their places.
fn said_by(
    parts: &Map<String, Value>,
    names: &[&str],
    most: usize,
    path: &str,
) -> Option<(String, Vec<String>)> {
    let member = |name: &&str| parts.iter().find(|(known, _)| folded(known) == folded(name));
    let told = names.iter().filter_map(|name| {
        let (name, value) = member(name)?;
        // `{"Description": {"Code": "x", "Label": "Baker"}}`
        let label = || value.as_object()?.iter().find(|(name, _)| folded(name) == "label");
        let (place, text) = match value.as_str() {
            Some(text) => (place_below(path, name), text),
            None => {
                let (label, text) = label()?;
                (place_below(&place_below(path, name), label), text.as_str()?)
            }
        };
        Some((place, text))
    });
    let told: Vec<(String, &str)> =
        told.filter(|(_, text)| !text.trim().is_empty()).take(most).collect();
    let texts: Vec<_> = told.iter().map(|(_, text)| without_turns(text)).collect();
    let paths = told.iter().map(|(place, _)| place.clone()).collect();
    (!texts.is_empty()).then(|| (texts.join(", "), paths))
}

/// Whether a value tells in words where something is, and not by members that say what is what.
pub(super) fn is_place_in_words(value: &Value) -> bool {
    let is_text = |item: &Value| item.is_string() || item.is_number();
    is_text(value) || value.as_array().is_some_and(|items| items.iter().all(is_text))
}

/// Whether a text is a mark or some and nothing else.
pub(super) fn is_mark(text: &str) -> bool {
    let is_mark = |sign: char| {
        sign.is_whitespace()
            || sign.is_ascii_punctuation()
            || matches!(
                sign,
                '·' | '•'
                    | '▪'
                    | '●'
                    | '◦'
                    | '‣'
                    | '■'
                    | '►'
                    | '➢'
                    | '–'
                    | '—'
                    | '−'
                    | '…'
            )
            || matches!(sign, '。' | '、' | '，' | '；' | '：' | '・' | '／' | '－' | 'ー' | '？')
    };
    !text.trim().is_empty() && text.chars().all(is_mark)
}

/// Whether an item of a list is no more than a mark, or what a program makes of nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    is_mark(text) || matches!(text.trim(), "null" | "undefined" | "NaN" | "nil")
}

/// An object: itself, the only one of a list, or a place that is told in words.
pub(super) fn object(
    value: &Value,
    name: &str,
    path: &str,
    notes: &mut Notes,
) -> Option<Vec<Member>> {
    match value {
        Value::Object(members) => {
            // `{"Contact": {"AddressLine": …}}`
            let mut held = members.iter().filter(|_| name == "location" && members.len() == 1);
            match held.next().and_then(|(name, value)| Some((name, value.as_object()?))) {
                Some((within, held)) => Some(members_of(held, &place_below(path, within))),
                None => Some(members_of(members, path)),
            }
        }
        _ if name == "basics" => contacts::head(value, path, notes),
        Value::Array(_) if is_place_in_words(value) && name == "location" => {
            let words = text(value, name, path, &mut Notes::default())?;
            Some(vec![Member::new("city", path.to_owned(), Value::String(words))])
        }
        Value::Array(items) => {
            let mut objects = items.iter().enumerate();
            let (number, members) = objects.find_map(|(n, item)| Some((n, item.as_object()?)))?;
            Some(members_of(members, &format!("{path}[{number}]")))
        }
        Value::String(_) if name == "location" => {
            Some(vec![Member::new("city", path.to_owned(), value.clone())])
        }
        _ => None,
    }
}

/// An entry of a list, where it stands, and its members; none where it is nothing that can be read.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) path: String,
    pub(super) members: Option<Vec<Member>>,
    /// Whether it is another position of the entry before it.
    pub(super) is_further: bool,
}

/// The entries of a list: its items, one object alone, objects or texts by name, or words behind each
/// other.
pub(super) fn entries(
    value: &Value,
    list: &str,
    known: &[(&'static str, Form)],
    path: &str,
) -> Option<Vec<Listed>> {
    match value {
        Value::Array(items) => {
            let mut found = Vec::new();
            for (number, item) in items.iter().enumerate() {
                let path = format!("{path}[{number}]");
                let positions = item
                    .as_object()
                    .and_then(|entry| builders::positions_of(entry, list, known, &path));
                if let Some(positions) = positions {
                    found.extend(positions);
                    continue;
                }
                match item {
                    // A list within a list is just more of it.
                    Value::Array(inner) => {
                        let inner = inner.iter().enumerate();
                        found.extend(
                            inner.map(|(n, item)| entry(item, list, format!("{path}[{n}]"))),
                        );
                    }
                    Value::Object(members) if is_by_name(members, list, known, items.len()) => {
                        let named = by_name(members, list, known, &path);
                        found.extend(named.unwrap_or_else(|| vec![entry(item, list, path)]));
                    }
                    item => found.push(entry(item, list, path)),
                }
            }
            Some(found)
        }
        Value::Object(members)
            if builders::items_of(members)
                .is_some_and(|(name, _)| builders::is_history(name) || !has_texts(members)) =>
        {
            let (name, items) = builders::items_of(members)?;
            entries(&Value::Array(items.to_vec()), list, known, &place_below(path, name))
        }
        Value::Object(members) => {
            let is_entry = members.keys().any(|name| is_own(list, name, called(list), known));
            let named = (!is_entry).then(|| by_name(members, list, known, path)).flatten();
            Some(named.unwrap_or_else(|| vec![entry(value, list, path.to_owned())]))
        }
        Value::String(words) => {
            let word = |word: String| entry(&Value::String(word), list, path.to_owned());
            Some(split(words).into_iter().map(word).collect())
        }
        _ => None,
    }
}

/// Whether an object tells something itself, beside a list that it holds.
fn has_texts(members: &Map<String, Value>) -> bool {
    members.values().filter(|value| value.as_str().is_some_and(|it| !it.trim().is_empty())).count()
        > 1
}

/// Whether an item of a list is an entry under its name, as YAML has it: `- Languages: Go, Rust`. Several at once only
/// where there is nothing else, so that all entries keep their places.
fn is_by_name(
    members: &Map<String, Value>,
    list: &str,
    known: &[(&'static str, Form)],
    count: usize,
) -> bool {
    const GENERAL: [&str; 6] = ["items", "list", "values", "details", "skills", "keywords"];
    let is_member =
        |name: &String| is_own(list, name, called(list), known) || GENERAL.contains(&name.as_str());
    (members.len() == 1 || count == 1) && !members.keys().any(is_member)
}

/// Entries that stand under their names: `{"Acme": {"position": "Fitter"}}`, `{"Danish": "well"}`, and groups
/// of words.
fn by_name(
    members: &Map<String, Value>,
    list: &str,
    known: &[(&'static str, Form)],
    path: &str,
) -> Option<Vec<Listed>> {
    let called = called(list);
    if members.is_empty() || groups::are_members(members, list, known) {
        return None;
    }
    if let Some(flat) = groups::flattened(members, list) {
        return flat
            .iter()
            .map(|(place, it)| by_name(it, list, known, &format!("{path}{place}")))
            .try_fold(Vec::new(), |mut all, listed| {
                all.extend(listed?);
                Some(all)
            });
    }
    let mut said = members.values().filter(|value| !is_blank(value));
    let has = |name: &str| known.iter().any(|(known, _)| *known == name);
    let member_of = |value: &Value| match value {
        // Lists of objects are entries themselves, by language or by year.
        Value::Array(items) if !items.iter().all(Value::is_string) => None,
        Value::Array(_) if has("highlights") => Some("highlights"),
        Value::Array(_) if has("keywords") => Some("keywords"),
        Value::Object(_) => Some(""),
        Value::String(text) if list == "profiles" => {
            Some(if text.contains(['.', '/']) { "url" } else { "username" })
        }
        Value::String(_) | Value::Number(_) => match list {
            "languages" => Some("fluency"),
            "skills" if value.as_str().is_some_and(|text| text.contains([',', ';', '、'])) => {
                Some("keywords")
            }
            "skills" => Some("level"),
            "interests" => Some("keywords"),
            "references" => Some("reference"),
            "awards" => Some("summary"),
            _ => None,
        },
        _ => None,
    };
    if !said.all(|value| member_of(value).is_some()) {
        return None;
    }
    let listed = members.iter().map(|(name, value)| {
        let place = place_below(path, name);
        // What stands there under its name is not told apart from it in the document.
        let name_path = format!("{place}.{called}");
        let own = Member::new(called, name_path, Value::String(name.clone()));
        let is_number = name.chars().all(char::is_numeric);
        let members = match value {
            Value::Object(object) => {
                let mut members = members_of(object, &place);
                let says = |it: &Member| {
                    super::names::today(list, &it.name, &members, known) == called
                        && !is_blank(&it.value)
                };
                if !members.iter().any(says) && !is_number {
                    members.push(own);
                }
                members
            }
            // A name is enough: `{"Java": null}` is what some editors make of a list.
            value if is_blank(value) => vec![own],
            value => {
                let member = member_of(value).unwrap_or_default();
                vec![own, Member::new(member, place.clone(), value.clone())]
            }
        };
        Listed { path: place, members: Some(members), is_further: false }
    });
    Some(listed.collect())
}

/// What the name of an entry is called in a list.
fn called(list: &str) -> &'static str {
    match list {
        "languages" => "language",
        "awards" => "title",
        "education" => "institution",
        "volunteer" => "organization",
        "profiles" => "network",
        _ => "name",
    }
}

/// One entry: itself, or a text that says what the entry is called.
fn entry(value: &Value, list: &str, path: String) -> Listed {
    let members = match value {
        Value::Object(members) => Some(members_of(members, &path)),
        Value::Null => Some(Vec::new()),
        Value::String(_) => {
            let name = match list {
                "references" => "reference",
                "profiles" => "url",
                list => called(list),
            };
            Some(vec![Member::new(name, path.clone(), value.clone())])
        }
        _ => None,
    };
    Listed { path, members, is_further: false }
}

/// Texts behind each other as prose: each ends with a mark.
fn parted(texts: &[String]) -> String {
    let items: Vec<String> = texts.iter().map(|text| format!("\u{2022} {}", text.trim())).collect();
    items.join("\n")
}
