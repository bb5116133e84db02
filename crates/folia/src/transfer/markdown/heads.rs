//! Names with values before or in a text that stand in no fence: a comment of Nikola, lines of Pelican and
//! MultiMarkdown, and what Notion writes below the title.

use serde_json::Value;

use crate::transfer::publication::{
    closed_word, fold, hints, is_closed, is_flag, speaks_of_readers,
};

/// More than what stands below a title before the text itself.
const MOST_PARAGRAPHS: usize = 8;
/// As far as anybody looks for fields in a text.
const FIRST_LINES: usize = 100;

type Read<'a> = (Vec<(String, Value)>, &'a str);

/// A comment of lines such as `.. status: private`, and what stands behind it.
pub(super) fn in_comment(text: &str) -> Option<Read<'_>> {
    let (inside, rest) = text.strip_prefix("<!--")?.split_once("-->")?;
    let said = dotted(inside)?;
    (!said.is_empty()).then_some((said, rest))
}

/// All lines as `.. status: private`; none where one is none.
pub(super) fn dotted(text: &str) -> Option<Vec<(String, Value)>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| pair(line.strip_prefix("..")?)).collect()
}

/// A first paragraph of nothing but names with values, of which one is a title or a date.
pub(super) fn in_lines(text: &str) -> Option<Read<'_>> {
    let (head, rest) = first_paragraph(text);
    let mut said: Vec<(String, Value)> = Vec::new();
    for line in head.lines() {
        match (line.starts_with([' ', '\t']), said.last_mut()) {
            // It goes on.
            (true, Some((_, Value::String(value)))) => {
                value.push(' ');
                value.push_str(line.trim());
            }
            (true, _) => return None,
            (false, _) => said.push(pair(line).filter(|(name, _)| is_plain(name))?),
        }
    }
    let is_head = |name: &str| said.iter().any(|(it, _)| fold(it) == name);
    (said.len() > 1 && (is_head("title") || is_head("date"))).then_some((said, rest))
}

/// What the beginning of a text says of readers, below its title, in a comment or by tags. It stays in the text.
pub(super) fn in_text(text: &str) -> Vec<(String, Value)> {
    let mut said = below_title(text);
    said.extend(text.lines().take(FIRST_LINES).filter_map(field));
    said.extend(in_comment(text).into_iter().flat_map(|(said, _)| said));
    said.retain(|(name, value)| {
        let is_closed = value.as_str().is_some_and(|it| closed_word(it).is_some());
        speaks_of_readers(name) || hints(&fold(name)) || is_closed || is_flag(value)
    });
    // Obsidian has tags in lines of their own.
    let is_tag = |word: &str| {
        word.strip_prefix('#').is_some_and(|it| !it.starts_with('#') && !it.is_empty())
    };
    let lines = text.lines().take(30).filter(|line| line.split_whitespace().all(is_tag));
    let tags: Vec<Value> = lines.flat_map(str::split_whitespace).map(Value::from).collect();
    let is_closed = |tag: &Value| tag.as_str().is_some_and(|tag| tag.split('/').any(is_closed));
    if tags.iter().any(is_closed) {
        said.push(("tags".to_owned(), tags.into()));
    }
    said
}

fn below_title(text: &str) -> Vec<(String, Value)> {
    let mut lines = text.splitn(3, '\n');
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_line =
        |sign: char| !second.trim().is_empty() && second.trim().chars().all(|it| it == sign);
    let rest = match () {
        () if first.starts_with("# ") => text.split_once('\n').map(|(_, rest)| rest),
        () if is_line('=') => lines.next(),
        () => None,
    };
    let Some(rest) = rest else { return Vec::new() };
    let mut said = Vec::new();
    let mut rest = rest.trim_start();
    // A value may have several lines, and empty ones among them.
    for _ in 0..MOST_PARAGRAPHS {
        let (head, behind) = first_paragraph(rest);
        let before = said.len();
        said.extend(head.lines().filter_map(loose_pair));
        if said.len() == before {
            break;
        }
        rest = behind.trim_start();
    }
    said
}

/// `status:: draft`, as Obsidian and Logseq have it in a line of a text.
fn field(line: &str) -> Option<(String, Value)> {
    let (name, value) = line.split_once("::")?;
    let is_field = value.starts_with(' ') && name.split_whitespace().count() <= 3;
    is_field.then(|| loose_pair(line)).flatten()
}

/// A line by itself, with whatever signs are around its name: `📅 Date: …`, `- **Published?**: No`.
fn loose_pair(line: &str) -> Option<(String, Value)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim_matches(|it: char| !it.is_alphanumeric());
    let signs: &[char] = &['*', '`', '_', ':', ' ', '\t', '\r'];
    let value = value.trim_matches(signs);
    let value = if value.is_empty() { Value::Null } else { value.replace('\0', "").into() };
    (!name.is_empty() && name.len() < 60).then(|| (name.to_owned(), value))
}

/// Whether a text begins with values for names, in a form that is none of those that are read: a fence that never
/// ends or is another one, or lines without a fence of which one says who may read it.
pub(super) fn looks_like_one(text: &str) -> bool {
    let mut lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let behind = ["---", "+++", ";;;"].iter().find_map(|fence| first.strip_prefix(fence));
    // `---js` is a fence of Eleventy.
    let is_called = behind.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_alphabetic()));
    if is_called || behind.is_some() && lines.next().is_some_and(|line| named(line).is_some()) {
        return true;
    }
    let (head, _) = first_paragraph(text);
    let names = head.split(['\n', '\r']).take(100).filter_map(named);
    names.into_iter().any(speaks_of_readers)
}

/// Up to the first empty line, and what follows it.
fn first_paragraph(text: &str) -> (&str, &str) {
    let ends = ["\n\n", "\n\r\n"];
    let end = ends.iter().filter_map(|end| Some((text.find(end)?, end.len()))).min();
    end.map_or((text, ""), |(at, length)| (&text[..at], &text[at + length..]))
}

fn pair(line: &str) -> Option<(String, Value)> {
    let (name, value) = line.split_once(':')?;
    let signs: &[char] = &['*', '`', ' ', '\t', '\r'];
    let (name, value) = (name.trim_matches(signs), value.trim_matches(signs));
    // Obsidian writes `status:: draft`.
    let value = value.strip_prefix(':').map_or(value, str::trim);
    let value = if value.is_empty() { Value::Null } else { value.replace('\0', "").into() };
    let is_name = name.chars().all(|it| it.is_alphanumeric() || "_-. ".contains(it));
    (!name.is_empty() && name.len() < 60 && is_name).then(|| (name.to_owned(), value))
}

fn is_plain(name: &str) -> bool {
    name.chars().all(|it| it.is_alphanumeric() || "_-.".contains(it))
}

/// The name that a line gives a value to.
fn named(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("<!--").trim_start().trim_start_matches("..");
    let line = line.trim_start_matches(|it: char| it.is_whitespace() || "{\"',".contains(it));
    let (name, _) = line.split_once([':', '='])?;
    let name = name.trim_end_matches(|it: char| it.is_whitespace() || "\"'".contains(it));
    (!name.is_empty() && is_plain(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names((said, rest): Read<'_>) -> (Vec<String>, &str) {
        let said = said
            .into_iter()
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()));
        (said.collect(), rest)
    }

    #[test]
    fn heads_without_a_fence_are_read() {
        let nikola = "<!--\n.. title: A: b\n.. status: private\n.. tags: \n-->\n\nx\n";
        let (said, rest) = names(in_comment(nikola).unwrap());
        assert_eq!(
            (said.join(" "), rest.trim()),
            ("title=A: b status=private tags=".to_owned(), "x")
        );
        let pelican = "Title: A\nDate: 2020-01-02\nSummary: one\n    two\n\nx\n\ny\n";
        let (said, rest) = names(in_lines(pelican).unwrap());
        assert_eq!(said, ["Title=A", "Date=2020-01-02", "Summary=one two"]);
        assert_eq!(rest, "x\n\ny\n");
        for text in
            ["Words: and more\n\nx", "Title: A\nand words\n\nx", "# A\n\nTitle: b\nDate: c\n"]
        {
            assert!(in_lines(text).is_none(), "{text}");
        }
        for text in ["<!-- a licence -->\nx", "<!-- .. a: b\nwords -->x", "<!-- -->x"] {
            assert!(in_comment(text).is_none(), "{text}");
        }
    }

    #[test]
    fn lines_below_a_title_count_where_they_say_who_may_read() {
        for (text, said) in [
            ("# A\n\nStatus: Draft\nTags: a, b\nPublished: No\n\nx", "Status=Draft Published=No"),
            ("# A\nStatus:: draft\n", "Status=draft Status=draft"),
            ("words\n\nstatus:: draft\nstd::fs and words\n", "status=draft"),
            ("# A\n\n- **Status:** draft\n", "Status=draft"),
            ("# A\n\nStatus: Draft\nand words\n", "Status=Draft"),
            (
                "# A\n\nStatus: Draft\nAuthor(s): Jane\n📅 Date: March 3, 2024\n",
                "Status=Draft Date=March 3, 2024",
            ),
            ("# A\n\nPublished?: No\nURL/Link: x\n", "Published=No"),
            ("# A\n\nStage: Draft\nLive: No\nTags: a\n", "Stage=Draft Live=No"),
            ("# A\n\nSummary: one\n\ntwo\nStatus: Draft\n", "Status=Draft"),
            ("# A\n\nSummary: one\n\nMore: two\nStatus: Draft\n", "Status=Draft"),
            ("# A\n\nTags: a\n", ""),
            ("# A\n\nx\n\nStatus: Draft\n", ""),
            ("A\n===\n\nStatus: Draft\n\nx", "Status=Draft"),
            ("<!--\n.. status: private\n.. slug: a\n-->\nx", "status=private"),
            ("# A\n\n#sea #draft\n\nx", "tags="),
            ("#status/wip\n\nx", "tags="),
            ("# A\n\n#sea #wind\n\nand #draft\n", ""),
            ("## draft\n\n# draft\n", ""),
            ("# A", ""),
            ("Status: Draft", ""),
        ] {
            assert_eq!(names((in_text(text), "")).0.join(" "), said, "{text}");
        }
    }
}
