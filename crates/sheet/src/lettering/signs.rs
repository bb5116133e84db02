//! Signs that are made of several, such as a woman and a computer. A part of one says something else.

use std::borrow::Cow;

use faces::needs_face;
use unicode_segmentation::UnicodeSegmentation;

const JOINER: char = '\u{200d}';

/// What only chooses between the black and the coloured form of a sign. Here they have one.
pub(super) fn is_form(character: char) -> bool {
    matches!(character, '\u{fe0e}' | '\u{fe0f}')
}

/// A text without the signs of which a part cannot be drawn.
pub(super) fn whole_signs(text: &str, is_drawn: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(JOINER) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.graphemes(true).filter(|sign| !is_lost(sign, &is_drawn)).collect())
}

/// The signs that are left out there.
pub(super) fn lost_signs(
    text: &str,
    is_drawn: impl Fn(char) -> bool,
) -> impl Iterator<Item = &str> {
    text.graphemes(true).filter(move |sign| is_lost(sign, &is_drawn))
}

fn is_lost(sign: &str, is_drawn: impl Fn(char) -> bool) -> bool {
    let is_picture = |it: char| matches!(it, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    sign.contains(JOINER)
        && sign.contains(is_picture)
        && sign.chars().any(|it| needs_face(it) && !is_form(it) && !is_drawn(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_drawn_whole_or_not_at_all() {
        let text = "Code 👩\u{200d}💻 and ❤\u{fe0f}\u{200d}🔥 می\u{200c}خواهم";
        let with = |lacking: &'static str| move |it: char| !lacking.contains(it);
        assert_eq!(whole_signs(text, with("")), text);
        assert_eq!(whole_signs(text, with("👩")), "Code  and ❤\u{fe0f}\u{200d}🔥 می\u{200c}خواهم");
        assert_eq!(lost_signs(text, with("👩")).collect::<Vec<_>>(), ["👩\u{200d}💻"]);
        // Letters that are joined are no pictures, and what chooses a form needs no face.
        assert_eq!(whole_signs(text, with("ی\u{fe0f}")), text);
    }
}
