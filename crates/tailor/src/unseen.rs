//! Characters that nobody sees, and that change what is seen.

use std::borrow::Cow;

/// What turns the direction of text, so that it is read otherwise than it is written. Languages that are
/// written from the right do without: their letters say so themselves.
pub fn is_turn(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text in the order in which it is written.
pub fn without_turns(text: &str) -> Cow<'_, str> {
    match text.contains(is_turn) {
        true => Cow::Owned(text.chars().filter(|character| !is_turn(*character)).collect()),
        false => Cow::Borrowed(text),
    }
}

/// Controls, what changes the direction of text, and what takes no room.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e000}'..='\u{f8ff}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
                | '\u{f0000}'..='\u{10ffff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_as_it_is_written() {
        assert_eq!(without_turns("Rust\u{202e} gnp\u{202c} \u{2066}x\u{2069}"), "Rust gnp x");
        assert!(matches!(without_turns("שלום \u{200f}abc"), Cow::Borrowed(_)));
        assert!(is_invisible('\u{200b}') && is_invisible('\u{2028}') && !is_invisible('x'));
    }
}
