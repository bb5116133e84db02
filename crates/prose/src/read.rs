//! Reads what the sanitiser writes: lower-case names, values in double quotes, every element
//! closed. It is no parser for HTML at large; whatever does not look like that is text, so that no
//! element and no attribute gets through that is not named here.

use std::borrow::Cow;

use crate::tree::{Element, Node, is_void};

/// More than the sanitiser lets through. What lies deeper loses its tags and keeps its text.
const MOST_LEVELS: usize = 160;

const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "section",
    "small",
    "source",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];

const ATTRIBUTES: &[&str] = &[
    "abbr",
    "alt",
    "checked",
    "cite",
    "class",
    "colspan",
    "controls",
    "datetime",
    "decoding",
    "dir",
    "disabled",
    "fetchpriority",
    "height",
    "href",
    "hreflang",
    "lang",
    "loading",
    "loop",
    "muted",
    "open",
    "playsinline",
    "poster",
    "preload",
    "reversed",
    "rowspan",
    "scope",
    "sizes",
    "span",
    "src",
    "srcset",
    "start",
    "title",
    "type",
    "width",
];

enum Tag<'a> {
    Start(Element<'a>),
    End(&'static str),
}

pub(crate) fn read(body: &str) -> Vec<Node<'_>> {
    let mut roots = Vec::new();
    // Elements that are open, each with what it holds so far.
    let mut open: Vec<Element<'_>> = Vec::new();
    let mut rest = body;
    let mut text_from = body;
    while let Some(position) = rest.find('<') {
        let from_tag = &rest[position..];
        let Some((tag, length)) = read_tag(from_tag) else {
            push_text(&mut open, &mut roots, before(text_from, from_tag));
            // Escaped on the way, so that what is text stays text.
            push(&mut open, &mut roots, Node::Text(Cow::Borrowed("&lt;")));
            rest = &from_tag[1..];
            text_from = rest;
            continue;
        };
        push_text(&mut open, &mut roots, before(text_from, from_tag));
        rest = &from_tag[length..];
        text_from = rest;
        match tag {
            Tag::Start(element) if is_void(element.name) => {
                push(&mut open, &mut roots, element.into());
            }
            Tag::Start(element) if open.len() < MOST_LEVELS => open.push(element),
            Tag::Start(_) => {}
            Tag::End(name) => close(&mut open, &mut roots, name),
        }
    }
    push_text(&mut open, &mut roots, text_from);
    // Elements that were never closed end with the body.
    while let Some(element) = open.pop() {
        push(&mut open, &mut roots, element.into());
    }
    roots
}

/// What stands in `from` before `rest`, which is an end of it.
fn before<'a>(from: &'a str, rest: &str) -> &'a str {
    &from[..from.len() - rest.len()]
}

fn push<'a>(open: &mut [Element<'a>], roots: &mut Vec<Node<'a>>, node: Node<'a>) {
    match open.last_mut() {
        Some(parent) => parent.children.push(node),
        None => roots.push(node),
    }
}

fn push_text<'a>(open: &mut [Element<'a>], roots: &mut Vec<Node<'a>>, text: &'a str) {
    if !text.is_empty() {
        push(open, roots, Node::Text(Cow::Borrowed(text)));
    }
}

/// Closes what is open up to the nearest element of that name; without one the tag means nothing.
fn close<'a>(open: &mut Vec<Element<'a>>, roots: &mut Vec<Node<'a>>, name: &str) {
    if !open.iter().any(|element| element.name == name) {
        return;
    }
    while let Some(element) = open.pop() {
        let found = element.name == name;
        push(open, roots, element.into());
        if found {
            return;
        }
    }
}

/// The tag at the start of the text, and how long it is.
fn read_tag(text: &str) -> Option<(Tag<'_>, usize)> {
    let inside = &text[1..];
    if let Some(after) = inside.strip_prefix('/') {
        let end = name_length(after);
        let name = known(ELEMENTS, &after[..end])?;
        return after[end..].starts_with('>').then_some((Tag::End(name), end + 3));
    }
    let end = name_length(inside);
    let name = known(ELEMENTS, &inside[..end])?;
    let mut attributes = Vec::new();
    let mut rest = &inside[end..];
    while let Some(after) = rest.strip_prefix(' ') {
        let (attribute, after) = after.split_at(name_length(after));
        let after = after.strip_prefix("=\"")?;
        let (value, after) = after.split_once('"')?;
        // The sanitiser writes no bracket into a value and gives addresses to links only. What has
        // either was not written by it.
        if let Some(attribute) = known(ATTRIBUTES, attribute)
            && !value.contains(['<', '>'])
            && (attribute != "href" || name == "a")
        {
            attributes.push((attribute, Cow::Borrowed(value)));
        }
        rest = after;
    }
    let rest = rest.strip_prefix('>')?;
    let element = Element { name, attributes, children: Vec::new() };
    Some((Tag::Start(element), text.len() - rest.len()))
}

/// Looks no further than the name, so that a text of nothing but beginnings is read once.
fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count()
}

/// Names come from our own lists, so nothing else can be written.
fn known(names: &'static [&'static str], name: &str) -> Option<&'static str> {
    names.binary_search(&name).ok().map(|index| names[index])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::write;

    fn again(body: &str) -> String {
        let mut html = String::new();
        write(&read(body), &mut html);
        html
    }

    #[test]
    fn what_the_sanitiser_writes_is_read_and_written_unchanged() {
        for body in [
            "",
            "text &amp; &lt;b&gt; a&nbsp;b",
            "<p>a<br>b</p><hr><img src=\"/x\" alt=\"&quot;x&quot;\">",
            "<ul class=\"tasks\"><li><input type=\"checkbox\" disabled=\"\">x</li></ul>",
            "<pre><code class=\"language-rust\">\n\nlet x = 1;</code></pre>",
        ] {
            assert_eq!(again(body), body);
        }
    }

    #[test]
    fn whatever_else_is_text_or_goes() {
        assert_eq!(again("<script>alert(1)</script>"), "&lt;script>alert(1)&lt;/script>");
        assert_eq!(again("<p onclick=\"x\" title=\"y\">z"), "<p title=\"y\">z</p>");
        assert_eq!(again("<p title=x>z</p>"), "&lt;p title=x>z");
        assert_eq!(again("a < b </p></nothing><"), "a &lt; b &lt;/nothing>&lt;");
        assert_eq!(again("<b><i>x</b>y"), "<b><i>x</i></b>y");
        let deep = "<div>".repeat(10_000) + "x";
        assert_eq!(again(&deep).matches("<div>").count(), MOST_LEVELS);
    }

    #[test]
    fn the_lists_are_sorted() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
    }
}
