use askama::Template;
use edge::page::{Caching, Layout};
use edge::{Html, Page};
use http::HeaderValue;
use http::header::REFERRER_POLICY;
use sheet::{Document, Entry, Letter, Listing, Look, Order, Part, Phrases, Section, Words};

#[derive(Template)]
#[template(path = "resume.html")]
struct Resume<'a> {
    document: &'a Document,
    look: &'static str,
    paper: &'static str,
    direction: &'static str,
    profile: &'static str,
}

impl Resume<'_> {
    fn heading<'s>(&self, section: &'s Section) -> &'s str {
        section.heading(self.document.language)
    }

    fn dates(&self, entry: &Entry) -> String {
        entry.period.told(self.document.language)
    }

    fn listing(&self, section: &Section) -> Option<Listing> {
        section.listing(self.document.language)
    }

    fn words(&self) -> &'static Words {
        self.document.language.words()
    }

    /// Headings and dates say their language where the resume is written in another.
    fn lang(&self) -> String {
        let (own, said) = (self.document.written_in(), self.document.language.tag());
        if own == said { String::new() } else { format!(" lang=\"{said}\"") }
    }
}

/// A resume as a page of its own, to be printed.
pub(super) fn page(document: &Document, order: &Order) -> Page {
    let words = document.language.words();
    let mut document = document.clone();
    if order.look == Look::Compact {
        document.put_in_order(&["skills".to_owned()]);
    }
    let document = &document;
    let title = if document.name.is_empty() { words.resume } else { &document.name };
    let resume = Resume {
        document,
        look: order.look.name(),
        paper: order.paper.name(),
        direction: if document.is_from_right() { "rtl" } else { "ltr" },
        profile: words.heading(Part::Profile),
    };
    printable(title, document.written_in(), Html::of(&resume))
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Mail<'a> {
    letter: &'a Letter,
    /// From whom it is.
    document: &'a Document,
    phrases: &'static Phrases,
    look: &'static str,
    paper: &'static str,
}

impl Mail<'_> {
    fn words(&self) -> &'static Words {
        self.letter.language.words()
    }

    /// A letter is in the language of its phrases.
    fn lang(&self) -> &'static str {
        ""
    }

    fn dates(&self, entry: &Entry) -> String {
        entry.period.told(self.letter.language)
    }
}

/// A letter as a page of its own, to be printed.
pub(super) fn letter_page(letter: &Letter, order: &Order) -> Page {
    let phrases = letter.language.phrases();
    let title = if letter.name.is_empty() { phrases.letter } else { &letter.name };
    let (look, paper) = (order.look.name(), order.paper.name());
    let mail = Mail { letter, document: &letter.head(), phrases, look, paper };
    printable(title, letter.language.tag(), Html::of(&mail))
}

/// With an empty language for one that nobody knows: it is none of the site's.
fn printable(title: &str, language: &str, main: Html) -> Page {
    Page::new(title, main)
        .language(language)
        .layout(Layout::Sheet)
        .kind("resume")
        .stylesheet("sheets.css")
        .stylesheet("career/resume.css")
        .caching(Caching::Private)
        .header(REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
        .unlisted()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sheet::Language;

    use super::*;

    fn page_of(tree: &serde_json::Value) -> Page {
        page(&Document::of_json_resume(tree, Language::English), &Order::default())
    }

    #[test]
    fn what_others_wrote_is_text() {
        let hostile = "<script>alert(1)</script>\u{1b}[31m\" onx='";
        let document = json!({
            "basics": {"name": hostile, "email": hostile, "url": "javascript:alert(1)",
                       "profiles": [{"url": "https://example.org/\"><script>"}, {"url": "DATA:x"}]},
            "work": [{"name": hostile, "summary": hostile, "highlights": [hostile],
                      "url": "javascript:alert(2)"}],
            "skills": [{"name": hostile, "keywords": [hostile]}],
        });
        let page = page_of(&document).main.to_string();
        assert!(!page.contains("<script") && !page.contains('\u{1b}'));
        let links: Vec<_> = page.split("href=\"").skip(1).collect();
        for link in links {
            assert!(link.starts_with("https://example.org/&#34;"), "{link}");
        }
        assert!(page.contains("javascript:alert(1)</bdi></li>"));
    }

    #[test]
    fn an_empty_resume_is_a_page_too() {
        let page = page_of(&json!({}));
        assert_eq!(page.title, "Resume");
        assert!(page.main.as_str().contains("<header></header>"));
    }

    /// As whoever reads a page without its styles hears it.
    fn told(page: &Page) -> String {
        let parts = page.main.as_str().split('<').filter_map(|part| part.split_once('>'));
        parts.map(|(_, text)| text).collect()
    }

    #[test]
    fn a_page_reads_well_without_its_styles() {
        let page = page_of(&json!({
            "basics": {"name": "Ida", "label": "Nurse", "email": "ida@example.org", "summary": "Cares."},
            "work": [{"name": "St. Brigid", "position": "Charge Nurse", "startDate": "2019-11",
                      "summary": "A ward.", "highlights": ["Led twelve", "Cut waiting"]}],
            "skills": [{"name": "Care", "keywords": ["wounds"]}],
        }));
        let told = told(&page);
        let words: Vec<&str> = told.split_whitespace().collect();
        let said = "Ida Nurse ida@example.org Profile Cares. Experience Charge Nurse, St. Brigid Nov 2019 – present \
                    A ward. Led twelve Cut waiting Skills Care: wounds";
        assert_eq!(words.join(" "), said);
    }

    #[test]
    fn a_page_names_the_language_it_is_written_in() {
        let cases =
            [("יעל בן־דוד", "he", "rtl"), ("مريم الخطيب", "", "rtl"), ("สมชาย", "th", "ltr")];
        for (name, language, direction) in cases {
            let page = page_of(&json!({"basics": {"name": name, "summary": name}}));
            assert_eq!(page.language.as_deref(), Some(language), "{name}");
            let main = page.main.as_str();
            assert!(main.contains(&format!("dir=\"{direction}\"")), "{main}");
            assert!(main.contains("<h2 lang=\"en\"><bdi>Profile"), "{main}");
        }
        assert!(
            !page_of(&json!({"basics": {"summary": "Built mills"}}))
                .main
                .as_str()
                .contains("lang=")
        );
    }

    #[test]
    fn headings_and_dates_are_in_the_language_of_the_resume() {
        let tree = json!({
            "basics": {"name": "Ada", "summary": "Baut Mühlen."},
            "work": [{"name": "Mühle", "position": "Müllerin", "startDate": "2019-03"}],
        });
        let document = Document::of_json_resume(&tree, Language::German);
        let page = page(&document, &Order::default());
        let main = page.main.to_string();
        for word in ["Profil", "Berufserfahrung", "März 2019 – heute", "class=\"look classic a4\""]
        {
            assert!(main.contains(word), "{word}: {main}");
        }
    }
}
