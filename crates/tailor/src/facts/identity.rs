use serde_json::{Value, json};

use super::Section;

/// When an entry began, under the names that the lists have for it. An end is not in it: what has ended since
/// is still the same.
const BEGAN: [&str; 3] = ["startDate", "date", "releaseDate"];

/// What tells an entry of a document from all others: its list, who and what it names, and when it began.
/// Case and blanks around a text do not count. None where there is no such entry.
pub fn identity_of(document: &Value, section: Section, entry: usize) -> Option<String> {
    // There is one head.
    if section == Section::Basics {
        return document.get("basics").map(|_| json!([section.name()]).to_string());
    }
    let entry = document.get(section.name())?.get(entry)?;
    let also: &[&str] = if section == Section::Projects { &["entity"] } else { &[] };
    let members = section.naming().iter().chain(also).chain(&BEGAN);
    let told = members.map(|member| {
        let text = entry.get(member).and_then(Value::as_str).unwrap_or_default();
        text.trim().to_lowercase()
    });
    let told: Vec<String> = told.collect();
    Some(json!([section.name(), told]).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_known_by_its_list_its_names_and_its_beginning() {
        let document = json!({
            "basics": { "name": "Ada" },
            "work": [
                { "name": "Mill", "position": "Miller", "startDate": "2019", "endDate": "2020" },
                { "name": " mill ", "position": "miller", "startDate": "2019" },
                { "name": "Mill", "startDate": "2019" },
                { "name": "Mill", "position": "Miller", "startDate": "2001" },
            ],
            "volunteer": [{ "organization": "Mill", "position": "Miller", "startDate": "2019" }],
            "projects": [
                { "name": "Alpha", "entity": "Mill" }, { "name": "Beta", "entity": "Mill" },
                { "name": "Mill" },
            ],
            "awards": [{ "title": "Medal", "awarder": "Palace" }, { "title": "Medal", "awarder": "School" }],
        });
        let of = |section: Section, entry| identity_of(&document, section, entry).unwrap();
        assert_eq!(of(Section::Work, 0), of(Section::Work, 1));
        let apart = [
            of(Section::Basics, 0),
            of(Section::Work, 0),
            of(Section::Work, 2),
            of(Section::Work, 3),
            of(Section::Volunteer, 0),
            of(Section::Projects, 0),
            of(Section::Projects, 1),
            of(Section::Projects, 2),
            of(Section::Awards, 0),
            of(Section::Awards, 1),
        ];
        let all: std::collections::HashSet<&String> = apart.iter().collect();
        assert_eq!(all.len(), apart.len(), "{apart:?}");
        assert_eq!(identity_of(&document, Section::Work, 9), None);
    }
}
