//! Languages made of words: most of them.

use super::languages::{Language, Vocabulary, Word};
use super::pieces::{Ink, Pieces};

pub(super) fn read(pieces: &mut Pieces<'_>, vocabulary: &Vocabulary) {
    let language = vocabulary.language;
    let mut reader = Words::default();
    while let Some(character) = pieces.peek() {
        // Comments first: quotes in them mean nothing. Strings next: signs in them mean nothing.
        if take_comment(pieces, language) || take_string(pieces, language) {
            reader.after_value = true;
            continue;
        }
        if language.patterns && character == '/' && !reader.after_value && take_pattern(pieces) {
            reader.after_value = true;
            continue;
        }
        if take_number(pieces, language) {
            reader.after_value = true;
            continue;
        }
        if language.variables && take_variable(pieces) {
            continue;
        }
        if language.annotations && character == '@' {
            let length = 1 + word_length(&pieces.rest()[1..], language);
            pieces.take(length, Ink::Keyword);
            continue;
        }
        let length = word_length(pieces.rest(), language);
        if length > 0 {
            reader.take_word(pieces, length, vocabulary);
            continue;
        }
        // Blanks change nothing: in `a /b/ c` the sign divides as it does in `a/b`.
        if !character.is_whitespace() {
            reader.after_value = matches!(character, ')' | ']' | '}');
            reader.defines = false;
        }
        pieces.skip_char();
    }
}

#[derive(Default)]
struct Words {
    /// Whether the next word is the name of a function.
    defines: bool,
    /// After a value `/` divides.
    after_value: bool,
}

impl Words {
    fn take_word(&mut self, pieces: &mut Pieces<'_>, length: usize, vocabulary: &Vocabulary) {
        let word = &pieces.rest()[..length];
        let follows_dot = pieces.before() == Some('.');
        let defines = std::mem::take(&mut self.defines);
        self.after_value = true;
        match vocabulary.word(word) {
            // After a dot it is a member, whatever it is called.
            Some(Word::Keyword) if !follows_dot => {
                self.defines = vocabulary.language.definitions.contains(&word);
                self.after_value = false;
                pieces.take(length, Ink::Keyword);
            }
            Some(Word::Constant) if !follows_dot => pieces.take(length, Ink::Constant),
            _ if defines => pieces.take(length, Ink::Name),
            _ if is_shouted(word) => pieces.take(length, Ink::Constant),
            _ => pieces.skip(length),
        }
    }
}

/// `MAX_SIZE`, as constants are written in most languages.
fn is_shouted(word: &str) -> bool {
    word.len() > 1
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// How long the word at the start is; words begin with a letter or a sign that belongs to words.
pub(super) fn word_length(text: &str, language: &Language) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || language.word_signs.contains(c);
    // Signs that may stand in a word but never begin one: there they are operators.
    let starts = text.starts_with(|c: char| {
        c.is_alphabetic()
            || (language.word_signs.contains(c) && !matches!(c, '-' | '\'' | '%' | '?'))
    });
    if !starts {
        return 0;
    }
    text.find(|c: char| !belongs(c)).unwrap_or(text.len())
}

pub(super) fn take_comment(pieces: &mut Pieces<'_>, language: &Language) -> bool {
    if let Some((start, end)) = language.block_comment
        && pieces.rest().starts_with(start)
        && (start != "=begin" || pieces.is_at_line_start())
    {
        let length = comment_length(pieces.rest(), start, end, language.nests);
        pieces.take(length, Ink::Comment);
        return true;
    }
    let starts_line_comment = language.line_comments.iter().any(|start| {
        pieces.rest().starts_with(start)
            // `$#`, `a#b` and `#fff` are no comments.
            && (!matches!(*start, "#" | ";") || pieces.before().is_none_or(char::is_whitespace))
    });
    if starts_line_comment {
        pieces.take(pieces.line_length(), Ink::Comment);
    }
    starts_line_comment
}

fn comment_length(text: &str, start: &str, end: &str, nests: bool) -> usize {
    let bytes = text.as_bytes();
    let mut open = 1;
    let mut position = start.len();
    while position < bytes.len() {
        if bytes[position..].starts_with(end.as_bytes()) {
            open -= 1;
            position += end.len();
            if open == 0 {
                return position;
            }
        } else if nests && bytes[position..].starts_with(start.as_bytes()) {
            open += 1;
            position += start.len();
        } else {
            position += 1;
        }
    }
    bytes.len()
}

pub(super) fn take_string(pieces: &mut Pieces<'_>, language: &Language) -> bool {
    let rest = pieces.rest();
    if language.is_rust
        && let Some(length) = rust_literal(rest)
    {
        pieces.take(length, Ink::Text);
        return true;
    }
    let quote = language.quotes.iter().find(|quote| rest.starts_with(**quote));
    let Some(quote) = quote.copied().filter(|quote| !pieces.is_endless(quote)) else {
        return false;
    };
    // Some languages end such strings by the end of the line, and a lone one would take the rest of
    // the text.
    let is_long = language.long_strings || quote.len() > 1 || quote == "`";
    match string_length(rest, quote, is_long) {
        Ok(length) => {
            pieces.take(length, Ink::Text);
            true
        }
        // A lone quote, such as an apostrophe.
        Err(seen) => {
            pieces.note_endless(quote, seen);
            false
        }
    }
}

/// The length of the string, or how far there is no end of it. A long one without end is all that
/// follows.
fn string_length(text: &str, quote: &str, is_long: bool) -> Result<usize, usize> {
    let mut position = quote.len();
    loop {
        let rest = &text[position..];
        // The quote's first sign stands for all of it, as quotes are one sign repeated.
        let Some(next) = rest.find(|c: char| c == '\\' || c == '\n' || quote.starts_with(c)) else {
            return if is_long { Ok(text.len()) } else { Err(text.len()) };
        };
        let rest = &rest[next..];
        position += next;
        if rest.starts_with(quote) {
            return Ok(position + quote.len());
        }
        match rest.as_bytes()[0] {
            b'\n' if !is_long => return Err(position),
            b'\\' => position += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => position += 1,
        }
    }
}

/// `r#"…"#` and `'x'`; `'a` alone is a lifetime.
fn rust_literal(text: &str) -> Option<usize> {
    if let Some(after) = text.strip_prefix('\'') {
        let mut characters = after.char_indices();
        let (_, first) = characters.next()?;
        if first == '\\' {
            characters.next()?;
            // The longest escape is `\u{10ffff}`. Looking further would find the quote of another
            // literal.
            let end = characters.take(10).find(|(_, character)| *character == '\'')?.0;
            return Some(end + 2);
        }
        let (end, quote) = characters.next()?;
        return (quote == '\'' && first != '\'').then_some(end + 2);
    }
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
    // More than anybody writes. It keeps the text of the end short.
    if hashes > 8 || !after[hashes..].starts_with('"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let from = text.len() - after.len() + hashes + 1;
    Some(text[from..].find(&end).map_or(text.len(), |found| from + found + end.len()))
}

pub(super) fn take_number(pieces: &mut Pieces<'_>, language: &Language) -> bool {
    let rest = pieces.rest();
    let inside_word = pieces
        .before()
        .is_some_and(|before| before.is_alphanumeric() || language.word_signs.contains(before));
    if inside_word || !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let bytes = rest.as_bytes();
    let mut length = 1;
    while let Some(byte) = bytes.get(length) {
        // A point belongs to a number only before a digit: `1..2` is two numbers, and `1.max()` a
        // call.
        let goes_on = byte.is_ascii_alphanumeric()
            || *byte == b'_'
            || (*byte == b'.' && bytes.get(length + 1).is_some_and(u8::is_ascii_digit));
        if !goes_on {
            break;
        }
        length += 1;
    }
    pieces.take(length, Ink::Constant);
    true
}

pub(super) fn take_variable(pieces: &mut Pieces<'_>) -> bool {
    let Some(after) = pieces.rest().strip_prefix('$') else { return false };
    let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let length = match after.chars().next() {
        // A name is not longer, and a brace that is never closed would be looked for to the end.
        Some('{') => after.bytes().take(80).position(|byte| byte == b'}').map_or(0, |end| end + 1),
        Some('?' | '@' | '#' | '!' | '*' | '$') => 1,
        _ => after.find(|c: char| !belongs(c)).unwrap_or(after.len()),
    };
    if length > 0 {
        pieces.take(length + 1, Ink::Constant);
    }
    length > 0
}

/// `/…/flags` within its line.
fn take_pattern(pieces: &mut Pieces<'_>) -> bool {
    const SIGN: &str = "/";
    let rest = pieces.rest();
    if pieces.is_endless(SIGN) {
        return false;
    }
    let mut in_class = false;
    let mut escaped = false;
    for (position, character) in rest.char_indices().skip(1) {
        match character {
            '\n' => {
                pieces.note_endless(SIGN, position);
                return false;
            }
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let after = rest[position + 1..].bytes();
                let flags = after.take(8).take_while(u8::is_ascii_alphabetic).count();
                let length = position + 1 + flags;
                pieces.take(length, Ink::Text);
                return true;
            }
            _ => {}
        }
    }
    pieces.note_endless(SIGN, rest.len());
    false
}
