//! HTML in a text: its tags and the names of its characters.

use tailor::{character, is_turn};

use super::super::addresses::{is_dangerous, web};
use super::lines::Begin;

/// Tags that begin a line of their own, and others that are known. What is not known is no tag:
/// `a < b`, `Vec<T>`.
const BLOCKS: [&str; 29] = [
    "p",
    "br",
    "div",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "tr",
    "hr",
    "pre",
    "blockquote",
    "article",
    "header",
    "footer",
    "main",
    "figure",
    "figcaption",
    "address",
    "dl",
    "dt",
    "aside",
    "nav",
    "details",
    "caption",
];
const INLINE: [&str; 29] = [
    "a", "b", "i", "u", "em", "strong", "span", "code", "small", "font", "abbr", "mark", "ins",
    "table", "section", "kbd", "samp", "var", "cite", "dfn", "big", "tt", "time", "tbody", "thead",
    "center", "tfoot", "wbr", "img",
];
/// What a browser sets in quotation marks. Without them, words of others would be the owner's.
const QUOTE: &str = "q";
/// Side by side and yet apart: `<td>2019</td><td>5 people</td>` is no year 20195.
const CELLS: [&str; 3] = ["td", "th", "dd"];
/// Set higher or lower: `10<sup>6</sup>` is no 106.
const RAISED: [&str; 2] = ["sup", "sub"];
/// What nobody sees, and what the owner has struck out: it is not said any more.
const SILENT: [&str; 6] = ["script", "style", "iframe", "del", "s", "strike"];
const LONGEST_TAG: usize = 1000;

/// A text without its tags, with a sign before each line that a tag begins; and whether words of it are gone.
pub(super) fn without_tags(text: &str) -> (String, bool) {
    let mut found = String::new();
    let mut is_less = false;
    // The address of the link that is open, and where its words begin.
    let mut link: Option<(String, usize)> = None;
    // Where words that are set higher or lower begin, the innermost last, and whether they are higher.
    let mut raised: Vec<(usize, bool)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        found.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('&') {
            let (shown, length) = entity(rest).unwrap_or(("&".to_owned(), 1));
            found.push_str(&shown);
            rest = &rest[length..];
            continue;
        }
        if let Some(end) = rest.strip_prefix("<!--").and_then(|comment| comment.find("-->")) {
            is_less |= !rest["<!--".len()..][..end].trim().is_empty();
            rest = &rest[end + "<!---->".len()..];
            continue;
        }
        // No tag that we know: the sign is part of the text.
        let Some((name, inside, after)) = tag(rest) else {
            found.push('<');
            rest = &rest[1..];
            continue;
        };
        let closes = rest.starts_with("</");
        rest = after;
        if SILENT.contains(&name.as_str()) && !closes {
            let (silent, behind) = rest.split_at(end_of(rest, &name).unwrap_or(rest.len()));
            is_less |= !silent.trim().is_empty();
            rest = behind;
        } else if RAISED.contains(&name.as_str()) {
            if !closes {
                raised.push((found.len(), name == "sup"));
            } else if let Some((begin, higher)) = raised.pop() {
                set_apart(&mut found, begin, usize::MAX, higher);
                // Its letters may have other lengths now. Tags that cross are taken as nested.
                link = link.map(|(address, at)| (address, at.min(begin)));
            }
        } else if CELLS.contains(&name.as_str()) {
            if !found.is_empty() && !found.ends_with(char::is_whitespace) {
                found.push(' ');
            }
        } else if name == QUOTE {
            found.push('"');
        } else if name == "img" {
            // Of a picture its words are shown.
            found.push_str(&attribute(inside, "alt").unwrap_or_default());
        } else if name == "a" && !closes {
            link = attribute(inside, "href").map(|address| (address, found.len()));
        } else if name == "a" {
            if let Some((address, begin)) = link.take() {
                while let Some((at, higher)) = raised.pop_if(|(at, _)| *at >= begin) {
                    set_apart(&mut found, at, usize::MAX, higher);
                }
                let words = found.split_off(begin);
                found.push_str(&linked(&words, &address));
            }
        } else if BLOCKS.contains(&name.as_str()) {
            let begins = match name.as_str() {
                "li" | "dt" if !closes => Begin::Item,
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if !closes => Begin::Heading,
                "br" | "div" | "tr" => Begin::Break,
                _ => Begin::Paragraph,
            };
            begins.put(&mut found);
        }
    }
    found.push_str(rest);
    // Never closed: their first word, as the figure in `10<sup>6 events`.
    while let Some((begin, higher)) = raised.pop() {
        let word = found[begin..].find(char::is_whitespace).unwrap_or(usize::MAX);
        set_apart(&mut found, begin, word, higher);
    }
    (found, is_less)
}

/// Where the tag that ends an element stands. `</strong>` does not end `<s>`.
fn end_of(text: &str, name: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let tag = format!("</{name}");
    let ends = |at: &usize| {
        let after = &lower[at + tag.len()..];
        after.starts_with(|c: char| c == '>' || c.is_whitespace())
    };
    lower.match_indices(&tag).map(|(at, _)| at).find(ends)
}

/// Words of so many bytes that are set higher or lower: in signs that stay so, where there are such. Others
/// behind a figure are a power of it (`2^n`), unless they make it an ordinal (`1st`).
fn set_apart(text: &mut String, begin: usize, length: usize, higher: bool) {
    const PLAIN: &str = "0123456789+-−";
    let signs = if higher {
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"
    } else {
        "₀₁₂₃₄₅₆₇₈₉₊₋₋"
    };
    let sign =
        |c: char| PLAIN.chars().position(|plain| plain == c).and_then(|at| signs.chars().nth(at));
    let mut words = text.split_off(begin);
    let after = words.split_off(length.min(words.len()));
    let is_power = higher
        && text.ends_with(|c: char| c.is_numeric())
        && !words.trim().is_empty()
        && !ORDINALS.contains(&words.trim().to_lowercase().as_str());
    match words.chars().map(sign).collect::<Option<String>>() {
        Some(signs) => text.push_str(&signs),
        None if is_power => {
            let is_letter = words.chars().count() == 1 && words.chars().all(char::is_alphanumeric);
            text.push_str(&if is_letter { format!("^{words}") } else { format!("^({words})") });
        }
        None => text.push_str(&words),
    }
    text.push_str(&after);
}

const ORDINALS: [&str; 16] =
    ["st", "nd", "rd", "th", "e", "er", "re", "ère", "ème", "de", "ste", "o", "a", "º", "ª", "tm"];

/// Attributes that stand without a value.
const BARE: [&str; 8] =
    ["reversed", "nowrap", "noshade", "async", "defer", "allowfullscreen", "hidden", "itemscope"];

/// The name of a known tag, what stands in it, and what comes behind it.
fn tag(text: &str) -> Option<(String, &str, &str)> {
    let end = text.find('>').filter(|end| *end <= LONGEST_TAG)?;
    let inside = text[1..end].trim_start_matches('/').trim_end_matches('/');
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect();
    let name = name.to_ascii_lowercase();
    let behind = &inside[name.len()..];
    let parted = behind.is_empty() || behind.starts_with(char::is_whitespace);
    // `a<b and c>d` compares.
    let first = behind.split_whitespace().next().unwrap_or("=");
    let parted = parted && (first.contains('=') || BARE.contains(&first));
    let lists = [&BLOCKS[..], &INLINE, &CELLS, &RAISED, &SILENT, &[QUOTE]];
    let known = lists.iter().any(|tags| tags.contains(&name.as_str()));
    (known && parted && !inside.contains('<')).then(|| (name, inside, &text[end + 1..]))
}

fn attribute(inside: &str, name: &str) -> Option<String> {
    let at = inside.to_ascii_lowercase().find(&format!("{name}="))? + name.len() + 1;
    let value = inside.get(at..)?;
    let quoted =
        |quote: char| value.strip_prefix(quote).and_then(|value| value.split(quote).next());
    let value = quoted('"').or_else(|| quoted('\'')).or_else(|| value.split_whitespace().next());
    value.map(str::to_owned)
}

/// The words of a link with its address behind them, unless they say it or it leads nowhere.
pub(super) fn linked(words: &str, address: &str) -> String {
    // An address that does something is dropped, and its words stay.
    let known = (!is_dangerous(address)).then(|| web(address).ok().flatten()).flatten();
    let bare = |text: &str| {
        let text = text.trim().trim_start_matches("mailto:").trim_start_matches("https://");
        text.trim_start_matches("http://").trim_end_matches('/').to_owned()
    };
    match known {
        Some(address) if bare(words).is_empty() => address,
        Some(address) if bare(words) != bare(&address) => format!("{words} ({address})"),
        _ => words.to_owned(),
    }
}

/// The names of characters once more, as often as they were encoded. What comes of it is text, whatever it looks
/// like.
pub(super) fn without_entities(text: &str) -> String {
    const MOST: usize = 4;
    let mut text = text.to_owned();
    for _ in 0..MOST {
        let mut found = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find('&') {
            found.push_str(&rest[..at]);
            rest = &rest[at..];
            let (shown, length) = entity(rest).unwrap_or(("&".to_owned(), 1));
            found.push_str(&shown);
            rest = &rest[length..];
        }
        found.push_str(rest);
        if found == text {
            break;
        }
        text = found;
    }
    text
}

/// A character that is written by name or number, and how long that is.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.find(';').filter(|end| (2..=10).contains(end))?;
    let found = character(&text[1..end])?;
    // A text may not smuggle in by number what controls or turns text.
    let is_text = (!found.is_control() || found == '\n') && !is_turn(found);
    Some((if is_text { found.to_string() } else { String::new() }, end + 1))
}
