//! Markdown in a line.

use super::links::Held;

/// A line without what emphasises, and with its links in words; and whether words of it are gone.
pub(super) fn without_marks(line: &str) -> (String, bool) {
    // In an address a mark is a mark.
    let (whole, held) = Held::take(line);
    let mut text = without_pairs(&whole, "~~", false);
    let is_less = held.had_title || text != whole;
    for mark in ["***", "**", "__", "*", "_", "`"] {
        text = without_pairs(&text, mark, true);
    }
    for escaped in ["\\*", "\\_", "\\#", "\\[", "\\]", "\\`", "\\-"] {
        text = text.replace(escaped, &escaped[1..]);
    }
    (held.put_back(&text), is_less)
}

/// Names that some languages write between lines: `__init__` is no emphasis.
const NAMES: [&str; 28] = [
    "init", "main", "new", "del", "call", "name", "file", "all", "dict", "doc", "class", "slots",
    "version", "str", "repr", "len", "iter", "next", "enter", "exit", "eq", "hash", "getattr",
    "setattr", "getitem", "setitem", "proto", "future",
];

/// A mark opens before a word and closes behind one, and both stand where no letter does: `snake_case`
/// and `5 * 3` hold none. What stands between stays, unless the marks strike it out.
fn without_pairs(text: &str, mark: &str, stays: bool) -> String {
    let mut text = text.to_owned();
    let mut from = 0;
    while let Some(open) = text[from..].find(mark).map(|at| from + at) {
        let inside = open + mark.len();
        let is_word = |c: char| c.is_alphanumeric();
        let opens = !text[..open].ends_with(|c: char| is_word(c) || c == '\\' || mark.contains(c))
            && text[inside..].starts_with(|c: char| !c.is_whitespace() && !mark.contains(c));
        if !opens {
            from = inside;
            continue;
        }
        let close = text[inside..].match_indices(mark).map(|(at, _)| inside + at).find(|close| {
            *close > inside
                && text[..*close].ends_with(|c: char| !c.is_whitespace() && c != '\\')
                && !text[close + mark.len()..].starts_with(|c: char| is_word(c) || mark.contains(c))
        });
        // Where nothing closes behind this mark, nothing does behind a later one.
        let Some(close) = close else { break };
        if mark == "__" && NAMES.contains(&&text[inside..close]) {
            from = close + mark.len();
        } else if stays {
            text.replace_range(close..close + mark.len(), "");
            text.replace_range(open..inside, "");
            // From where the words are now: both marks before this place are gone.
            from = close - mark.len();
        } else {
            text.replace_range(open..close + mark.len(), "");
            from = open;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_marks;

    #[test]
    fn lines_of_nothing_but_marks_come_to_an_end() {
        for part in ["*", "_", "`", "~~", " *a", " __a", "[", "<", "*a* "] {
            let line = part.repeat(30_000 / part.len());
            assert!(without_marks(&line).0.len() <= line.len(), "{part}");
        }
    }
}
