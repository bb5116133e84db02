//! What of a document cannot be printed: characters that no face of this machine has. Pages for screens and
//! plain text keep them; on paper they are left out, and the owner is told which and where.

use serde_json::Value;
use sheet::Press;

use super::reading::Warning;
use super::schema::known_members;
use super::written::place_below;

/// Places that are told. Whoever writes a whole resume in signs knows after these.
const MOST: usize = 20;
/// Characters of one place that are told.
const MOST_OF_ONE: usize = 12;

pub(super) fn unprinted(tree: &Value, press: &Press) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut known = known_members(tree);
    if let Some(members) = known.as_object_mut() {
        members.retain(|name, _| !matches!(name.as_str(), "$schema" | "meta"));
    }
    // All texts at once; hardly any has such a character.
    let undrawn = press.undrawn(std::iter::once(known.to_string().as_str()));
    if !undrawn.is_empty() {
        look(&known, "document", &undrawn, &mut found);
    }
    found
}

fn look(value: &Value, path: &str, undrawn: &[char], found: &mut Vec<Warning>) {
    match value {
        Value::String(text) => {
            let lacking: Vec<char> =
                undrawn.iter().copied().filter(|character| text.contains(*character)).collect();
            if !lacking.is_empty() && found.len() < MOST {
                found.push(Warning::new(path, message(&lacking)));
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                look(item, &format!("{path}[{number}]"), undrawn, found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                look(member, &place_below(path, name), undrawn, found);
            }
        }
        _ => {}
    }
}

/// Each as itself and by its number: some are seen nowhere.
fn message(lacking: &[char]) -> String {
    let told = lacking.iter().take(MOST_OF_ONE);
    let told: Vec<String> = told.map(|it| format!("{it} (U+{:04X})", u32::from(*it))).collect();
    let more = if lacking.len() > MOST_OF_ONE { " and others" } else { "" };
    format!("is printed without {}{more}: no typeface of this machine has them", told.join(", "))
}
