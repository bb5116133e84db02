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
/// or behind a sentence that has ended. `Planned to`, `Lead 30 people` is one thing on two lines.
fn items(text: &str) -> Vec<String> {
    const MARKS: [char; 9] = ['-', '–', '*', '•', '·', '▪', '●', '◦', '‣'];
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            open = false;
            continue;
        }
        match found.last_mut().filter(|_| open && !line.starts_with(MARKS)) {
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

/// Words behind each other. Not within brackets, and not where one word may be said of all that
/// follow: `no Java, Python`.
fn split(words: &str) -> Vec<String> {
    const OF_ALL: [&str; 22] = [
        "no",
        "not",
        "never",
        "without",
        "except",
        "excluding",
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
        "basic",
    ];
    let lower = words.to_lowercase();
    let mut each = lower.split(|c: char| !c.is_alphanumeric());
    if each.any(|word| OF_ALL.contains(&word)) {
        let whole = words.trim();
        return if whole.is_empty() { Vec::new() } else { vec![whole.to_owned()] };
    }
    let mut depth = 0_i32;
    let parts = words.split(|c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth <= 0 && matches!(c, ',' | ';' | '\n')
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
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
        assert_eq!(split("Java (not Kotlin, Scala), Go").len(), 1);
        assert_eq!(split("Java (8, 11), Go"), ["Java (8, 11)", "Go"]);
        assert_eq!(split("No Java, Python or C#"), ["No Java, Python or C#"]);
        assert_eq!(split(" "), [""; 0]);
    }
}
