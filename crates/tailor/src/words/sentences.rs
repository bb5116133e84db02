/// A sentence of a text as it is written, with its place in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sentence<'a> {
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
    /// Where it begins in bytes.
    pub offset: usize,
}

/// The sentences and lines of a text, trimmed; also the parts of an entry's description, which are
/// set apart by dots at middle height. None is empty.
pub(crate) fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut found = Vec::new();
    let (mut begin, mut position) = ((0, 0), 0);
    let mut characters = text.char_indices().peekable();
    let mut word = 0;
    while let Some((at, c)) = characters.next() {
        position += 1;
        let next = characters.peek().map(|(_, next)| *next);
        let ends = match c {
            '\n' | '\r' | ';' | '·' | '•' | '。' | '！' | '？' => true,
            '!' | '?' => next.is_none_or(char::is_whitespace),
            // A dot after one letter, or within a number, is an abbreviation's.
            '.' => next.is_none_or(char::is_whitespace) && word != 1,
            _ => false,
        };
        word = if c.is_alphanumeric() { word + 1 } else { 0 };
        if ends {
            let end = (at + c.len_utf8(), position);
            push(text, begin, end, &mut found);
            begin = end;
        }
    }
    push(text, begin, (text.len(), position), &mut found);
    found
}

fn push<'a>(
    text: &'a str,
    from: (usize, usize),
    to: (usize, usize),
    found: &mut Vec<Sentence<'a>>,
) {
    let part = &text[from.0..to.0];
    let separator = |c: char| c.is_whitespace() || matches!(c, '·' | '•' | ';');
    let left = part.trim_start_matches(separator);
    let trimmed = left.trim_end_matches(separator);
    if !trimmed.is_empty() {
        let skipped = part.len() - left.len();
        let start = from.1 + part[..skipped].chars().count();
        let end = start + trimmed.chars().count();
        found.push(Sentence { text: trimmed, start, end, offset: from.0 + skipped });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_their_places_in_characters() {
        let text = "Błysk S.A. grew. Cut it by 1.5 %!\n Taught · Paid";
        let found: Vec<_> = sentences(text).into_iter().map(|s| (s.text, s.start, s.end)).collect();
        let expected = [
            ("Błysk S.A. grew.", 0, 16),
            ("Cut it by 1.5 %!", 17, 33),
            ("Taught", 35, 41),
            ("Paid", 44, 48),
        ];
        assert_eq!(found, expected);
        for (part, start, end) in found {
            let cut: String = text.chars().skip(start).take(end - start).collect();
            assert_eq!(cut, part);
        }
    }
}
