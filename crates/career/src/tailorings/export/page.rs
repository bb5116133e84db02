use edge::html::escape;
use serde_json::Value;

use super::{Entry, Sheet};

pub(in crate::tailorings) const STYLE: &str = include_str!("../../../assets/resume.css");

/// A resume as a page of its own, without script.
pub(in crate::tailorings) fn page(document: &Value) -> String {
    let sheet = Sheet::of(document);
    let title = if sheet.name.is_empty() { "Resume" } else { &sheet.name };
    let sections: String = sheet.sections.iter().map(|(title, it)| section(title, it)).collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><meta name=\"color-scheme\" content=\"light dark\">\
         <title>{}</title><link rel=\"stylesheet\" href=\"/tailorings/resume.css\"></head>\
         <body><main>{}{sections}</main></body></html>\n",
        escape(title),
        head(&sheet),
    )
}

fn head(sheet: &Sheet) -> String {
    let contacts: String = sheet.contacts.iter().map(|(text, href)| contact(text, href)).collect();
    let contacts = wrapped("<ul class=\"contacts\">", &contacts, "</ul>");
    format!(
        "<header>{}{}{contacts}</header>{}",
        element("h1", "", &sheet.name),
        element("p", "label", &sheet.label),
        element("p", "summary", &sheet.summary),
    )
}

fn contact(text: &str, href: &Option<String>) -> String {
    match href.as_deref().filter(|href| is_safe(href)) {
        Some(href) => format!("<li><a href=\"{}\">{}</a></li>", escape(href), escape(text)),
        None => format!("<li dir=\"auto\">{}</li>", escape(text)),
    }
}

/// Links lead to the web or to a mailbox.
fn is_safe(href: &str) -> bool {
    let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
    matches!(scheme.as_str(), "http" | "https" | "mailto") && href.contains(':')
}

fn section(title: &str, entries: &[Entry]) -> String {
    let lines = entries.iter().all(is_line);
    let body: String = match lines {
        true => entries.iter().map(line).collect(),
        false => entries.iter().map(entry).collect(),
    };
    let body = if lines { format!("<dl>{body}</dl>") } else { body };
    format!("<section><h2>{}</h2>{body}</section>", escape(title))
}

/// A name and a few words: skills, languages, interests.
fn is_line(entry: &Entry) -> bool {
    entry.place.is_empty() && entry.dates.is_empty() && entry.points.is_empty()
}

fn line(entry: &Entry) -> String {
    let (title, text) = (escape(&entry.title), escape(&entry.text));
    format!("<div><dt dir=\"auto\">{title}</dt><dd dir=\"auto\">{text}</dd></div>")
}

fn entry(entry: &Entry) -> String {
    let place = element("span", "place", &entry.place);
    let title =
        format!("<h3 dir=\"auto\">{}{place}</h3>", wrapped("<b>", &escape(&entry.title), "</b>"));
    let points: String = entry.points.iter().map(|point| element("li", "", point)).collect();
    format!(
        "<article><div class=\"line\">{title}{}</div>{}{}</article>",
        element("span", "dates", &entry.dates),
        element("p", "", &entry.text),
        wrapped("<ul>", &points, "</ul>"),
    )
}

/// Nothing for no text.
fn element(name: &str, class: &str, text: &str) -> String {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    wrapped(&format!("<{name}{class} dir=\"auto\">"), &escape(text), &format!("</{name}>"))
}

fn wrapped(before: &str, html: &str, after: &str) -> String {
    if html.is_empty() { String::new() } else { format!("{before}{html}{after}") }
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
        let page = page(&document);
        assert!(!page.contains("<script") && !page.contains('\u{1b}'));
        let links: Vec<_> = page.split("href=\"").skip(1).collect();
        for link in links {
            let safe = ["/tailorings/resume.css", "mailto:", "https://example.org/&quot;"];
            assert!(safe.iter().any(|start| link.starts_with(start)), "{link}");
        }
        assert!(page.contains("javascript:alert(1)</li>"));
    }

    #[test]
    fn an_empty_resume_is_a_page_too() {
        let page = page(&json!({}));
        assert!(
            page.contains("<title>Resume</title>")
                && page.contains("<main><header></header></main>")
        );
    }
}
