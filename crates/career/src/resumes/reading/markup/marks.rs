//! Markdown in a line.

use super::tags::linked;

/// A line without what emphasises, and with its links in words.
pub(super) fn without_marks(line: &str) -> String {
    let mut text = without_links(line);
    text = without_pairs(&text, "~~", false);
    for mark in ["***", "**", "__", "*", "_", "`"] {
        text = without_pairs(&text, mark, true);
    }
    for escaped in ["\\*", "\\_", "\\#", "\\[", "\\]", "\\`", "\\-"] {
        text = text.replace(escaped, &escaped[1..]);
    }
    text
}

/// `[words](address)`, `![words](address)` and `<https://…>`.
fn without_links(line: &str) -> String {
    let mut found = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['[', '<']) {
        let here = &rest[at..];
        if let Some((address, after)) =
            here.strip_prefix('<').and_then(|inside| inside.split_once('>'))
            && (address.starts_with("https://") || address.starts_with("http://"))
        {
            found.push_str(&rest[..at]);
            found.push_str(address);
            rest = after;
            continue;
        }
        let parts = here.strip_prefix('[').and_then(|inside| {
            let (words, behind) = inside.split_once("](")?;
            let (address, after) = behind.split_once(')')?;
            (!words.contains(['[', ']'])).then_some((words, address, after))
        });
        let Some((words, address, after)) = parts else {
            let next = at + here.chars().next().map_or(1, char::len_utf8);
            found.push_str(&rest[..next]);
            rest = &rest[next..];
            continue;
        };
        let before = &rest[..at];
        match before.strip_suffix('!') {
            Some(before) => {
                found.push_str(before);
                found.push_str(words);
            }
            None => {
                found.push_str(before);
                let address = address.split_whitespace().next().unwrap_or_default();
                found.push_str(&linked(words, address));
            }
        }
        rest = after;
    }
    found + rest
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
        let close = text[inside..].match_indices(mark).map(|(at, _)| inside + at).find(|close| {
            *close > inside
                && text[..*close].ends_with(|c: char| !c.is_whitespace() && c != '\\')
                && !text[close + mark.len()..].starts_with(|c: char| is_word(c) || mark.contains(c))
        });
        let is_name = |close: &usize| mark == "__" && NAMES.contains(&&text[inside..*close]);
        if let Some(close) = close.filter(|close| opens && is_name(close)) {
            from = close + mark.len();
            continue;
        }
        match close.filter(|_| opens) {
            Some(close) if !stays => {
                text.replace_range(open..close + mark.len(), "");
                from = open;
            }
            Some(close) => {
                text.replace_range(close..close + mark.len(), "");
                text.replace_range(open..inside, "");
                // From where the words are now: both marks before this place are gone.
                from = close - mark.len();
            }
            None => from = inside,
        }
    }
    text
}
