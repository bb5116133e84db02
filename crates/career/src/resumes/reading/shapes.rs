//! Values that stand in another shape than the schema has for them. Each of these says to the notes which
//! places it has looked at.

use serde_json::{Map, Value};
use tailor::without_turns;

use super::Notes;
use super::names::{Member, is_blank, is_own, members_of, name_of_parts};
use crate::resumes::schema::Form;

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
            let between = if PROSE.contains(&name) { "\n" } else { ", " };
            parts.map(|parts| (parts.join(between), vec![path.to_owned()]))
        }
        Value::Object(parts) if name == "name" => {
            name_of_parts(parts, path).or_else(|| said_by(parts, &SAYING, 1, path))
        }
        Value::Object(parts) if name == "location" => said_by(parts, &PLACE, PLACE.len(), path),
        Value::Object(parts) => said_by(parts, &SAYING, 1, path),
        Value::Null | Value::Bool(_) => None,
    };
    let (text, paths) = found?;
    paths.iter().for_each(|path| notes.read(path));
    Some(text)
}

const PROSE: [&str; 3] = ["summary", "description", "reference"];
/// Members of an object that stands where a text should, and says it.
const SAYING: [&str; 9] =
    ["text", "description", "summary", "name", "title", "value", "highlight", "content", "label"];
const PLACE: [&str; 5] = ["address", "city", "region", "country", "countryCode"];

/// The first so many of these members that say something, with their places.
fn said_by(
    parts: &Map<String, Value>,
    names: &[&str],
    most: usize,
    path: &str,
) -> Option<(String, Vec<String>)> {
    let told = names.iter().filter_map(|name| Some((*name, parts.get(*name)?.as_str()?)));
    let told: Vec<(&str, &str)> =
        told.filter(|(_, text)| !text.trim().is_empty()).take(most).collect();
    let texts: Vec<_> = told.iter().map(|(_, text)| without_turns(text)).collect();
    let paths = told.iter().map(|(name, _)| format!("{path}.{name}")).collect();
    (!texts.is_empty()).then(|| (texts.join(", "), paths))
}

/// An object: itself, the only one of a list, or a place that is told in words.
pub(super) fn object(value: &Value, name: &str, path: &str) -> Option<Vec<Member>> {
    match value {
        Value::Object(members) => Some(members_of(members, path)),
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
                match item {
                    // A list within a list is just more of it.
                    Value::Array(inner) => {
                        let inner = inner.iter().enumerate();
                        found.extend(
                            inner.map(|(n, item)| entry(item, list, format!("{path}[{n}]"))),
                        );
                    }
                    item => found.push(entry(item, list, path)),
                }
            }
            Some(found)
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

/// Entries that stand under their names: `{"Acme": {"position": "Fitter"}}`, `{"Danish": "well"}`, and groups
/// of words.
fn by_name(
    members: &Map<String, Value>,
    list: &str,
    known: &[(&'static str, Form)],
    path: &str,
) -> Option<Vec<Listed>> {
    let called = called(list);
    if members.is_empty() {
        return None;
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
            "skills" => Some("level"),
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
        let place = format!("{path}.{name}");
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
        Listed { path: place, members: Some(members) }
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
    Listed { path, members }
}

/// The texts of a list with their places: its items, or a text by its lines, and by its commas where words
/// are listed. Texts by name are none of these: `{"Not done": "Built Rome"}` says the opposite of its value.
pub(super) fn texts(value: &Value, name: &str, path: &str) -> Vec<(String, Value)> {
    let all = |texts: Vec<String>| {
        texts.into_iter().map(|text| (path.to_owned(), Value::String(text))).collect()
    };
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(number, item)| (format!("{path}[{number}]"), item.clone())).collect()
        }
        Value::String(text) if name == "highlights" => all(items(text)),
        Value::String(words) => all(split(words)),
        other => vec![(path.to_owned(), other.clone())],
    }
}

/// A text by the lines that surely begin something new: behind an empty line, with the mark of a list,
/// or behind a sentence that has ended. `Planned to`, `Lead 30 people` is one thing on two lines, and what a
/// line announces stays with it: `Planned to`, `- Lead 30 people`, `- Hire`.
fn items(text: &str) -> Vec<String> {
    const MARKS: [char; 9] = ['-', '–', '*', '•', '·', '▪', '●', '◦', '‣'];
    // A minus before a figure is no mark.
    let is_listed =
        |line: &str| line.strip_prefix(MARKS).is_some_and(|it| !it.starts_with(char::is_numeric));
    let mut found: Vec<String> = Vec::new();
    let (mut open, mut announced) = (false, false);
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            // A list may stand apart from what announces it.
            open &= announced || found.last().is_some_and(|last| last.ends_with(':'));
            continue;
        }
        let listed = is_listed(line);
        announced = match listed {
            true => announced || (open && found.last().is_some_and(|last| !is_listed(last))),
            false => announced && open,
        };
        match found.last_mut().filter(|_| announced || (open && !listed)) {
            Some(last) => {
                last.push('\n');
                last.push_str(line);
            }
            None => found.push(line.to_owned()),
        }
        open = !line.ends_with(['.', '!', '?', ';', '。']);
    }
    found
}

/// Words that are said of others, and are no skill.
const SAID_OF_OTHERS: [&str; 28] = [
    "no",
    "not",
    "never",
    "none",
    "without",
    "except",
    "excluding",
    "basic",
    "basics",
    "beginner",
    "learning",
    "novice",
    "nicht",
    "kein",
    "keine",
    "ohne",
    "außer",
    "pas",
    "sans",
    "sauf",
    "non",
    "sin",
    "salvo",
    "nunca",
    "ikke",
    "uden",
    "undtagen",
    "theory",
];

/// Words behind each other, where each is a single one: `Java, C#, Go`. In longer parts a word may be said
/// of all others (`Learning Java, Python`, `Java, Python for two weeks`), so such a text stays whole.
fn split(words: &str) -> Vec<String> {
    let whole = words.trim();
    let parts = whole.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    let is_single =
        |part: &&str| !part.contains(|c: char| c.is_whitespace() || "()[]{}:".contains(c));
    let says_more = |part: &&str| SAID_OF_OTHERS.contains(&part.to_lowercase().as_str());
    match parts.iter().all(is_single) && !parts.iter().any(says_more) {
        true => parts.into_iter().map(str::to_owned).collect(),
        false => vec![whole.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_commas_part_only_what_stands_apart() {
        assert_eq!(items("Planned to\nLead 30 people"), ["Planned to\nLead 30 people"]);
        assert_eq!(items("- Built it\n- Ran it\n  by night"), ["- Built it", "- Ran it\nby night"]);
        assert_eq!(items("Built it.\nRan it\n\nSold it"), ["Built it.", "Ran it", "Sold it"]);
        assert_eq!(split("Java, C#; Go"), ["Java", "C#", "Go"]);
        for whole in [
            "Java (not Kotlin, Scala), Go",
            "No Java, Python or C#",
            "Learning Java, Python",
            "Interested in Go, Rust",
            "Java, Python for two weeks",
            "None, Java",
        ] {
            assert_eq!(split(whole), [whole]);
        }
        for whole in [
            "Planned to\n- Lead 30 people\n- Hire",
            "What others did:\n\n- Led 30 people\n- Hired",
            "Changed margins by\n-8 % in a year",
        ] {
            assert_eq!(items(whole).len(), 1, "{whole}");
        }
        assert_eq!(items("Planned to\n- Lead.\nBuilt it."), ["Planned to\n- Lead.", "Built it."]);
        assert_eq!(split(" "), [""; 0]);
    }
}
