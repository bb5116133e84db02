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
            text.lines().filter(|line| !line.trim().is_empty()).map(Value::from).collect()
        }
        Value::String(words) => split(words).into_iter().map(Value::String).collect(),
        other => vec![other.clone()],
    }
}

fn split(words: &str) -> Vec<String> {
    let parts = words.split([',', ';', '\n']).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
