//! From Markdown to the HTML of a body.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::transfer::html::tidy;

pub(super) struct Body {
    pub(super) html: String,
    /// A heading of the first level that begins the text. It is no part of the HTML, unless the text is
    /// called otherwise.
    pub(super) heading: Option<String>,
}

/// `title` is what the text is called, where its front matter says so.
pub(super) fn render(markdown: &str, title: Option<&str>) -> Body {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, options).collect();
    let heading = first_heading(&events);
    if let Some((text, range)) = &heading
        && title.is_none_or(|title| title.trim().eq_ignore_ascii_case(text.trim()))
    {
        events.drain(range.clone());
    }
    let mut out = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut out, with_footnotes(events).into_iter());
    Body { html: out, heading: heading.map(|(text, _)| text) }
}

/// Its text, and which events it is. Comments may stand before it, such as a licence.
fn first_heading(events: &[Event<'_>]) -> Option<(String, Range<usize>)> {
    let start = events.iter().position(|event| !is_block_of_html(event))?;
    let before: String = events[..start].iter().filter_map(html_in).collect();
    if !tidy(&before).trim().is_empty() {
        return None;
    }
    let Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) = &events[start] else {
        return None;
    };
    let mut text = String::new();
    for (place, event) in events.iter().enumerate().skip(start) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Heading(_)) => {
                let whole = start..place + 1;
                return Some((text, whole)).filter(|(text, _)| !text.trim().is_empty());
            }
            _ => {}
        }
    }
    None
}

fn is_block_of_html(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::HtmlBlock) | Event::Html(_) | Event::End(TagEnd::HtmlBlock))
}

fn html_in<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Html(html) => Some(html),
        _ => None,
    }
}

/// Footnotes as bodies have them: links to numbers, and a list at the end in the order of the numbers.
fn with_footnotes(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut numbers: HashMap<CowStr<'_>, usize> = HashMap::new();
    let mut notes: HashMap<CowStr<'_>, Vec<Event<'_>>> = HashMap::new();
    let mut inside: Option<CowStr<'_>> = None;
    let mut text = Vec::with_capacity(events.len());
    for event in events {
        let event = match event {
            Event::Start(Tag::FootnoteDefinition(label)) => {
                notes.entry(label.clone()).or_default();
                inside = Some(label);
                continue;
            }
            Event::End(TagEnd::FootnoteDefinition) => {
                inside = None;
                continue;
            }
            Event::FootnoteReference(label) => {
                let next = numbers.len() + 1;
                let number = *numbers.entry(label).or_insert(next);
                let link = format!("<sup><a href=\"#fn-{number}\">{number}</a></sup>");
                Event::InlineHtml(link.into())
            }
            event => event,
        };
        match inside.as_ref().and_then(|label| notes.get_mut(label)) {
            Some(note) => note.push(event),
            None => text.push(event),
        }
    }
    if numbers.is_empty() {
        return text;
    }
    let mut labels: Vec<_> = numbers.into_iter().collect();
    labels.sort_by_key(|(_, number)| *number);
    text.push(Event::Html("<section class=\"footnotes\"><ol>".into()));
    for (label, _) in labels {
        text.push(Event::Html("<li>".into()));
        // A link to a note that nobody has written keeps its number, and its place stays empty.
        text.extend(notes.remove(&label).unwrap_or_default());
        text.push(Event::Html("</li>".into()));
    }
    text.push(Event::Html("</ol></section>\n".into()));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_at_the_top_is_the_title() {
        let text = "# A *small* `title`\n\nText\n";
        let body = render(text, None);
        assert_eq!(body.heading.as_deref(), Some("A small title"));
        assert_eq!(body.html, "<p>Text</p>\n");
        assert_eq!(render(text, Some("a small title")).html, "<p>Text</p>\n");
        assert!(render(text, Some("Another")).html.starts_with("<h1>"));
        assert_eq!(render("Text\n\n# Later", None).heading, None);
        assert_eq!(render("<b>Text</b>\n\n# Later", None).heading, None);
        let licensed = render("<!--- A\n  licence\n-->\n\n# Title\n\nText\n", None);
        assert_eq!(licensed.heading.as_deref(), Some("Title"));
        assert!(!licensed.html.contains("Title") && licensed.html.contains("Text"));
    }

    #[test]
    fn footnotes_stand_at_the_end_in_the_order_of_their_numbers() {
        let text = "One[^b] two[^a] again[^b]\n\n[^a]: *Note* a\n[^b]: Note b\n";
        let html = render(text, None).html;
        let expected = "<p>One<sup><a href=\"#fn-1\">1</a></sup> two<sup><a href=\"#fn-2\">2</a></sup> \
                        again<sup><a href=\"#fn-1\">1</a></sup></p>\n<section class=\"footnotes\"><ol>\
                        <li><p>Note b</p>\n</li><li><p><em>Note</em> a</p>\n</li></ol></section>\n";
        assert_eq!(html.replace(">\n<", "><"), expected.replace(">\n<", "><"));
    }
}
