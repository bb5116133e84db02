//! A summary that is a list, where an entry has no other list: its items are what was done, and are shown one by one. A wall of
//! thirty lines behind each other is read by nobody.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::Notes;
use super::markup::Clean;
use super::names::{Member, folded, is_blank};

/// Two items are a sentence.
const FEWEST: usize = 3;

/// Puts the items of such a text below the highlights, and its beginning under its own name. False where it is no list.
pub(super) fn read(
    within: &str,
    name: &str,
    value: &Value,
    said: &HashSet<&str>,
    read: &mut Map<String, Value>,
) -> bool {
    let is_place = matches!(within, "work" | "volunteer" | "projects")
        && matches!(name, "summary" | "description")
        && !said.contains("highlights")
        && !read.contains_key("highlights");
    let Some(text) = value.as_str().filter(|_| is_place) else { return false };
    let clean = Clean::of(text);
    let list = clean.list().filter(|(_, items)| items.len() >= FEWEST && !clean.is_less);
    let Some((begins, items)) = list else { return false };
    if !begins.is_empty() {
        read.insert(name.to_owned(), Value::String(begins));
    }
    read.insert("highlights".to_owned(), items.into_iter().map(Value::String).collect());
    true
}

/// A project has one text in the schema, and people tell it in two: what it is, and what was done.
pub(super) fn join_texts(source: &mut Vec<Member>, notes: &mut Notes) {
    let is = |it: &Member, name: &str| {
        folded(&it.name) == name && it.value.is_string() && !is_blank(&it.value)
    };
    if !source.iter().any(|it| is(it, "description")) {
        return;
    }
    let summary = source.extract_if(.., |it| is(it, "summary")).next();
    let (Some(summary), Some(held)) = (summary, source.iter_mut().find(|it| is(it, "description")))
    else {
        return;
    };
    let texts = [&held.value, &summary.value].map(|it| it.as_str().unwrap_or_default().trim());
    let joined = if texts[0] == texts[1] { texts[0].to_owned() } else { texts.join("\n\n") };
    held.value = Value::String(joined);
    notes.read(&summary.path);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn both_texts_of_a_project_are_read() {
        let reading = read(&json!({"projects": [
            {"name": "Moss", "description": "A key to mosses.", "summary": "Built it with two students."},
            {"name": "Fern", "summary": "A key to ferns."},
        ]}));
        let text =
            |at: usize| reading.tree["projects"][at]["description"].as_str().unwrap_or_default();
        assert_eq!(text(0), "A key to mosses.\n\nBuilt it with two students.");
        assert_eq!(text(1), "A key to ferns.");
        assert_eq!(reading.warnings, []);
    }

    #[test]
    fn a_list_in_a_summary_is_told_one_by_one() {
        let (a, b, c) = ("Drew the hall", "Built it with\ntwelve people", "Sold it");
        let list = format!("- {a}\n- {b}\n- {c}");
        for (summary, begins) in
            [(list.clone(), None), (format!("Planned a hall.\n\n{list}"), Some("Planned a hall."))]
        {
            let reading = read(&json!({"work": [{"name": "Hall", "summary": summary}]}));
            let entry = &reading.tree["work"][0];
            assert_eq!(entry["highlights"], json!([a, b, c]), "{summary}");
            assert_eq!(entry["summary"].as_str(), begins, "{summary}");
            assert_eq!(reading.warnings, [], "{summary}");
        }
        // What a line announces stays with it, and so does what stands beside other highlights.
        for entry in [
            json!({"summary": format!("What others did:\n{list}")}),
            json!({"summary": list, "highlights": ["Swept"]}),
            json!({"summary": "- Drew it\n- Sold it"}),
        ] {
            let reading = read(&json!({ "work": [entry] }));
            let shown = &reading.tree["work"][0];
            assert!(shown["summary"].as_str().is_some_and(|it| it.contains("Sold it")), "{entry}");
        }
    }
}
