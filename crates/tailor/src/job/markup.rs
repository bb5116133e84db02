//! A post that was pasted as HTML, as the text that a page shows of it.

use std::borrow::Cow;

use crate::{character, is_turn};

/// Tags by which HTML is known. A post about `Vec<String>` has none of them.
const KNOWN: &str = " a article b body br dd div dl dt em h1 h2 h3 h4 h5 h6 head header html i li main meta ol p pre \
    script section span strong style table tbody td th title tr u ul ";
/// Tags that begin and end a line, and those that hold nothing to be read.
const BLOCKS: &str = " address article aside blockquote body br dd div dl dt fieldset figure footer form header hr html li \
    main nav ol p pre section table tbody thead title tr ul h1 h2 h3 h4 h5 h6 ";
const UNREAD: [&str; 7] = ["script", "style", "noscript", "template", "svg", "iframe", "textarea"];

fn is_one_of(list: &str, name: &str) -> bool {
    !name.is_empty() && list.contains(&format!(" {name} "))
}

/// The text of a post. What is no HTML stays as it is, but for names of characters.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if is_markup(text) {
        return Cow::Owned(decoded(&without_tags(text)));
    }
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    // Some pages give out their markup as text.
    let once = decoded(text);
    match is_markup(&once) {
        true => Cow::Owned(decoded(&without_tags(&once))),
        false => Cow::Owned(once),
    }
}

fn is_markup(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some((name, _, _)) = tag(rest)
            && is_one_of(KNOWN, &name)
        {
            return true;
        }
    }
    false
}

/// The name of the tag that a text begins with behind its `<`, whether it closes, and where it ends.
fn tag(text: &str) -> Option<(String, bool, usize)> {
    let is_closing = text.starts_with('/');
    let named = text.strip_prefix('/').unwrap_or(text);
    let length = named.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(named.len());
    let name = named[..length].to_ascii_lowercase();
    let behind = named[length..].chars().next();
    let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && behind.is_some_and(|c| c.is_whitespace() || matches!(c, '>' | '/'));
    let mut quote = None;
    for (at, sign) in text.char_indices().filter(|_| is_tag) {
        match (quote, sign) {
            (None, '>') => return Some((name, is_closing, at + 1)),
            (None, '"' | '\'') if text[..at].ends_with('=') => quote = Some(sign),
            (Some(open), sign) if open == sign => quote = None,
            _ => {}
        }
        // No tag is as long as this; a quote that nobody closes ends nothing.
        if at > LONGEST_TAG {
            break;
        }
    }
    None
}

const LONGEST_TAG: usize = 4_000;

fn without_tags(text: &str) -> String {
    let mut page = Page::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        page.say(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            continue;
        }
        if rest.starts_with(['!', '?']) {
            rest = rest.split_once('>').map_or("", |(_, behind)| behind);
            continue;
        }
        let Some((name, is_closing, end)) = tag(rest) else {
            page.say("<");
            continue;
        };
        rest = &rest[end..];
        if !is_closing && UNREAD.contains(&name.as_str()) {
            rest = behind(rest, &name);
        } else if name == "li" && !is_closing {
            page.begin("\u{2022} ");
        } else if is_one_of(BLOCKS, &name) {
            page.begin("");
            // A heading or a paragraph stands apart from what is above it.
            page.is_apart |= name == "p" || name.starts_with('h') && name.len() == 2;
        } else if matches!(name.as_str(), "td" | "th") {
            page.say(" ");
        }
    }
    page.say(rest);
    page.text
}

/// What follows the end of an element that is not read; nothing where it has none.
fn behind<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        let is_it = rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
        if is_it {
            return rest.split_once('>').map_or("", |(_, behind)| behind);
        }
    }
    ""
}

/// Lines as a page shows them: blanks run together, and only tags part lines.
#[derive(Default)]
struct Page {
    text: String,
    /// What the next words stand behind.
    mark: Option<&'static str>,
    is_apart: bool,
}

impl Page {
    fn begin(&mut self, mark: &'static str) {
        // A list item keeps its mark though a paragraph begins in it.
        if self.mark.is_none_or(str::is_empty) {
            self.mark = Some(mark);
        }
    }

    fn say(&mut self, words: &str) {
        let begins_apart = words.starts_with(char::is_whitespace);
        let mut words_of = words.split_whitespace().peekable();
        if words_of.peek().is_none() {
            self.gap(begins_apart);
            return;
        }
        if let Some(mark) = self.mark.take() {
            let end = self.text.trim_end().len();
            self.text.truncate(end);
            if !self.text.is_empty() {
                self.text.push_str(if self.is_apart && mark.is_empty() { "\n\n" } else { "\n" });
            }
            self.text.push_str(mark);
            self.is_apart = false;
        } else {
            self.gap(begins_apart);
        }
        for (number, word) in words_of.enumerate() {
            if number > 0 {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        self.gap(words.ends_with(char::is_whitespace));
    }

    fn gap(&mut self, is_there: bool) {
        if is_there && self.mark.is_none() && !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }
}

/// A text with the characters that stand there by name or number.
fn decoded(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        found.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let named = rest.split_once(';').filter(|(name, _)| name.len() <= 8);
        match named.and_then(|(name, behind)| Some((shown(name)?, behind))) {
            Some((character, behind)) => {
                found.push(character);
                rest = behind;
            }
            None => found.push('&'),
        }
    }
    found + rest
}

/// What controls or turns text stays as it is written.
fn shown(name: &str) -> Option<char> {
    character(name).filter(|sign| (!sign.is_control() || *sign == '\n') && !is_turn(*sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_it_shows() {
        for (html, text) in [
            (
                "<h2>Miller</h2>\n<p>We run\n a <b>mill</b>.</p><ul><li>Grind &amp; sift</li>\n<li><p>Mend <i>wheel</i>s</p></li></ul><p>Bye</p>",
                "Miller\n\nWe run a mill.\n• Grind & sift\n• Mend wheels\n\nBye",
            ),
            ("One<br>two<br/>three", "One\ntwo\nthree"),
            (
                "<style>p { color: red }</style><p>Seen</p><script>if (a < b) { say('<p>') }</script>",
                "Seen",
            ),
            ("<!-- <p>no</p> --><!DOCTYPE html><p title=\"a > b\">Yes</p>", "Yes"),
            (
                "&lt;p&gt;We need Go&lt;/p&gt;&lt;ul&gt;&lt;li&gt;R&amp;amp;D&lt;/li&gt;&lt;/ul&gt;",
                "We need Go\n• R&D",
            ),
            (
                "<table><tr><td>Place</td><td>Dam</td></tr><tr><td>Pay</td></tr></table>",
                "Place Dam\nPay",
            ),
            (
                "<p>K&uuml;che &#8211; caf&#xe9;&nbsp;&unknown; R&D</p>",
                "Küche – café &unknown; R&D",
            ),
            ("<p>5 < 6 and a<b</p>", "5 < 6 and a<b"),
            ("<p>x&#x202e;y&#0;</p>", "x&#x202e;y&#0;"),
            ("<script>never closed", ""),
            ("<p>open <a href=\"x", "open <a href=\"x"),
        ] {
            assert_eq!(plain(html).trim(), text, "{html}");
        }
    }

    #[test]
    fn what_is_no_markup_stays() {
        for text in [
            "We use Vec<String> and a<b",
            "Less than <5 years>",
            "R&D, Q&A\n  - kept\n\n  as it is",
            "a < b > c",
            "",
        ] {
            assert_eq!(plain(text), text);
        }
        assert_eq!(plain("R&amp;D\nx"), "R&D\nx");
        assert!(plain(&"<p".repeat(20_000)).len() < 50_000);
        assert!(plain(&"<p a=\"".repeat(5_000)).len() < 50_000);
    }
}
