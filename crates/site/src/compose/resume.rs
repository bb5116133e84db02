//! The owner's resume as a page, made of no more than [`super::public_resume`] has left of it.

use content::settings::ResumePart;
use kernel::Timestamp;
use serde_json::{Value, json};

use super::card::share_card_with;
use super::words::joined;
use super::{Composed, Composer};
use crate::share::Subject;
use crate::view::{
    Alternate, FactValue, Link, Metadata, Picture, ResumeEntry, ResumePage, ResumeSection, Span,
    Words, year_of,
};

impl Composer<'_> {
    /// `tree` is what `read_resume` has left of the document, and `language` the code of what it is written in.
    pub(crate) fn resume(
        &self,
        tree: &Value,
        language: Option<&'static str>,
        updated_at: Timestamp,
        today: &str,
    ) -> Composed {
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
            language: language.filter(|code| self.is_other(code)),
            picture: self.resume_picture(tree, &name),
            name: name.clone(),
            headline: headline.clone(),
            url: format!("{}/resume", self.origin),
            contact: contact(basics),
            downloads: self.resume_files(),
            sections: sections(self.words, tree, today),
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

    /// Whether a language is not that of the page. Only codes of two letters are those of one.
    fn is_other(&self, code: &str) -> bool {
        let site = self.settings.language.to_lowercase();
        code.len() == 2 && site.split(['-', '_']).next() != Some(code)
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

/// What is said of an entry in sentences, and what it is known by.
fn told(words: &Words, entry: &Value, part: &str) -> String {
    let description = match part {
        "work" | "projects" => text(entry, "description"),
        _ => "",
    };
    let score = match text(entry, "score") {
        "" => String::new(),
        score => format!("{}: {score}", words.score),
    };
    let lists = ["courses", "keywords"].map(|name| texts(entry, name).join(", "));
    let [courses, keywords] = &lists;
    joined([description, text(entry, "summary"), &score, courses, keywords])
}

/// With whom something was done. Of a project also as what, as it is on paper.
fn employer(entry: &Value, part: &str, name: &str) -> String {
    match part {
        "projects" => {
            joined([text(entry, "entity"), &texts(entry, "roles").join(", "), text(entry, "type")])
        }
        _ => text(entry, name).to_owned(),
    }
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

/// Whether an entry has no end, and a beginning that is still to come: it does not go on.
pub(crate) fn is_ahead(entry: &Value, today: &str) -> bool {
    let (start, end) = (text(entry, "startDate"), text(entry, "endDate"));
    let length = start.len().min(today.len());
    let is_after = start.get(..length).is_some_and(|start| start > &today[..length]);
    end.is_empty() && year_of(start).len() == 4 && is_after
}

fn sections(words: &'static Words, tree: &Value, today: &str) -> Vec<ResumeSection> {
    let when = |entry: &Value| {
        if is_ahead(entry, today) {
            return format!("{} –", year_of(text(entry, "startDate")));
        }
        let part = |name| Some(text(entry, name).to_owned()).filter(|date| !date.is_empty());
        let span = Span { started: part("startDate"), ended: part("endDate"), words };
        let date = ["date", "releaseDate"].map(|name| text(entry, name)).concat();
        match (span.years(), date.as_str()) {
            (years, "") => years,
            (_, date) => year_of(date).to_owned(),
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
                    employer: self::employer(entry, name, employer),
                    text: told(words, entry, name),
                    lines: texts(entry, "highlights"),
                }
            })
            .collect(),
        text: String::new(),
    };
    let plain = |name: &str, title: &str, head: &str, more: &str| {
        let line = |entry: &Value| {
            let (head, keywords) = (text(entry, head), texts(entry, "keywords").join(", "));
            let more = joined([keywords.as_str(), text(entry, more)]);
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
        timed("projects", &words.projects, ["name", ""], ""),
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
    use career::printing::Told;
    use content::settings::PublicResume;

    use super::super::read_resume;
    use super::*;

    fn shown(tree: &Value) -> Vec<ResumeSection> {
        let told = Told { written: tree, read: tree, has_place_in_one_text: false };
        sections(Words::of("en"), &read_resume(told, &PublicResume::default()), "2026-11-16")
    }

    #[test]
    fn what_is_to_begin_does_not_go_on_and_words_stay_whole() {
        let tree = json!({"work": [
            {"name": "Museum", "startDate": "2027-02"},
            {"name": "Mill", "startDate": "2026-11-17"},
            {"name": "Dam", "startDate": "2026-11"},
            {"name": "Forge", "startDate": "2014", "endDate": "?"},
            {"name": "Bakery", "startDate": "about 2012", "endDate": "when it rains"},
        ]});
        let told: Vec<String> =
            shown(&tree).into_iter().flat_map(|it| it.entries).map(|it| it.when).collect();
        let said = ["2027 –", "2026 –", "2026 – now", "2014 – ?", "about 2012 – when it rains"];
        assert_eq!(told, said);
    }

    #[test]
    fn parts_without_content_have_no_head() {
        let tree = json!({
            "work": [{"name": "Museum", "position": "Head", "startDate": "2019-02"}, {}],
            "skills": [{"name": "Rust", "keywords": ["axum"]}],
            "publications": [{"name": "Plates", "releaseDate": "2021-05-01"}],
        });
        let parts = shown(&tree);
        let titles: Vec<_> = parts.iter().map(|part| part.title.as_str()).collect();
        assert_eq!(titles, ["Experience", "Publications", "Skills"]);
        assert_eq!(parts[1].entries[0].when, "2021");
        for strange in [json!({}), json!({"work": 3, "basics": [], "skills": [1, null]}), json!([])]
        {
            assert_eq!(shown(&strange).len(), 0);
        }
    }
    #[test]
    fn the_page_says_what_paper_says() {
        let tree = json!({
            "projects": [{"name": "Atlas", "description": "Maps of ferns.", "entity": "Fern Club", "roles": ["Lead", "Editor"],
                          "type": "book", "keywords": ["ink"]}],
            "education": [{"studyType": "MSc", "institution": "Academy", "score": "1.6", "courses": ["Steam"]}],
            "skills": [{"name": "Rust", "level": "expert", "keywords": ["axum"]}],
        });
        let parts = shown(&tree);
        let (project, school) = (&parts[0].entries[0], &parts[1].entries[0]);
        assert_eq!(project.employer, "Fern Club · Lead, Editor · book");
        assert_eq!(project.text, "Maps of ferns. · ink");
        assert_eq!(school.text, "Score: 1.6 · Steam");
        assert_eq!(parts[2].text, "Rust: axum · expert.");
    }
}
