use std::collections::HashSet;

use serde_json::{Map, Value};

/// Names that members had before version 1.0 of the schema, or that people use for them: within which
/// member, the name, and the name of today.
const OLD: &[(&str, &str, &str)] = &[
    ("basics", "website", "url"),
    ("basics", "picture", "image"),
    ("basics", "title", "label"),
    ("basics", "mail", "email"),
    ("profiles", "website", "url"),
    ("work", "company", "name"),
    ("work", "employer", "name"),
    ("work", "website", "url"),
    ("work", "jobLocation", "location"),
    ("work", "title", "position"),
    ("work", "role", "position"),
    ("work", "from", "startDate"),
    ("work", "to", "endDate"),
    ("work", "activities", "highlights"),
    ("work", "achievements", "highlights"),
    ("work", "responsibilities", "highlights"),
    ("volunteer", "website", "url"),
    ("volunteer", "organisation", "organization"),
    ("volunteer", "company", "organization"),
    ("education", "gpa", "score"),
    ("education", "website", "url"),
    ("education", "school", "institution"),
    ("education", "university", "institution"),
    ("education", "degree", "studyType"),
    ("education", "major", "area"),
    ("education", "from", "startDate"),
    ("education", "to", "endDate"),
    ("publications", "website", "url"),
    ("publications", "title", "name"),
    ("projects", "website", "url"),
    ("projects", "githubUrl", "url"),
    ("projects", "summary", "description"),
    ("projects", "title", "name"),
    ("awards", "name", "title"),
    ("certificates", "title", "name"),
    ("certificates", "website", "url"),
    ("certificates", "startDate", "date"),
    ("languages", "name", "language"),
    ("languages", "level", "fluency"),
    ("", "experience", "work"),
    ("", "certifications", "certificates"),
    ("", "hobbies", "interests"),
];

/// What a member is called today. Where today's name is taken, the old one is just another member.
pub(super) fn today<'a>(within: &str, name: &'a str, source: &Map<String, Value>) -> &'a str {
    let old = OLD.iter().find(|(inside, old, _)| *inside == within && *old == name);
    match old {
        Some((.., today)) if source.get(*today).is_none_or(is_blank) => today,
        _ => name,
    }
}

/// What is said, by the names of today.
pub(super) fn said_today<'a>(within: &str, source: &'a Map<String, Value>) -> HashSet<&'a str> {
    let said = source.iter().filter(|(_, value)| !is_blank(value));
    said.map(|(name, _)| today(within, name, source)).collect()
}

pub(super) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    }
}
