//! Texts that stand in a list, or in something that is meant as one.

use serde_json::{Map, Value};
use tailor::without_turns;

use super::Notes;
use super::bullets::without_bullet;
use super::names::{folded, is_blank};
use super::shapes::text;
use crate::resumes::written::place_below;

/// The texts of a list with their places: its items, or a text by its lines, and by its commas where words
/// are listed. Texts by name are each told with it: `{"Not done": "Built Rome"}` says the opposite of its value.
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
        Value::Object(members)
            if !is_told(members) && !members.keys().all(|it| is_language(it)) =>
        {
            let one = |(name, value): (&String, &Value)| {
                let by_name = Map::from_iter([(name.clone(), value.clone())]);
                (path.to_owned(), Value::Object(by_name))
            };
            members.iter().map(one).collect()
        }
        other => vec![(path.to_owned(), other.clone())],
    }
}

/// What an item of such a list is called where it is an object, and what it says.
const CALLED: [&str; 9] =
    ["title", "name", "label", "heading", "headline", "category", "key", "year", "date"];
const SAID: [&str; 20] = [
    "text",
    "description",
    "summary",
    "value",
    "highlight",
    "content",
    "detail",
    "details",
    "body",
    "point",
    "item",
    "bullet",
    "achievement",
    "task",
    "responsibility",
    "duty",
    "line",
    "keyword",
    "course",
    "tag",
];

/// The same in several languages is nothing that is told one by one.
fn is_language(name: &str) -> bool {
    const CODES: [&str; 10] = ["en", "de", "fr", "es", "it", "pt", "nl", "da", "zh", "ja"];
    CODES.contains(&name.get(..2).unwrap_or_default()) && (name.len() == 2 || name.len() == 5)
}

fn is_told(members: &Map<String, Value>) -> bool {
    let known = |name: &String| {
        let name = folded(name);
        CALLED.contains(&name.as_str()) || SAID.contains(&name.as_str())
    };
    members.keys().any(known)
}

/// A text of such a list. An object says it with what it is called: `{"title": "Roof", "description": "Mended it"}`, and so
/// does one with a single member of its own name, which is what YAML makes of `- Roof: mended it`.
pub(super) fn item(value: &Value, name: &str, path: &str, notes: &mut Notes) -> Option<String> {
    let Value::Object(members) = value else { return text(value, name, path, notes) };
    let mut members = members.iter();
    let told = match value.as_object().is_some_and(is_told) {
        true => {
            let mut find = |names: &[&str]| {
                let said = value.as_object().into_iter().flatten();
                let mut said = said.filter(|(name, value)| {
                    !is_blank(value) && names.contains(&folded(name).as_str())
                });
                let (name, value) = said.next()?;
                text(value, name, &place_below(path, name), notes)
            };
            let (called, said) = (find(&CALLED), find(&SAID));
            match (called, said) {
                (Some(called), Some(said)) => Some(with_name(&called, &said)),
                (one, other) => one.or(other),
            }
        }
        false => match (members.next(), members.next()) {
            (Some((name, value)), None) => {
                let said = flat(value)?;
                notes.read(path);
                Some(if said.is_empty() { name.clone() } else { with_name(name, &said) })
            }
            _ => None,
        },
    };
    told.map(|told| without_turns(&told).into_owned())
}

fn with_name(name: &str, said: &str) -> String {
    let name = name.trim();
    match name.ends_with([':', '：', '.', '?', '!']) {
        true => format!("{name} {said}"),
        false => format!("{name}: {said}"),
    }
}

/// A text, a number, or some of them behind each other; empty where nothing is said.
fn flat(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let all: Option<Vec<String>> =
                items.iter().filter(|item| !item.is_array()).map(flat).collect();
            let all = all.filter(|all| all.len() == items.len())?;
            let all: Vec<String> = all.into_iter().filter(|text| !text.is_empty()).collect();
            // Words are listed, and sentences parted.
            let are_words = all.iter().all(|text| !text.contains(char::is_whitespace));
            Some(all.join(if are_words { ", " } else { "; " }))
        }
        _ => None,
    }
}

/// A text by the lines that surely begin something new: behind an empty line, with the mark of a list,
/// or behind a sentence that has ended. `Planned to`, `Lead 30 people` is one thing on two lines, and what a
/// line announces stays with it: `Planned to`, `- Lead 30 people`, `- Hire`.
fn items(text: &str) -> Vec<String> {
    // A minus before a figure is no mark.
    let is_listed = |line: &str| {
        let rest = line.strip_prefix(['-', '–', '*']).or_else(|| without_bullet(line));
        rest.is_some_and(|it| !it.starts_with(char::is_numeric))
    };
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
pub(super) fn split(words: &str) -> Vec<String> {
    let whole = words.trim();
    let parts = whole
        .split([',', ';', '\n', '、', '，', '；'])
        .map(str::trim)
        .filter(|part| !part.is_empty());
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
