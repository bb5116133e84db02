//! Words out of a piece of HTML, where a site has plain text: titles, summaries, names of tags.

use pulldown_cmark::{Event, Parser};

/// No name of a character is longer.
const LONGEST_ENTITY: usize = 40;

/// What numbers from 128 on mean to browsers: the letters of old Windows, which many texts were written with.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// A text without its tags, and with its characters for their names: once, as a browser reads it.
pub(super) fn words_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    // Behind it no tag ends, so none is looked for.
    let last_end = html.rfind('>').unwrap_or(0);
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_before_end = html.len() - rest.len() < last_end;
        let length = match (is_before_end.then(|| tag(rest)).flatten(), entity(rest)) {
            (Some(length), _) => length,
            (None, Some((letters, length))) => {
                text.push_str(&letters);
                length
            }
            (None, None) => {
                text.push_str(&rest[..1]);
                1
            }
        };
        rest = &rest[length..];
    }
    text.push_str(rest);
    text
}

/// How long the tag at the beginning is. A sign for less begins none.
fn tag(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let is_tag = inside.starts_with(|it: char| it.is_ascii_alphabetic() || "/!".contains(it));
    is_tag.then(|| text.find('>').map(|end| end + 1)).flatten()
}

/// What a name or a number of a character means, and how long it is.
pub(super) fn entity(text: &str) -> Option<(String, usize)> {
    let inside = text.strip_prefix('&')?;
    let end = inside.find(|it: char| !it.is_ascii_alphanumeric() && it != '#')?;
    let length = end + 2;
    if !inside[end..].starts_with(';') || length > LONGEST_ENTITY {
        return None;
    }
    // Markdown knows the names of HTML.
    let meant = Parser::new(&text[..length]).filter_map(|event| match event {
        Event::Text(letters) => Some(letters.into_string()),
        _ => None,
    });
    let meant: String = meant.collect::<String>().chars().map(as_browsers_read).collect();
    (!meant.is_empty()).then_some((meant, length))
}

/// A character by its number.
pub(super) fn as_browsers_read(letter: char) -> char {
    let number = usize::try_from(u32::from(letter)).ok().and_then(|it| it.checked_sub(128));
    number.and_then(|number| WINDOWS.chars().nth(number)).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_characters_are_read_once() {
        for (html, words) in [
            ("Fish &amp; Chips", "Fish & Chips"),
            ("&#8220;A&#8221; &hellip; &#x2014; &uuml;", "“A” … — ü"),
            ("&amp;amp; &amp;lt;b&amp;gt;", "&amp; &lt;b&gt;"),
            ("&lt;b&gt;", "<b>"),
            ("<p>a <b>b</b></p>", "a b"),
            ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
            ("AT&T; R&D &unknown; &", "AT&T; R&D &unknown; &"),
            ("a <b", "a <b"),
            ("&nbsp;", "\u{a0}"),
            ("it&#146;s 5 &#128; &#x9f;", "it’s 5 € Ÿ"),
            ("a > b <i>c</i> <b", "a > b c <b"),
        ] {
            assert_eq!(words_of(html), words, "{html}");
        }
    }
}
