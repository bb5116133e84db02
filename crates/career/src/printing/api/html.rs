use askama::Template;
use edge::page::{Caching, Layout};
use edge::{Html, Page};
use http::HeaderValue;
use http::header::REFERRER_POLICY;
use sheet::{Document, Entry, Language, Letter, Look, Order, Part, Phrases, Section};

#[derive(Template)]
#[template(path = "resume.html")]
struct Resume<'a> {
    document: &'a Document,
    look: &'static str,
    paper: &'static str,
    profile: &'static str,
}

impl Resume<'_> {
    fn heading<'s>(&self, section: &'s Section) -> &'s str {
        section.heading(self.document.language)
    }

    fn dates(&self, entry: &Entry) -> String {
        entry.period.told(self.document.language)
    }

    fn is_list(section: &Section) -> bool {
        section.entries.iter().all(Entry::is_line)
    }

    /// Whether a name and what is told of it stand in two columns.
    fn has_terms(section: &Section) -> bool {
        section.entries.iter().any(|entry| !entry.title.is_empty() && !entry.text.is_empty())
    }

    fn comma(&self) -> &'static str {
        self.document.language.words().comma
    }

    /// Short things one behind the other.
    fn run(&self, section: &Section) -> String {
        let texts = section.entries.iter().map(|entry| match entry.title.is_empty() {
            true => entry.text.as_str(),
            false => entry.title.as_str(),
        });
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(self.comma())
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
        profile: words.heading(Part::Profile),
    };
    printable(title, document.language, Html::of(&resume))
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
    printable(title, letter.language, Html::of(&mail))
}

fn printable(title: &str, language: Language, main: Html) -> Page {
    Page::new(title, main)
        .language(language.tag())
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
        assert!(page.contains("javascript:alert(1)</li>"));
    }

    #[test]
    fn an_empty_resume_is_a_page_too() {
        let page = page_of(&json!({}));
        assert_eq!(page.title, "Resume");
        assert!(page.main.as_str().contains("<header></header>"));
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
