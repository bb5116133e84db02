use serde_json::Value;

use super::dates::{date, span};

/// A resume as a reader meets it: from the name down, in plain text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tailorings) struct Sheet {
    pub(in crate::tailorings) name: String,
    pub(in crate::tailorings) label: String,
    /// What is shown, and where it leads.
    pub(in crate::tailorings) contacts: Vec<(String, Option<String>)>,
    pub(in crate::tailorings) summary: String,
    /// Titles with their entries; never empty ones.
    pub(in crate::tailorings) sections: Vec<(&'static str, Vec<Entry>)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tailorings) struct Entry {
    pub(in crate::tailorings) title: String,
    /// With whom, and where.
    pub(in crate::tailorings) place: String,
    pub(in crate::tailorings) dates: String,
    pub(in crate::tailorings) text: String,
    pub(in crate::tailorings) points: Vec<String>,
}

impl Sheet {
    pub(in crate::tailorings) fn of(document: &Value) -> Self {
        let basics = &document["basics"];
        let entries = |name: &str, read: fn(&Value) -> Entry| -> Vec<Entry> {
            let list = document[name].as_array().map_or(&[][..], Vec::as_slice);
            list.iter().map(read).filter(|entry| *entry != Entry::default()).collect()
        };
        let sections = [
            ("Experience", entries("work", work)),
            ("Projects", entries("projects", project)),
            ("Volunteering", entries("volunteer", volunteer)),
            ("Skills", entries("skills", skill)),
            ("Education", entries("education", education)),
            ("Certificates", entries("certificates", certificate)),
            ("Awards", entries("awards", award)),
            ("Publications", entries("publications", publication)),
            ("Languages", entries("languages", language)),
            ("Interests", entries("interests", interest)),
            ("References", entries("references", reference)),
        ];
        Self {
            name: text(basics, "name"),
            label: text(basics, "label"),
            contacts: contacts(basics),
            summary: text(basics, "summary"),
            sections: sections.into_iter().filter(|(_, entries)| !entries.is_empty()).collect(),
        }
    }
}

fn contacts(basics: &Value) -> Vec<(String, Option<String>)> {
    let mut contacts = Vec::new();
    let email = text(basics, "email");
    if !email.is_empty() {
        contacts.push((email.clone(), Some(format!("mailto:{email}"))));
    }
    let location = &basics["location"];
    let place = joined(&[text(location, "city"), text(location, "region")], ", ");
    let plain = [text(basics, "phone"), place].into_iter().filter(|text| !text.is_empty());
    contacts.extend(plain.map(|text| (text, None)));
    let profiles = basics["profiles"].as_array().into_iter().flatten();
    for url in std::iter::once(text(basics, "url")).chain(profiles.map(|it| text(it, "url"))) {
        if !url.is_empty() {
            contacts.push((shown(&url), Some(url)));
        }
    }
    contacts
}

/// An address without what everybody knows.
fn shown(url: &str) -> String {
    let bare = url.trim_start_matches("https://").trim_start_matches("http://");
    bare.trim_start_matches("www.").trim_end_matches('/').to_owned()
}

fn work(entry: &Value) -> Entry {
    Entry {
        title: text(entry, "position"),
        place: joined(&[text(entry, "name"), text(entry, "location")], ", "),
        dates: dates(entry),
        text: text(entry, "summary"),
        points: texts(entry, "highlights"),
    }
}

fn volunteer(entry: &Value) -> Entry {
    Entry { place: text(entry, "organization"), ..work(entry) }
}

fn project(entry: &Value) -> Entry {
    let tools = texts(entry, "keywords").join(", ");
    Entry {
        title: text(entry, "name"),
        place: text(entry, "entity"),
        dates: dates(entry),
        text: joined(&[text(entry, "description"), tools], " · "),
        points: texts(entry, "highlights"),
    }
}

fn skill(entry: &Value) -> Entry {
    let level = text(entry, "level");
    let keywords = texts(entry, "keywords").join(", ");
    let name = text(entry, "name");
    Entry { title: name, text: joined(&[keywords, level], " · "), ..Entry::default() }
}

fn education(entry: &Value) -> Entry {
    let (start, end) = (text(entry, "startDate"), text(entry, "endDate"));
    let score = text(entry, "score");
    let score = if score.is_empty() { score } else { format!("Score {score}") };
    Entry {
        title: joined(&[text(entry, "studyType"), text(entry, "area")], ", "),
        place: text(entry, "institution"),
        dates: match (start.is_empty(), end.is_empty()) {
            // A school year that only has an end is a graduation, and not something that goes on.
            (true, false) => date(&end),
            _ => dates(entry),
        },
        text: joined(&[score, texts(entry, "courses").join(", ")], " · "),
        points: Vec::new(),
    }
}

fn certificate(entry: &Value) -> Entry {
    let dates = date(&text(entry, "date"));
    let (title, place) = (text(entry, "name"), text(entry, "issuer"));
    Entry { title, place, dates, ..Entry::default() }
}

fn award(entry: &Value) -> Entry {
    Entry {
        title: text(entry, "title"),
        place: text(entry, "awarder"),
        dates: date(&text(entry, "date")),
        text: text(entry, "summary"),
        points: Vec::new(),
    }
}

fn publication(entry: &Value) -> Entry {
    Entry {
        title: text(entry, "name"),
        place: text(entry, "publisher"),
        dates: date(&text(entry, "releaseDate")),
        text: text(entry, "summary"),
        points: Vec::new(),
    }
}

fn language(entry: &Value) -> Entry {
    let (title, text) = (text(entry, "language"), text(entry, "fluency"));
    Entry { title, text, ..Entry::default() }
}

fn interest(entry: &Value) -> Entry {
    let (title, text) = (text(entry, "name"), texts(entry, "keywords").join(", "));
    Entry { title, text, ..Entry::default() }
}

fn reference(entry: &Value) -> Entry {
    let (title, text) = (text(entry, "name"), text(entry, "reference"));
    Entry { title, text, ..Entry::default() }
}

fn dates(entry: &Value) -> String {
    let (start, end) = (text(entry, "startDate"), text(entry, "endDate"));
    let given = |text: &'_ str| (!text.is_empty()).then_some(());
    span(given(&start).map(|()| start.as_str()), given(&end).map(|()| end.as_str()))
}

/// Without line ends and whatever else cannot be printed.
fn text(value: &Value, member: &str) -> String {
    value[member].as_str().map(plain).unwrap_or_default()
}

fn texts(value: &Value, member: &str) -> Vec<String> {
    let list = value[member].as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(plain).filter(|text| !text.is_empty()).collect()
}

fn plain(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn joined(parts: &[String], between: &str) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(between)
}
