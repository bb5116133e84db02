//! The owner's resume as a page: read from a JSON Resume document, and no more of it than the owner
//! has chosen to publish.

use content::settings::{PublicResume, ResumePart};
use kernel::Timestamp;
use serde_json::{Map, Value, json};

use super::card::share_card_with;
use super::{Composed, Composer};
use crate::share::Subject;
use crate::view::{
    Alternate, FactValue, Link, Metadata, Picture, ResumeEntry, ResumePage, ResumeSection, Span,
    Words,
};

/// The parts of a document that anybody may read: everything else is taken out before a page or a
/// file is made of it.
pub(crate) fn read_resume(document: &str, public: &PublicResume) -> Option<Value> {
    let mut tree: Value = serde_json::from_str(document).ok()?;
    let object = tree.as_object_mut()?;
    if let Some(basics) = object.get_mut("basics").and_then(Value::as_object_mut) {
        let hide = |basics: &mut Map<String, Value>, part, name: &str| {
            if !public.shows(part) {
                basics.remove(name);
            }
        };
        hide(basics, ResumePart::Email, "email");
        hide(basics, ResumePart::Phone, "phone");
        hide(basics, ResumePart::Picture, "image");
        if let Some(location) = basics.get_mut("location").and_then(Value::as_object_mut) {
            for name in ["address", "postalCode"] {
                hide(location, ResumePart::Street, name);
            }
            for name in ["city", "region", "countryCode"] {
                hide(location, ResumePart::City, name);
            }
            if location.is_empty() {
                basics.remove("location");
            }
        }
    }
    if !public.shows(ResumePart::References) {
        object.remove("references");
    }
    // Notes to oneself and of other programs are nobody's business.
    // By a list of what may be seen. A member that nobody knows might be a note to oneself.
    object.retain(|name, _| PUBLIC_PARTS.contains(&name.as_str()));
    Some(tree)
}

const PUBLIC_PARTS: [&str; 14] = [
    "$schema",
    "basics",
    "work",
    "volunteer",
    "education",
    "awards",
    "certificates",
    "publications",
    "skills",
    "languages",
    "interests",
    "references",
    "projects",
    "x-sections",
];

impl Composer<'_> {
    /// `tree` is what [`read_resume`] has left of the document.
    pub(crate) fn resume(&self, tree: &Value, updated_at: Timestamp) -> Composed {
        let basics = &tree["basics"];
        let name = resume_name(self, tree);
        let label = text(basics, "label");
        let summary = text(basics, "summary");
        let headline = match (label, summary) {
            (label, "") => label.to_owned(),
            ("", summary) => summary.to_owned(),
            (label, summary) => format!("{label}. {summary}"),
        };
        let page = ResumePage {
            words: self.words,
            picture: self.resume_picture(tree, &name),
            name: name.clone(),
            headline: headline.clone(),
            url: format!("{}/resume", self.origin),
            contact: contact(basics),
            downloads: self.resume_files(),
            sections: sections(self.words, tree),
            updated: Some(self.day(updated_at)),
            write_to_me: true,
            print: self.settings.resume.shows(ResumePart::Pdf),
        };
        let listed = self.settings.resume.shows(ResumePart::SearchEngines);
        let metadata = Metadata {
            title: name.clone(),
            description: headline.chars().take(280).collect(),
            canonical: Some("/resume".to_owned()),
            noindex: !self.settings.indexable || !listed,
            alternates: vec![Alternate {
                href: "/resume.json".to_owned(),
                media_type: "application/json",
            }],
            kind: "profile",
            card: Some(share_card_with(&Subject::Resume, &self.resume_card(tree))),
            json_ld: vec![json!({
                "@context": "https://schema.org",
                "@type": "ProfilePage",
                "mainEntity": {
                    "@type": "Person",
                    "name": name,
                    "jobTitle": label,
                    "description": summary,
                    "url": format!("{}/", self.origin),
                },
            })],
            ..Metadata::default()
        };
        Composed::of(metadata, &page)
    }

    /// What can be taken along.
    fn resume_files(&self) -> Vec<Link> {
        let link =
            |href: &str, title: &str| Link { href: href.to_owned(), title: title.to_owned() };
        let on_paper = self.settings.resume.shows(ResumePart::Pdf);
        let pdf = on_paper.then(|| link("/resume.pdf", "PDF"));
        pdf.into_iter().chain([link("/resume.json", "JSON Resume")]).collect()
    }

    /// The picture in the resume, or else the one the owner has on the start page.
    fn resume_picture(&self, tree: &Value, name: &str) -> Option<Picture> {
        if !self.settings.resume.shows(ResumePart::Picture) {
            return None;
        }
        let own = tree["basics"]["image"].as_str().and_then(|image| self.picture(image, name));
        own.or_else(|| self.picture(self.settings.profile.portrait.as_deref()?, name))
    }
}

/// Whose resume it is.
pub(crate) fn resume_name(composer: &Composer<'_>, tree: &Value) -> String {
    match text(&tree["basics"], "name") {
        "" => composer.owner().title,
        name => name.to_owned(),
    }
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default().trim()
}

fn texts(value: &Value, name: &str) -> Vec<String> {
    let list = value[name].as_array().into_iter().flatten();
    let texts = list.filter_map(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    texts.map(str::to_owned).collect()
}

fn entries<'v>(tree: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    tree[name].as_array().into_iter().flatten().filter(|entry| entry.is_object())
}

fn contact(basics: &Value) -> Vec<FactValue> {
    let mut contact = Vec::new();
    let location = &basics["location"];
    let place: Vec<&str> = ["address", "postalCode", "city", "region", "countryCode"]
        .into_iter()
        .map(|name| text(location, name))
        .filter(|part| !part.is_empty())
        .collect();
    if !place.is_empty() {
        contact.push(FactValue::Text(place.join(", ")));
    }
    let link = |href: String, title: &str| FactValue::Link(Link { href, title: title.to_owned() });
    match text(basics, "email") {
        "" => {}
        email => contact.push(link(format!("mailto:{email}"), email)),
    }
    match text(basics, "phone") {
        "" => {}
        phone => {
            // What people write in between, brackets and blanks, no telephone understands.
            let number: String =
                phone.chars().filter(|sign| sign.is_ascii_digit() || *sign == '+').collect();
            contact.push(link(format!("tel:{number}"), phone));
        }
    }
    let web = |address: &str| address.starts_with("https://") || address.starts_with("http://");
    match text(basics, "url") {
        address if web(address) => contact.push(link(address.to_owned(), without_scheme(address))),
        _ => {}
    }
    for profile in entries(basics, "profiles") {
        let (network, address) = (text(profile, "network"), text(profile, "url"));
        if web(address) {
            let title = if network.is_empty() { without_scheme(address) } else { network };
            contact.push(link(address.to_owned(), title));
        }
    }
    contact
}

fn without_scheme(address: &str) -> &str {
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.trim_end_matches('/')
}

fn sections(words: &'static Words, tree: &Value) -> Vec<ResumeSection> {
    let when = |entry: &Value| {
        let part = |name| Some(text(entry, name).to_owned()).filter(|date| !date.is_empty());
        let span = Span { started: part("startDate"), ended: part("endDate"), words };
        match (span.years(), text(entry, "date")) {
            (years, "") => years,
            (_, date) => date.get(..4).unwrap_or(date).to_owned(),
        }
    };
    let timed = |name: &str, title: &str, head: [&str; 2], employer: &str| ResumeSection {
        title: title.to_owned(),
        entries: entries(tree, name)
            .map(|entry| {
                let named = head.map(|name| text(entry, name)).into_iter();
                let named: Vec<&str> = named.filter(|part| !part.is_empty()).collect();
                ResumeEntry {
                    when: when(entry),
                    place: text(entry, "location").to_owned(),
                    title: named.join(", "),
                    employer: text(entry, employer).to_owned(),
                    text: text(entry, "summary").to_owned(),
                    lines: texts(entry, "highlights"),
                }
            })
            .collect(),
        text: String::new(),
    };
    let plain = |name: &str, title: &str, head: &str, more: &str| {
        let line = |entry: &Value| {
            let (head, keywords) = (text(entry, head), texts(entry, "keywords").join(", "));
            let more = match keywords.is_empty() {
                true => text(entry, more).to_owned(),
                false => keywords,
            };
            match (head, more.as_str()) {
                ("", more) => more.to_owned(),
                (head, "") => head.to_owned(),
                (head, more) => format!("{head}: {more}"),
            }
        };
        let lines: Vec<String> =
            entries(tree, name).map(line).filter(|line| !line.is_empty()).collect();
        ResumeSection {
            title: title.to_owned(),
            entries: Vec::new(),
            text: if lines.is_empty() { String::new() } else { format!("{}.", lines.join("; ")) },
        }
    };
    let all = [
        timed("work", &words.experience, ["position", ""], "name"),
        timed("volunteer", &words.volunteering, ["position", ""], "organization"),
        timed("projects", &words.projects, ["name", ""], "description"),
        timed("education", &words.education, ["studyType", "area"], "institution"),
        timed("certificates", &words.certificates, ["name", ""], "issuer"),
        timed("awards", &words.awards, ["title", ""], "awarder"),
        timed("publications", &words.publications, ["name", ""], "publisher"),
        plain("skills", &words.skills, "name", "level"),
        plain("languages", &words.languages, "language", "fluency"),
        plain("interests", &words.interests, "name", ""),
        plain("references", &words.references, "name", "reference"),
    ];
    // A part without anything in it has no head either.
    all.into_iter().filter(|part| !part.entries.is_empty() || !part.text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#"{
        "basics": {"name": "Mira", "email": "m@example.org", "phone": "+1 2", "image": "/p.png",
            "location": {"address": "Street 1", "postalCode": "123", "city": "Lindmark"}},
        "work": [{"name": "Museum", "position": "Head", "startDate": "2019-02"}, {}],
        "skills": [{"name": "Rust", "keywords": ["axum"]}],
        "references": [{"name": "Ann"}],
        "meta": {"private": "note"}
    }"#;

    #[test]
    fn only_what_the_owner_chose_is_left() {
        let tree = read_resume(DOCUMENT, &PublicResume::default()).unwrap();
        let left = tree.to_string();
        for secret in ["m@example.org", "+1 2", "p.png", "Street", "123", "Ann", "note"] {
            assert!(!left.contains(secret), "{secret} in {left}");
        }
        assert!(left.contains("Lindmark") && left.contains("Museum"));
        let all = PublicResume {
            show: vec![ResumePart::Phone, ResumePart::Street, ResumePart::Email],
            ..PublicResume::default()
        };
        let left = read_resume(DOCUMENT, &all).unwrap().to_string();
        assert!(left.contains("+1 2") && left.contains("Street 1"), "{left}");
        assert!(!left.contains("Lindmark"), "{left}");
    }

    #[test]
    fn parts_without_content_have_no_head() {
        let tree = read_resume(DOCUMENT, &PublicResume::default()).unwrap();
        let titles: Vec<_> =
            sections(Words::of("en"), &tree).into_iter().map(|part| part.title).collect();
        assert_eq!(titles, ["Experience", "Skills"]);
        for strange in ["{}", r#"{"work": 3, "basics": [], "skills": [1, null]}"#] {
            let tree = read_resume(strange, &PublicResume::default()).unwrap();
            assert_eq!(sections(Words::of("en"), &tree).len(), 0);
        }
        assert_eq!(read_resume("[]", &PublicResume::default()), None);
    }
}
