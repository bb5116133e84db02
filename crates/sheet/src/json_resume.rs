//! A JSON Resume document as what a reader meets: from the name down, in plain text.

use serde_json::Value;

use crate::language::{Language, Period};
use crate::model::{Contact, Document, Entry, Part, Section};

type Read = fn(&Value, Language) -> Entry;

/// In which order sections stand, and how the entries of each are read.
const SECTIONS: [(&str, Part, Read); 11] = [
    ("work", Part::Experience, work),
    ("projects", Part::Projects, project),
    ("volunteer", Part::Volunteering, volunteer),
    ("skills", Part::Skills, skill),
    ("education", Part::Education, education),
    ("certificates", Part::Certificates, certificate),
    ("awards", Part::Awards, award),
    ("publications", Part::Publications, publication),
    ("languages", Part::Languages, language_known),
    ("interests", Part::Interests, interest),
    ("references", Part::References, reference),
];

impl Document {
    /// Of a document of JSON Resume 1.0. What is not text where text should be is passed over.
    pub fn of_json_resume(tree: &Value, language: Language) -> Self {
        let basics = &tree["basics"];
        let section = |(name, kind, read): (&str, Part, Read)| {
            let list = tree[name].as_array().map_or(&[][..], Vec::as_slice);
            let entries = list.iter().map(|entry| read(entry, language));
            Section::new(kind, entries.filter(|entry| !entry.is_empty()).collect())
        };
        let sections = SECTIONS.into_iter().map(section);
        Self {
            language,
            name: text(basics, "name"),
            label: text(basics, "label"),
            contacts: contacts(basics),
            summary: text(basics, "summary"),
            sections: sections.filter(|section| !section.entries.is_empty()).collect(),
            photo: None,
        }
    }
}

impl Document {
    /// Whatever goes on is told with the owner's own word for today.
    pub fn say_today(&mut self, word: &str) {
        for entry in self.sections.iter_mut().flat_map(|section| &mut section.entries) {
            entry.period = std::mem::take(&mut entry.period).with_today(word);
        }
    }

    /// What begins after a day such as `2026-11-16` is not said to go on.
    pub fn tell_on(&mut self, today: &str) {
        for entry in self.sections.iter_mut().flat_map(|section| &mut section.entries) {
            entry.period = std::mem::take(&mut entry.period).on_day(today);
        }
    }

    /// Puts sections in an order, by their names in JSON Resume. Those that are not named follow as
    /// they stood.
    pub fn put_in_order(&mut self, names: &[String]) {
        let place = |section: &Section| {
            let name = SECTIONS.iter().find(|(_, kind, _)| *kind == section.kind)?.0;
            names.iter().position(|wanted| wanted == name)
        };
        self.sections.sort_by_key(|section| place(section).unwrap_or(names.len()));
    }
}

fn contacts(basics: &Value) -> Vec<Contact> {
    let plain = |text: String| Contact { text, href: None };
    let location = &basics["location"];
    // A code says to machines what the town says to readers. A country in words is told.
    let country = Some(text(location, "countryCode")).filter(|it| it.chars().count() > 3);
    let country = country.unwrap_or_default();
    let street = [text(location, "address"), postal(location), text(location, "region"), country];
    let email = text(basics, "email");
    let mailbox = Contact { href: safe(&format!("mailto:{email}")), text: email };
    let mut contacts = vec![plain(joined(&street, ", ")), mailbox, plain(text(basics, "phone"))];
    let linked = |url: String| Contact { text: shown(&url), href: safe(&url) };
    contacts.push(linked(text(basics, "url")));
    for profile in basics["profiles"].as_array().into_iter().flatten() {
        contacts.push(match text(profile, "url") {
            // Who somebody is at a place without an address.
            url if url.is_empty() && !text(profile, "username").is_empty() => {
                plain(joined(&[text(profile, "network"), text(profile, "username")], ": "))
            }
            url => linked(url),
        });
    }
    contacts.retain(|contact| !contact.text.is_empty());
    contacts
}

/// A town with its number before it, as most write it.
fn postal(location: &Value) -> String {
    joined(&[text(location, "postalCode"), text(location, "city")], " ")
}

/// An address without what everybody knows.
fn shown(url: &str) -> String {
    let bare = url.trim_start_matches("https://").trim_start_matches("http://");
    bare.trim_start_matches("www.").trim_end_matches('/').to_owned()
}

/// Links lead to the web or to a mailbox.
fn safe(href: &str) -> Option<String> {
    let (scheme, rest) = href.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    let is_safe = matches!(scheme.as_str(), "http" | "https" | "mailto") && !rest.is_empty();
    (is_safe && !href.chars().any(char::is_whitespace)).then(|| href.to_owned())
}

fn work(entry: &Value, language: Language) -> Entry {
    Entry {
        title: text(entry, "position"),
        place: beside(entry, "name", language),
        period: period(entry),
        text: joined(
            &[
                text(entry, "description"),
                text(entry, "summary"),
                list(entry, "keywords", language),
            ],
            " · ",
        ),
        points: texts(entry, "highlights"),
        href: address(entry),
    }
}

fn volunteer(entry: &Value, language: Language) -> Entry {
    Entry { place: beside(entry, "organization", language), ..work(entry, language) }
}

/// With whom, and where.
fn beside(entry: &Value, member: &str, language: Language) -> String {
    joined(&[text(entry, member), text(entry, "location")], language.words().aside)
}

fn project(entry: &Value, language: Language) -> Entry {
    let tools = list(entry, "keywords", language);
    Entry {
        title: text(entry, "name"),
        place: joined(
            &[text(entry, "entity"), list(entry, "roles", language), text(entry, "type")],
            " · ",
        ),
        period: period(entry),
        text: joined(&[text(entry, "description"), tools], " · "),
        points: texts(entry, "highlights"),
        href: address(entry),
    }
}

fn skill(entry: &Value, language: Language) -> Entry {
    let told = joined(&[list(entry, "keywords", language), text(entry, "level")], " · ");
    Entry { title: text(entry, "name"), text: told, ..Entry::default() }
}

fn education(entry: &Value, language: Language) -> Entry {
    let words = language.words();
    let score = text(entry, "score");
    let score = match score.as_str() {
        "" => score,
        score => format!("{}{}{score}", words.score, words.colon),
    };
    let courses = list(entry, "courses", language);
    Entry {
        title: joined(&[text(entry, "studyType"), text(entry, "area")], words.aside),
        place: text(entry, "institution"),
        period: period(entry),
        text: joined(&[score, courses], " · "),
        points: Vec::new(),
        href: address(entry),
    }
}

fn certificate(entry: &Value, _: Language) -> Entry {
    Entry {
        title: text(entry, "name"),
        place: text(entry, "issuer"),
        period: Period::on(&text(entry, "date")),
        href: address(entry),
        ..Entry::default()
    }
}

fn award(entry: &Value, _: Language) -> Entry {
    Entry {
        title: text(entry, "title"),
        place: text(entry, "awarder"),
        period: Period::on(&text(entry, "date")),
        text: text(entry, "summary"),
        ..Entry::default()
    }
}

fn publication(entry: &Value, _: Language) -> Entry {
    Entry {
        title: text(entry, "name"),
        place: text(entry, "publisher"),
        period: Period::on(&text(entry, "releaseDate")),
        text: text(entry, "summary"),
        points: Vec::new(),
        href: address(entry),
    }
}

fn language_known(entry: &Value, _: Language) -> Entry {
    let (title, text) = (text(entry, "language"), text(entry, "fluency"));
    Entry { title, text, ..Entry::default() }
}

fn interest(entry: &Value, language: Language) -> Entry {
    let (title, text) = (text(entry, "name"), list(entry, "keywords", language));
    Entry { title, text, ..Entry::default() }
}

fn reference(entry: &Value, _: Language) -> Entry {
    let (title, text) = (text(entry, "name"), text(entry, "reference"));
    Entry { title, text, ..Entry::default() }
}

fn address(entry: &Value) -> Option<String> {
    safe(&text(entry, "url"))
}

fn period(entry: &Value) -> Period {
    Period::of(&text(entry, "startDate"), &text(entry, "endDate"))
}

fn list(entry: &Value, member: &str, language: Language) -> String {
    texts(entry, member).join(language.words().comma)
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
    let is_gap = |sign: char| (sign.is_whitespace() && sign != '\u{a0}') || sign.is_control();
    text.split(is_gap).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn joined(parts: &[String], between: &str) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_read_from_the_name_down() {
        let tree = json!({
            "basics": {"name": "Ada", "email": "ada@example.org", "url": "https://www.ada.example/",
                       "location": {"postalCode": "123", "city": "Mill"},
                       "profiles": [{"url": "javascript:alert(1)"}, {"network": "x"}]},
            "work": [{"name": "Mill & Co", "position": "Engineer", "startDate": "2019-04",
                      "highlights": ["Cut\nthe noise.", 3]}, {}, 7],
            "education": [{"studyType": "Diploma", "endDate": "2011", "score": "1.2"}],
            "skills": "none",
        });
        let document = Document::of_json_resume(&tree, Language::German);
        let contacts: Vec<_> =
            document.contacts.iter().map(|it| (it.text.as_str(), it.href.as_deref())).collect();
        assert_eq!(
            contacts,
            [
                ("123 Mill", None),
                ("ada@example.org", Some("mailto:ada@example.org")),
                ("ada.example", Some("https://www.ada.example/")),
                ("javascript:alert(1)", None),
            ]
        );
        let [work, education] = document.sections.as_slice() else { panic!("{document:?}") };
        assert_eq!(work.entries.len(), 1);
        assert_eq!(work.entries[0].points, ["Cut the noise."]);
        assert_eq!(work.entries[0].period.told(Language::German), "Apr. 2019 – heute");
        assert_eq!(education.entries[0].period, Period::On("2011".into()));
        assert_eq!(education.entries[0].text, "Note: 1.2");
        let mut document = document;
        document.put_in_order(&["education".to_owned()]);
        assert_eq!(document.sections[0].kind, Part::Education);
    }
}
