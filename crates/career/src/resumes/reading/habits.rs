//! What people do with entries that the schema does not know: tags among the highlights, the same
//! thing twice, the end of a certificate. Whatever goes leaves an empty place, so that all others keep
//! theirs.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::Notes;
use super::alike::{alike, alike_entry};
use super::names::{folded, is_blank};
use super::unspaced::tells_a_deed;
use crate::resumes::written::place_below;

const LISTS: [&str; 11] = [
    "work",
    "volunteer",
    "projects",
    "education",
    "certificates",
    "awards",
    "publications",
    "skills",
    "languages",
    "interests",
    "references",
];

pub(super) fn read(document: &mut Map<String, Value>, notes: &mut Notes) {
    for list in LISTS {
        let Some(entries) = document.get_mut(list).and_then(Value::as_array_mut) else { continue };
        let mut known = HashSet::new();
        for (number, entry) in entries.iter_mut().enumerate() {
            let path = notes.entry(list, number);
            let Some(members) = entry.as_object_mut() else { continue };
            if matches!(list, "work" | "volunteer" | "projects") {
                untag(members, &path, notes);
            }
            if list == "certificates" {
                certificate(members, &path, notes);
            }
            once(members, &path, notes);
            // Compared when tags are taken out and repetitions are gone, or two that say the same
            // would differ.
            if !members.is_empty() && !known.insert(alike_entry(members)) {
                notes.add(&path, SAID_BEFORE);
                members.clear();
            }
        }
    }
    profiles(document, notes);
}

/// What people tell of a certificate, and the schema has no member for.
fn certificate(members: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    const ENDS: [&str; 6] =
        ["enddate", "validuntil", "expires", "expirydate", "expirationdate", "expiry"];
    const NUMBERS: [&str; 7] = [
        "licensenumber",
        "licencenumber",
        "credentialid",
        "certificatenumber",
        "certificationnumber",
        "registrationnumber",
        "number",
    ];
    let is_one_of = |names: &[&str], name: &str| names.contains(&folded(name).as_str());
    let ends: Vec<String> = members.keys().filter(|it| is_one_of(&ENDS, it)).cloned().collect();
    for name in ends {
        let told = members.remove(&name).is_some_and(|value| !is_blank(&value));
        if told {
            notes.add(&place_below(path, &name), "is not shown: a certificate has one date");
        }
    }
    let number = members.iter().find(|(name, value)| {
        is_one_of(&NUMBERS, name) && (value.is_string() || value.is_number()) && !is_blank(value)
    });
    let Some((member, number)) = number.map(|(name, value)| (name.clone(), value.clone())) else {
        return;
    };
    // With a word before it, so that nobody takes it for something to be dialled.
    let number = number.as_str().map_or_else(|| number.to_string(), |text| text.trim().to_owned());
    if let Some(Value::String(name)) = members.get_mut("name").filter(|name| !is_blank(name)) {
        name.push_str(&format!(" (ID {number})"));
        notes.read(&place_below(path, &member));
        members.remove(&member);
    }
}

const SAID_BEFORE: &str = "says what an entry before it says and is shown once";

/// The same account twice.
fn profiles(document: &mut Map<String, Value>, notes: &mut Notes) {
    let basics = document.get_mut("basics").and_then(|it| it.get_mut("profiles"));
    let mut known = HashSet::new();
    for (number, profile) in basics.and_then(Value::as_array_mut).into_iter().flatten().enumerate()
    {
        let path = notes.entry("profiles", number);
        let Some(members) = profile.as_object_mut() else { continue };
        if !members.is_empty() && !known.insert(alike_entry(members)) {
            notes.add(&path, SAID_BEFORE);
            members.clear();
        }
    }
}

/// Highlights that are words to be found by become the entry's keywords.
fn untag(entry: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    let Some(highlights) = entry.get_mut("highlights").and_then(Value::as_array_mut) else {
        return;
    };
    let texts: Vec<String> =
        highlights.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let told: Vec<&str> =
        texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    let single = told.iter().filter(|text| !text.contains(char::is_whitespace)).count();
    // Two at least, all of them tags, and half of them single words: one short highlight is just a
    // short highlight.
    if told.len() < 2 || !told.iter().all(|text| is_tag(text)) || single * 2 < told.len() {
        return;
    }
    let tags: Vec<Value> = told.iter().map(|text| Value::from(*text)).collect();
    for highlight in highlights {
        // Left empty instead of removed: paths that point to later highlights stay right.
        *highlight = Value::String(String::new());
    }
    notes.add(&format!("{path}.highlights"), "are single words and were read as keywords");
    let keywords = entry.entry("keywords").or_insert_with(|| Value::Array(Vec::new()));
    if let Some(keywords) = keywords.as_array_mut() {
        keywords.extend(tags);
    }
}

/// One or two words that tell nothing that was done.
fn is_tag(text: &str) -> bool {
    // Where words are not parted by blanks, a sentence looks like one of them.
    if tells_a_deed(text) {
        return false;
    }
    const DONE: [&str; 12] = [
        "led", "built", "ran", "wrote", "won", "made", "grew", "held", "taught", "sold", "cut",
        "set",
    ];
    let words: Vec<&str> = text.split_whitespace().collect();
    let first = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    let done = words.len() > 1 && (first.ends_with("ed") || DONE.contains(&first.as_str()));
    words.len() <= 2 && text.chars().count() <= 30 && !text.ends_with(['.', '!', '。']) && !done
}

const TOLD_BEFORE: &str = "says what a text before it says and is shown once";

/// The same text of a list is said once.
fn once(entry: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    for name in ["highlights", "keywords", "courses", "roles"] {
        let Some(texts) = entry.get_mut(name).and_then(Value::as_array_mut) else { continue };
        let mut known = HashSet::new();
        for (number, text) in texts.iter_mut().enumerate() {
            let said = alike(text.as_str().unwrap_or_default());
            if !said.is_empty() && !known.insert(said) {
                *text = Value::String(String::new());
                notes.add(&notes.text(path, name, number), TOLD_BEFORE);
            }
        }
    }
}
