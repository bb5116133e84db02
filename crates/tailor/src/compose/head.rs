use serde_json::{Map, Value};

use crate::delivered::{Delivered, Source};
use crate::facts::{Place, Section};
use crate::selection::Selection;

use super::Sheet;
use super::members::is_safe_address;

const TEXTS: [&str; 3] = ["name", "email", "phone"];
const LOCATION: [&str; 5] = ["address", "postalCode", "city", "countryCode", "region"];
const PROFILE: [&str; 3] = ["network", "username", "url"];
const MOST_PROFILES: usize = 12;

pub(super) fn basics(sheet: &mut Sheet<'_>, selection: &Selection) -> Option<Value> {
    let Selection { label, summary, .. } = selection;
    let source = sheet.dossier.document.get("basics").and_then(Value::as_object);
    let mut basics = Map::new();
    for (name, value) in source.into_iter().flatten() {
        let copied = match (name.as_str(), value) {
            ("label", Value::String(_)) => state_label(sheet, label.as_ref()),
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
        if let Some(copied) = copied {
            basics.insert(name.clone(), copied);
        }
    }
    // A document without a label may still get one from a position that is held today.
    if !basics.contains_key("label")
        && let Some(label) = label
        && let Some(stated) = state_label(sheet, Some(label))
    {
        basics.insert("label".into(), stated);
    }
    if !basics.contains_key("summary")
        && let Some(summary) = state_summary(sheet, summary)
    {
        basics.insert("summary".into(), summary);
    }
    (!basics.is_empty()).then_some(Value::Object(basics))
}

fn texts_of(parts: &Map<String, Value>, names: &[&str]) -> Option<Value> {
    // One address of a list can be bad without the others.
    let safe = |name: &str, text: &str| name != "url" || is_safe_address(text);
    let kept = parts.iter().filter(|(name, value)| {
        names.contains(&name.as_str()) && value.as_str().is_some_and(|text| safe(name, text))
    });
    let kept: Map<String, Value> =
        kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    (!kept.is_empty()).then_some(Value::Object(kept))
}

/// The title that was chosen, or the document's own.
fn state_label(sheet: &mut Sheet<'_>, chosen: Option<&Delivered>) -> Option<Value> {
    if let Some(chosen) = chosen {
        return sheet.state("basics/label".into(), vec![chosen.clone()]);
    }
    let head = Place::entry(Section::Basics, 0);
    let source = Source::member(sheet.dossier, head, "label", None)?;
    let told = Delivered::told(source, &sheet.dossier.approvals);
    sheet.state("basics/label".into(), vec![told])
}

/// One text of all sentences; its receipts are those of the sentences.
fn state_summary(sheet: &mut Sheet<'_>, sentences: &[Delivered]) -> Option<Value> {
    sheet.state("basics/summary".into(), sentences.to_vec())
}
