use serde_json::{Map, Value};

use crate::draft::Statement;
use crate::facts::{Place, Section};
use crate::selection::Wording;

use super::Sheet;
use super::members::is_safe_address;

const TEXTS: [&str; 4] = ["name", "label", "email", "phone"];
const LOCATION: [&str; 5] = ["address", "postalCode", "city", "countryCode", "region"];
const PROFILE: [&str; 3] = ["network", "username", "url"];
const MOST_PROFILES: usize = 12;

pub(super) fn basics(sheet: &mut Sheet<'_>, summary: &[Wording]) -> Option<Value> {
    let source = sheet.dossier.document.get("basics").and_then(Value::as_object);
    let mut basics = Map::new();
    for (name, value) in source.into_iter().flatten() {
        let copied = match (name.as_str(), value) {
            (text, Value::String(held)) if TEXTS.contains(&text) => {
                (!held.trim().is_empty()).then(|| value.clone())
            }
            ("url" | "image", Value::String(address)) => {
                is_safe_address(address).then(|| value.clone())
            }
            ("location", Value::Object(parts)) => texts_of(parts, &LOCATION),
            ("profiles", Value::Array(profiles)) => {
                let parts = profiles.iter().filter_map(Value::as_object);
                let copied = parts.filter_map(|parts| texts_of(parts, &PROFILE));
                Some(Value::Array(copied.take(MOST_PROFILES).collect()))
            }
            ("summary", _) => state_summary(sheet, summary),
            _ => None,
        };
        if name == "label"
            && let Some(Value::String(label)) = &copied
        {
            state_label(sheet, label);
        }
        if let Some(copied) = copied {
            basics.insert(name.clone(), copied);
        }
    }
    if !basics.contains_key("summary")
        && let Some(summary) = state_summary(sheet, summary)
    {
        basics.insert("summary".into(), summary);
    }
    (!basics.is_empty()).then_some(Value::Object(basics))
}

fn texts_of(parts: &Map<String, Value>, names: &[&str]) -> Option<Value> {
    let safe = |name: &str, text: &str| name != "url" || is_safe_address(text);
    let kept = parts.iter().filter(|(name, value)| {
        names.contains(&name.as_str()) && value.as_str().is_some_and(|text| safe(name, text))
    });
    let kept: Map<String, Value> =
        kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    (!kept.is_empty()).then_some(Value::Object(kept))
}

fn state_label(sheet: &mut Sheet<'_>, label: &str) {
    let head = sheet.sources.at(Place::entry(Section::Basics, 0));
    let receipts = head.map(|fact| sheet.sources.receipt(fact, label)).into_iter().collect();
    sheet.statements.push(Statement {
        path: "basics/label".into(),
        text: label.to_owned(),
        receipts,
    });
}

/// One text of all sentences; its receipts are those of the sentences.
fn state_summary(sheet: &mut Sheet<'_>, sentences: &[Wording]) -> Option<Value> {
    let mut text = String::new();
    for wording in sentences.iter().map(|wording| wording.text.trim()) {
        // What stood alone may have had no end; among others it needs one.
        let is_open = text.ends_with(|c: char| !".!?。！？…".contains(c));
        text.push_str(if is_open { ". " } else { " " });
        text.push_str(wording);
    }
    let text = text.trim().to_owned();
    if text.is_empty() {
        return None;
    }
    let mut receipts = Vec::new();
    for wording in sentences {
        sheet.sources.add_receipts(wording, &mut receipts);
    }
    let path = "basics/summary".into();
    sheet.statements.push(Statement { path, text: text.clone(), receipts });
    Some(Value::String(text))
}
