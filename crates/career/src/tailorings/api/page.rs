use askama::Template;
use edge::page::{Caching, Layout};
use edge::{Html, Page};
use serde_json::Value;

use crate::tailorings::export::{Entry, Sheet};

#[derive(Template)]
#[template(path = "resume.html")]
struct Resume<'a> {
    sheet: &'a Sheet,
}

impl Resume<'_> {
    /// Links lead to the web or to a mailbox.
    fn safe<'a>(&self, href: &'a Option<String>) -> Option<&'a str> {
        let href = href.as_deref()?;
        let (scheme, _) = href.split_once(':')?;
        let scheme = scheme.to_ascii_lowercase();
        matches!(scheme.as_str(), "http" | "https" | "mailto").then_some(href)
    }

    /// A name and a few words: skills, languages, interests.
    fn is_line(entry: &Entry) -> bool {
        entry.place.is_empty() && entry.dates.is_empty() && entry.points.is_empty()
    }
}

/// A resume as a page of its own, to be printed.
pub(super) fn page(document: &Value) -> Page {
    let sheet = Sheet::of(document);
    let title = if sheet.name.is_empty() { "Resume" } else { &sheet.name };
    Page::new(title, Html::of(&Resume { sheet: &sheet }))
        .layout(Layout::Sheet)
        .kind("resume")
        .stylesheet("career/resume.css")
        .caching(Caching::Private)
        .unlisted()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_others_wrote_is_text() {
        let hostile = "<script>alert(1)</script>\u{1b}[31m\" onx='";
        let document = json!({
            "basics": {"name": hostile, "email": hostile, "url": "javascript:alert(1)",
                       "profiles": [{"url": "https://example.org/\"><script>"}, {"url": "DATA:x"}]},
            "work": [{"name": hostile, "summary": hostile, "highlights": [hostile]}],
            "skills": [{"name": hostile, "keywords": [hostile]}],
        });
        let page = page(&document).main.to_string();
        assert!(!page.contains("<script") && !page.contains('\u{1b}'));
        let links: Vec<_> = page.split("href=\"").skip(1).collect();
        for link in links {
            let safe = ["mailto:", "https://example.org/&#34;"];
            assert!(safe.iter().any(|start| link.starts_with(start)), "{link}");
        }
        assert!(page.contains("javascript:alert(1)</li>"));
    }

    #[test]
    fn an_empty_resume_is_a_page_too() {
        let page = page(&json!({}));
        assert_eq!(page.title, "Resume");
        assert_eq!(page.main.as_str().trim(), "<header></header>");
    }
}
