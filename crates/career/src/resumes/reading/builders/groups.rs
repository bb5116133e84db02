//! Sections that stand within others: `{"experience": {"jobs": […], "projects": […]}}`, and languages among the skills.

use serde_json::{Map, Value};

use crate::resumes::reading::names::{Member, folded, members_of, section_of};
use crate::resumes::reading::{Notes, shapes};
use crate::resumes::written::place_below;

/// Members that may hold sections.
const GROUPS: [&str; 8] = [
    "experience",
    "knowledge",
    "aboutme",
    "careerpreferences",
    "accomplishments",
    "background",
    "qualifications",
    "profiledata",
];

/// Puts such sections beside the others.
pub(super) fn unfold(source: &mut Vec<Member>, notes: &mut Notes) {
    let mut found = Vec::with_capacity(source.len());
    for member in source.drain(..) {
        match &member.value {
            Value::Object(members) if is_group(&member.name, members) => {
                found.extend(members_of(members, &member.path));
            }
            Value::Object(members) if section_of(&member.name) == Some("skills") => {
                match members.iter().find(|(name, _)| folded(name) == "linguistic") {
                    Some((name, Value::Object(spoken))) => {
                        let path = place_below(&member.path, name);
                        found.push(Member::new(
                            "languages",
                            path.clone(),
                            languages(spoken, &path, notes),
                        ));
                        let mut others = members.clone();
                        others.remove(name);
                        found.push(Member { value: Value::Object(others), ..member });
                    }
                    _ => found.push(member),
                }
            }
            _ => found.push(member),
        }
    }
    *source = found;
}

fn is_group(name: &str, members: &Map<String, Value>) -> bool {
    let holds = |(name, value): (&String, &Value)| {
        let is_list = value.as_array().is_some_and(|items| items.iter().any(Value::is_object));
        let is_head = value.is_object() && matches!(folded(name).as_str(), "profile" | "contact");
        (is_list && section_of(name).is_some()) || is_head
    };
    GROUPS.contains(&folded(name).as_str()) && members.iter().any(holds)
}

/// Languages of a Europass: which one, and how well it is listened to, read, spoken and written.
fn languages(spoken: &Map<String, Value>, path: &str, notes: &mut Notes) -> Value {
    let mut found = Vec::new();
    for (kind, list) in spoken {
        let path = place_below(path, kind);
        for (number, language) in list.as_array().into_iter().flatten().enumerate() {
            let path = format!("{path}[{number}]");
            let of =
                |wanted: &str| language.as_object()?.iter().find(|(it, _)| folded(it) == wanted);
            let Some((member, value)) = of("description") else { continue };
            let place = place_below(&path, member);
            let Some(name) = shapes::text(value, "language", &place, notes) else { continue };
            notes.read(&place);
            let mut entry = Map::from_iter([("language".to_owned(), Value::String(name))]);
            if let Some((member, levels)) = of("proficiencylevel") {
                notes.read(&place_below(&path, member));
                entry.insert("fluency".to_owned(), Value::String(level(levels)));
            } else if folded(kind) == "mothertongue" {
                notes.add(&path, "is read without a word that it is the mother tongue");
            }
            found.push(Value::Object(entry));
        }
    }
    Value::Array(found)
}

/// `B2`, or from the lowest to the highest of several.
fn level(levels: &Value) -> String {
    let told = levels.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_str);
    let mut told: Vec<&str> = told.map(str::trim).filter(|level| !level.is_empty()).collect();
    told.sort_unstable();
    match (told.first(), told.last()) {
        (Some(lowest), Some(highest)) if lowest != highest => format!("{lowest}–{highest}"),
        (Some(level), _) => (*level).to_owned(),
        _ => String::new(),
    }
}
