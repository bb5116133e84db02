//! Text for a terminal or a log: what others wrote must not move the cursor, turn the line around or
//! look like a line of its own.

use std::borrow::Cow;
use std::fmt::Write;

/// How a letter that must not stand bare is written instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `\u{202e}`
    Text,
    /// `\u202e`, as inside a JSON text.
    Json,
}

/// The text with every letter spelled out that acts on a terminal instead of being shown. Line feeds
/// and tabs count among them, unless `keep` says otherwise.
pub fn escape<'a>(text: &'a str, spelling: Spelling, keep: &[char]) -> Cow<'a, str> {
    let acts = |letter: char| !keep.contains(&letter) && is_active(letter);
    // Nearly always nothing is to be done, and nothing is copied then.
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match (acts(letter), spelling) {
            (false, _) => escaped.push(letter),
            (true, Spelling::Text) => escaped.extend(letter.escape_unicode()),
            (true, Spelling::Json) => {
                // JSON knows only units of two bytes.
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    write!(escaped, "\\u{unit:04x}").expect("a text takes all text");
                }
            }
        }
    }
    Cow::Owned(escaped)
}

/// Controls of both tables, separators of lines, what changes the direction of writing, and what is
/// not seen at all.
fn is_active(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_what_is_shown_reaches_a_terminal() {
        for harmless in ["", "plain", "é ü 漢字 👩\u{200d}🚀 עברית"] {
            assert_eq!(escape(harmless, Spelling::Text, &[]), harmless);
        }
        let hostile = "a\u{1b}[2J\u{9b}b\u{202e}c\u{2028}d\n";
        let shown = "a\\u{1b}[2J\\u{9b}b\\u{202e}c\\u{2028}d\\u{a}";
        assert_eq!(escape(hostile, Spelling::Text, &[]), shown);
        let json = "a\\u001b[2J\\u009bb\\u202ec\\u2028d\n";
        assert_eq!(escape(hostile, Spelling::Json, &['\n']), json);
        assert_eq!(escape("\u{e0041}", Spelling::Json, &[]), "\\udb40\\udc41");
    }
}
