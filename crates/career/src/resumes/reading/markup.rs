//! Texts that were written for a page: HTML and Markdown become the words that a reader of that page
//! would see. A text without markup stays as it is, to the letter.

use super::addresses::{is_dangerous, web};

pub(super) fn clean(text: &str) -> String {
    let marked = text.contains(['<', '&', '*', '_', '`', '[', '#', '>', '~', '\\']);
    let plain = |line: &str| !is_sign(line, text);
    let listed = text.lines().map(str::trim_start).any(|it| plain(it) && unlisted(it) != it);
    // Nearly all texts. They must come back to the letter.
    if !marked && !listed {
        return text.to_owned();
    }
    let text = without_tags(text);
    let lines = text.lines().map(|line| {
        let bare = line.trim_start();
        if is_sign(bare, &text) {
            return without_marks(bare);
        }
        let bare = bare.strip_prefix("> ").unwrap_or(bare);
        without_marks(unlisted(unheaded(bare)))
    });
    let lines: Vec<String> = lines.collect();
    let mut found = String::new();
    for line in lines.iter().map(|line| line.trim()) {
        // One empty line is a paragraph; more are none.
        if line.is_empty() && (found.is_empty() || found.ends_with("\n\n")) {
            continue;
        }
        found.push_str(line);
        found.push('\n');
    }
    found.trim_end().to_owned()
}

/// Whether a line begins with a mark that may belong to its figure: `- 8 % costs`, `> 90 % of all`, `# 1 in
/// sales`. Not where other lines of the text begin with the same mark before a word.
fn is_sign(line: &str, text: &str) -> bool {
    let after = |line: &str| -> Option<(char, bool)> {
        let mut characters = line.trim_start().chars();
        let mark = characters.next().filter(|c| matches!(c, '-' | '–' | '—' | '+' | '>' | '#'))?;
        let rest = characters.as_str().trim_start();
        let signs = [' ', '-', '−', '+', '<', '>', '~', '≈', '±', '€', '$', '£', '.', ','];
        Some((mark, rest.trim_start_matches(signs).starts_with(char::is_numeric)))
    };
    let Some((mark, true)) = after(line) else { return false };
    !text.lines().any(|other| after(other) == Some((mark, false)))
}

/// A line without the mark that makes it an item. A minus before a figure is no mark.
fn unlisted(line: &str) -> &str {
    let mut characters = line.chars();
    let rest = match characters.next() {
        Some('·' | '•' | '▪' | '●' | '◦' | '‣' | '■' | '►' | '➢' | '✓' | '✔') => {
            characters.as_str()
        }
        Some('-' | '*' | '–' | '—' | '+')
            if characters.as_str().starts_with([' ', '\t', '\u{a0}']) =>
        {
            characters.as_str()
        }
        _ => return line,
    };
    rest.trim_start()
}

/// `## Heading`
fn unheaded(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    let marks = line.len() - rest.len();
    if (1..=6).contains(&marks) && rest.starts_with(' ') { rest.trim_start() } else { line }
}

/// Tags that begin a line of their own, and others that are known. What is not known is no tag:
/// `a < b`, `Vec<T>`.
const BLOCKS: [&str; 14] =
    ["p", "br", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "hr"];
const INLINE: [&str; 15] = [
    "a", "b", "i", "u", "em", "strong", "span", "code", "small", "font", "abbr", "mark", "ins",
    "table", "section",
];
/// Side by side and yet apart: `<td>2019</td><td>5 people</td>` is no year 20195.
const CELLS: [&str; 4] = ["td", "th", "dt", "dd"];
/// Set higher or lower: `10<sup>6</sup>` is no 106.
const RAISED: [&str; 2] = ["sup", "sub"];
/// What nobody sees, and what the owner has struck out: it is not said any more.
const SILENT: [&str; 6] = ["script", "style", "iframe", "del", "s", "strike"];
const LONGEST_TAG: usize = 1000;

fn without_tags(text: &str) -> String {
    let mut found = String::new();
    // The address of the link that is open, and where its words begin.
    let mut link: Option<(String, usize)> = None;
    // Where words that are set higher or lower begin, the innermost last, and whether they are higher.
    let mut raised: Vec<(usize, bool)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        found.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('&') {
            let (character, length) = entity(rest).unwrap_or(("&".to_owned(), 1));
            found.push_str(&character);
            rest = &rest[length..];
            continue;
        }
        if let Some(end) = rest.strip_prefix("<!--").and_then(|comment| comment.find("-->")) {
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
            rest = end_of(rest, &name).map_or("", |end| &rest[end..]);
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
        } else if BLOCKS.contains(&name.as_str()) && !found.is_empty() && !found.ends_with('\n') {
            found.push('\n');
        }
    }
    found.push_str(rest);
    // Never closed: their first word, as the figure in `10<sup>6 events`.
    while let Some((begin, higher)) = raised.pop() {
        let word = found[begin..].find(char::is_whitespace).unwrap_or(usize::MAX);
        set_apart(&mut found, begin, word, higher);
    }
    found
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
        None if is_power && words.chars().all(char::is_alphanumeric) => {
            let is_short = words.chars().count() == 1;
            text.push_str(&if is_short { format!("^{words}") } else { format!("^({words})") });
        }
        None if is_power => text.push_str(&format!("^({words})")),
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
    let lists = [&BLOCKS[..], &INLINE, &CELLS, &RAISED, &SILENT];
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
fn linked(words: &str, address: &str) -> String {
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

const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("bull", "•"),
    ("middot", "·"),
    ("hellip", "…"),
    ("rsquo", "’"),
    ("lsquo", "‘"),
    ("rdquo", "”"),
    ("ldquo", "“"),
    ("euro", "€"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("agrave", "à"),
    ("ccedil", "ç"),
    ("ntilde", "ñ"),
    ("oslash", "ø"),
    ("aring", "å"),
    ("aelig", "æ"),
    ("reg", "®"),
    ("trade", "™"),
    ("copy", "©"),
];

/// A character that is written by name or number, and how long that is.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.find(';').filter(|end| (2..=10).contains(end))?;
    let name = &text[1..end];
    let numbered =
        name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        });
    // A text may not smuggle control characters in by number.
    let numbered = numbered.and_then(char::from_u32).filter(|c| !c.is_control() || *c == '\n');
    let named =
        || ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, it)| (*it).to_owned());
    Some((numbered.map(String::from).or_else(named)?, end + 1))
}

/// A line without what emphasises, and with its links in words.
fn without_marks(line: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_what_a_reader_sees() {
        for (text, seen) in [
            ("<p>Built <b>the mill</b>.</p><p>Ran it.</p>", "Built the mill.\nRan it."),
            ("<ul><li>One</li><li>Two</li></ul>", "One\nTwo"),
            ("R&amp;D at M&uuml;ller &#8211; &lt;3", "R&D at Müller – <3"),
            ("**Led** a *small* team of `five`", "Led a small team of five"),
            ("- Cut costs", "Cut costs"),
            ("- Cut costs\n- 3 people taught", "Cut costs\n3 people taught"),
            ("**Changed** margins\n- 8 % in all", "Changed margins\n- 8 % in all"),
            ("· Cut costs\n·Raised output", "Cut costs\nRaised output"),
            ("## Summary\n\n\n> Builds mills", "Summary\n\nBuilds mills"),
            ("See [the site](https://example.org/x)", "See the site (https://example.org/x)"),
            ("See [example.org](https://example.org/)", "See example.org"),
            ("See <a href=\"https://example.org\">it</a>.", "See it (https://example.org)."),
            ("A <a href=\"javascript:alert(1)\">trap</a>", "A trap"),
            ("A [trap](javascript:alert(1))", "A trap)"),
            ("<script>alert(1)</script>Calm", "Calm"),
            ("Uses <https://example.org>", "Uses https://example.org"),
            ("![Logo](x.png) Acme", "Logo Acme"),
            (
                "Handled 10<sup>6</sup> events, CO<sub>2</sub>, 1<sup>st</sup>",
                "Handled 10⁶ events, CO₂, 1st",
            ),
            ("<tr><td>2019</td><td>5 people</td></tr>", "2019 5 people"),
            ("<sup>4<a href=\"https://e.org\">x</sup></a>", "4x (https://e.org)"),
            ("10<a href=\"https://e.org\"><sup>6</a></sup>", "10⁶ (https://e.org)"),
            ("10<sup>6 events in 2019", "10⁶ events in 2019"),
            ("10<sup>6<sup> events", "10⁶ events"),
            ("10<sup>6<sup>2</sup></sup>", "10^(6²)"),
            ("2<sup>x</sup> and 10<sup>n+1</sup>", "2^x and 10^(n+1)"),
            ("<s>Led 30 <strong>people</strong>.</s> Taught.", "Taught."),
            ("<del>Led 30 people.</del>Taught.", "Taught."),
            ("~~Led 30 people.~~ Taught.", "Taught."),
        ] {
            assert_eq!(clean(text), seen, "{text}");
        }
    }

    #[test]
    fn what_is_no_markup_stays_to_the_letter() {
        for text in [
            "-8 % costs",
            "C++, C#, F# and C*",
            "snake_case and __init__x",
            "5 * 3 * 2",
            "a < b and b > c",
            "Kept a<b and c>d in order",
            "Cut r<s and t>u by half. Never led.",
            "Vec<T>",
            "AT&T; R&D",
            "[sic] and f(x)[0]",
            "#1 in sales",
            "f(*args, **kwargs)",
            "  two  blanks  ",
            "- 8 % costs",
            "– 8 % costs",
            "+ 5 % sales",
            "> 90 % of all calls",
            "> 1,000,000 readers",
            "# 1 in sales",
            "- € 5 M lost",
        ] {
            assert_eq!(clean(text), text);
        }
    }
}
