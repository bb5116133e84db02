//! Files that hold a list at the top: one document in a list, or sections one below the other, each with its title and what it
//! holds, as pages of scholars have them (`- title: Experience`, `contents: [{title, institution, year}]`).

use serde_json::{Map, Value, json};

use crate::resumes::reading::section_of;

const TITLES: [&str; 5] = ["title", "section", "heading", "name", "h1"];
const CONTENTS: [&str; 6] = ["contents", "content", "items", "entries", "list", "ul"];
/// Sections whose entries have a beginning and an end.
const TIMED: [&str; 4] = ["work", "volunteer", "education", "projects"];

/// The document that a list is; none where it is neither.
pub(super) fn document_of(list: &[Value]) -> Option<Value> {
    if let [only] = list
        && only.as_object()?.keys().any(|name| section_of(name).is_some())
    {
        return Some(only.clone());
    }
    let mut document = Map::new();
    for section in list {
        let section = section.as_object()?;
        let title = find(section, &TITLES)?.as_str()?;
        let contents = find(section, &CONTENTS)?;
        put(&mut document, title, contents);
    }
    (!document.is_empty()).then_some(Value::Object(document))
}

fn find<'a>(members: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| members.get(*name))
}

fn put(document: &mut Map<String, Value>, title: &str, contents: &Value) {
    let pairs = contents.as_array().map(|items| items.iter().map(pair).collect::<Option<Vec<_>>>());
    if let Some(Some(pairs)) = pairs.filter(|pairs| pairs.as_ref().is_some_and(|it| !it.is_empty()))
    {
        return head(document, title, pairs);
    }
    let Some(section) = section_named(title) else {
        document.insert(title.to_owned(), contents.clone());
        return;
    };
    let entries = match contents {
        Value::Array(items) => items.iter().flat_map(|item| entries(item, section)).collect(),
        text if section == "basics" => {
            document.insert(title.to_owned(), text.clone());
            return;
        }
        other => vec![other.clone()],
    };
    let held = document.entry(section).or_insert_with(|| json!([]));
    if let Some(held) = held.as_array_mut() {
        held.extend(entries);
    }
}

/// `{"name": "Full Name", "value": "Ada"}`
fn pair(item: &Value) -> Option<(&str, &Value)> {
    let item = item.as_object()?;
    Some((item.get("name")?.as_str()?, item.get("value")?))
}

/// What is told by name and value is the head, or says so by its title.
fn head(document: &mut Map<String, Value>, title: &str, pairs: Vec<(&str, &Value)>) {
    if let Some(section @ ("skills" | "languages" | "interests")) = section_named(title) {
        let named: Map<String, Value> =
            pairs.into_iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
        document.insert(section.to_owned(), Value::Object(named));
        return;
    }
    for (name, value) in pairs {
        match section_of(name) {
            Some(section) if !matches!(section, "basics" | "meta" | "$schema") => {
                document.entry(section).or_insert_with(|| value.clone());
            }
            _ => {
                let basics = document.entry("basics").or_insert_with(|| json!({}));
                if let Some(basics) = basics.as_object_mut() {
                    basics.entry(name).or_insert_with(|| value.clone());
                }
            }
        }
    }
}

/// The section of a title of several words: `Honors and Awards`, `Academic Interests`.
fn section_named(title: &str) -> Option<&'static str> {
    let is_list = |section: &&str| !matches!(*section, "meta" | "$schema");
    let words = title.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let last = || words.iter().rev().filter_map(|word| section_of(word)).find(is_list);
    section_of(title).filter(is_list).or_else(last)
}

/// The entries of a section that an item of it tells.
fn entries(item: &Value, section: &str) -> Vec<Value> {
    let Some(members) = item.as_object() else { return vec![item.clone()] };
    let items = members.get("items").and_then(Value::as_array);
    let year = members.get("year").filter(|_| !members.contains_key("title"));
    // A year with all that was won in it.
    if let (Some(items), Some(year), false) = (items, year, TIMED.contains(&section)) {
        let one = |item: &Value| json!({"title": item, "date": year});
        return items.iter().map(one).collect();
    }
    if !TIMED.contains(&section) {
        return vec![item.clone()];
    }
    let mut entry = Map::new();
    for (name, value) in members {
        match (name.as_str(), value) {
            ("year", value) => drop(entry.insert("period".to_owned(), value.clone())),
            ("description" | "items" | "contents", Value::Array(items))
                if section != "education" =>
            {
                let items = items.iter().map(flat).collect();
                entry.insert("highlights".to_owned(), Value::Array(items));
            }
            ("description", Value::Array(items)) => {
                let items = items.iter().map(flat).collect();
                entry.insert("courses".to_owned(), Value::Array(items));
            }
            (name, value) => drop(entry.insert(name.to_owned(), value.clone())),
        }
    }
    vec![Value::Object(entry)]
}

/// A title with what stands below it, as one text.
fn flat(item: &Value) -> Value {
    let told = item.as_object().and_then(|members| {
        let title = find(members, &TITLES)?.as_str()?;
        let below = find(members, &CONTENTS)?.as_array()?;
        let below: Option<Vec<&str>> = below.iter().map(Value::as_str).collect();
        Some(format!("{title}: {}", below?.join("; ")))
    });
    told.map_or_else(|| item.clone(), Value::String)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_one_below_the_other_are_a_document() {
        let list = json!([
            {"title": "General Information", "type": "map", "contents": [
                {"name": "Full Name", "value": "Ada Muster"}, {"name": "Languages", "value": "English, German"}]},
            {"title": "Experience", "type": "time_table", "contents": [
                {"title": "Clerk", "institution": "Post", "year": "2009 - 2011",
                 "description": ["Sorted letters.", {"title": "Side", "contents": ["Stamps", "Scales"]}]}]},
            {"title": "Education", "type": "time_table", "contents": [
                {"title": "PhD", "institution": "University of Chur", "year": 2005, "description": ["On stamps"]}]},
            {"title": "Honors and Awards", "type": "time_table", "contents": [
                {"year": 2021, "items": ["Golden Stamp", "Silver Scale"]}]},
            {"title": "Academic Interests", "type": "nested_list", "contents": [
                {"title": "Paper", "items": ["Gum", "Ink"]}]},
            {"title": "Other Interests", "type": "list", "contents": ["Chess"]},
        ]);
        let document = document_of(list.as_array().unwrap()).unwrap();
        let expected = json!({
            "basics": {"Full Name": "Ada Muster"},
            "languages": "English, German",
            "work": [{"title": "Clerk", "institution": "Post", "period": "2009 - 2011",
                      "highlights": ["Sorted letters.", "Side: Stamps; Scales"]}],
            "education": [{"title": "PhD", "institution": "University of Chur", "period": 2005, "courses": ["On stamps"]}],
            "awards": [{"title": "Golden Stamp", "date": 2021}, {"title": "Silver Scale", "date": 2021}],
            "interests": [{"title": "Paper", "items": ["Gum", "Ink"]}, "Chess"],
        });
        assert_eq!(document, expected);
        let one = json!([{"basics": {"name": "Ada"}, "work": []}]);
        assert_eq!(document_of(one.as_array().unwrap()), Some(one[0].clone()));
        for other in [json!([]), json!(["a"]), json!([{"x": 1}]), json!([{"title": "Work"}])] {
            assert_eq!(document_of(other.as_array().unwrap()), None, "{other}");
        }
    }
}
