//! Names and values: JSON, YAML, TOML, style sheets.

use super::languages::{Vocabulary, Word};
use super::pieces::{Ink, Pieces};
use super::program::{take_comment, take_number, take_string, take_variable, word_length};

/// How far a name may be from its sign.
const MOST_BLANKS: usize = 40;

pub(super) fn read(pieces: &mut Pieces<'_>, vocabulary: &Vocabulary) {
    let language = vocabulary.language;
    while let Some(character) = pieces.peek() {
        // Names before strings, because a name in quotes is both.
        if take_comment(pieces, language) || take_quoted_name(pieces) {
            continue;
        }
        if take_string(pieces, language) || take_number(pieces, language) {
            continue;
        }
        if language.variables && take_variable(pieces) {
            continue;
        }
        if character == '[' && pieces.is_at_line_start() {
            pieces.take(pieces.line_length(), Ink::Name);
            continue;
        }
        let length = word_length(pieces.rest(), language);
        if length == 0 {
            pieces.skip_char();
            continue;
        }
        let word = &pieces.rest()[..length];
        match vocabulary.word(word) {
            // What stands before the sign is a name, also where it is a keyword elsewhere.
            _ if is_followed_by_sign(&pieces.rest()[length..]) => pieces.take(length, Ink::Keyword),
            Some(Word::Keyword) => pieces.take(length, Ink::Keyword),
            Some(Word::Constant) => pieces.take(length, Ink::Constant),
            None if is_colour(word) => pieces.take(length, Ink::Constant),
            None => pieces.skip(length),
        }
    }
}

/// `"name":`
fn take_quoted_name(pieces: &mut Pieces<'_>) -> bool {
    let rest = pieces.rest();
    if !rest.starts_with('"') {
        return false;
    }
    // Names with escapes in them are shown as strings.
    let end = rest[1..].find(['"', '\\', '\n']).filter(|end| rest[1 + end..].starts_with('"'));
    let Some(end) = end else { return false };
    let is_name = is_followed_by_sign(&rest[end + 2..]);
    if is_name {
        pieces.take(end + 2, Ink::Keyword);
    }
    is_name
}

/// `: ` or `=`, but not `::` and not the `:hover` of a selector.
fn is_followed_by_sign(text: &str) -> bool {
    let blanks = text.bytes().take(MOST_BLANKS).take_while(|byte| *byte == b' ').count();
    let mut signs = text[blanks..].chars();
    match signs.next() {
        Some('=') => signs.next() != Some('='),
        Some(':') => signs.next().is_none_or(|next| !next.is_alphabetic() && next != ':'),
        _ => false,
    }
}

fn is_colour(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|digits| {
        (3..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
