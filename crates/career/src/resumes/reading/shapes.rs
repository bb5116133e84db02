//! Values that stand in another shape than the schema has for them.

use serde_json::{Map, Value, json};

/// A text: itself, a number, some texts, or the parts of a place.
pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(parts) => {
            let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
            let between = if PROSE.contains(&name) { "\n" } else { ", " };
            parts.map(|parts| parts.join(between))
        }
        Value::Object(parts) => {
            let named = |names: &[&str]| {
                let found = names.iter().filter_map(|name| parts.get(*name)?.as_str());
                let found: Vec<&str> = found.filter(|text| !text.trim().is_empty()).collect();
                (!found.is_empty()).then(|| found.join(", "))
            };
            match name {
                "location" => named(&["address", "city", "region", "country", "countryCode"]),
                _ => ["text", "description", "summary", "name", "title", "value"]
                    .iter()
                    .find_map(|name| named(&[name])),
            }
        }
        Value::Null | Value::Bool(_) => None,
    }
}

const PROSE: [&str; 3] = ["summary", "description", "reference"];

/// An object: itself, the only one of a list, or a place that is told in words.
pub(super) fn object(value: &Value, name: &str) -> Option<Map<String, Value>> {
    match value {
        Value::Object(members) => Some(members.clone()),
        Value::Array(items) => items.iter().find_map(Value::as_object).cloned(),
        Value::String(place) if name == "location" => json!({ "city": place }).as_object().cloned(),
        _ => None,
    }
}

/// The entries of a list: its items, one object alone, groups by name, or words behind each other.
pub(super) fn entries(value: &Value, name: &str) -> Option<Vec<Value>> {
    match value {
        Value::Array(items) => Some(items.clone()),
        // Groups by name are not JSON Resume, but what several editors write.
        Value::Object(groups) if name == "skills" && groups.values().all(Value::is_array) => {
            let group =
                |(name, keywords): (&String, &Value)| json!({ "name": name, "keywords": keywords });
            Some(groups.iter().map(group).collect())
        }
        Value::Object(_) => Some(vec![value.clone()]),
        Value::String(words) => Some(split(words).into_iter().map(Value::String).collect()),
        _ => None,
    }
}

/// One entry: itself, or a text that says what the entry is called.
pub(super) fn entry(value: &Value, list: &str) -> Option<Map<String, Value>> {
    match value {
        Value::Object(members) => Some(members.clone()),
        Value::Null => Some(Map::new()),
        Value::String(text) => {
            let called = match list {
                "languages" => "language",
                "awards" => "title",
                "education" => "institution",
                "volunteer" => "organization",
                "references" => "reference",
                "profiles" => "url",
                _ => "name",
            };
            Some(Map::from_iter([(called.to_owned(), Value::String(text.clone()))]))
        }
        _ => None,
    }
}

/// The texts of a list: its items, or a text by its lines, and by its commas where words are listed.
pub(super) fn texts(value: &Value, name: &str) -> Vec<Value> {
    match value {
        Value::Array(items) => items.clone(),
        Value::String(text) if name == "highlights" => {
            items(text).into_iter().map(Value::String).collect()
        }
        Value::String(words) => split(words).into_iter().map(Value::String).collect(),
        other => vec![other.clone()],
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
