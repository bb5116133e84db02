//! Signs in a text that are no Markdown and mean something to one program only.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use crate::transfer::publication::enclosures;

/// How they begin and end: embeds of Obsidian, shortcodes of Hugo and Zola, tags of Liquid and Tera.
const MARKS: [(&str, &str); 6] =
    [("![[", "]]"), ("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{{", "}}"), ("[[", "]]")];
const LONGEST: usize = 500;
const MOST: usize = 100;

/// Those in a text, each once, as they stand there. In code they are what somebody writes about.
pub(super) fn marks(markdown: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // Most texts have none, and need not be read for it.
    if !MARKS.iter().any(|(start, _)| markdown.contains(start)) {
        return found;
    }
    let (code, links) = code_and_links(markdown);
    let mut code = code.iter().peekable();
    let mut at = 0;
    while let Some(next) = markdown[at..].find(['!', '{', '[']).map(|next| at + next) {
        while code.next_if(|range| range.end <= next).is_some() {}
        if let Some(range) = code.peek().filter(|range| range.start <= next) {
            at = range.end;
            continue;
        }
        let length = MARKS.iter().find_map(|mark| length_of(&markdown[next..], mark));
        let Some(end) = length.map(|length| next + length) else {
            at = next + 1;
            continue;
        };
        at = end;
        let mark = &markdown[next..end];
        // `[[1]](there)` and `[[1]]` with an address for it are links.
        let last = links.partition_point(|link| link.start < end).checked_sub(1);
        let is_link = mark.starts_with('[') && last.is_some_and(|last| links[last].end > next);
        if !is_link && found.len() < MOST && !found.iter().any(|it| it == mark) {
            found.push(mark.to_owned());
        }
    }
    found
}

fn length_of(text: &str, (start, end): &(&str, &str)) -> Option<usize> {
    let inside = text.strip_prefix(start)?;
    // No further than it may be long, or a text of nothing else would take for ever.
    let inside = inside.char_indices().nth(LONGEST).map_or(inside, |(at, _)| &inside[..at]);
    let line = inside.lines().next()?;
    let length = line.find(end)?;
    let is_something = !line[..length].trim().is_empty();
    is_something.then_some(start.len() + length + end.len())
}

type Ranges = Vec<Range<usize>>;

/// The names of what stands around parts of a text and may keep them from some.
pub(super) fn around(markdown: &str) -> Vec<String> {
    // Most texts have none, and need not be read for it.
    if !["{", "%%", ":::", "<"].iter().any(|sign| markdown.contains(sign)) {
        return Vec::new();
    }
    let (mut code, mut fenced) = (Ranges::new(), Ranges::new());
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => code.push(range),
            Event::Code(_) | Event::Start(Tag::CodeBlock(_)) => {
                code.push(range.clone());
                fenced.push(range);
            }
            _ => {}
        }
    }
    enclosures(&without(markdown, &code), &without(markdown, &fenced))
}

/// A text without these parts of it.
fn without(text: &str, parts: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for part in parts {
        left.push_str(text.get(at..part.start).unwrap_or_default());
        left.push('\n');
        at = at.max(part.end);
    }
    left.push_str(text.get(at..).unwrap_or_default());
    left
}

/// Where code stands, and where links do, from the top down.
fn code_and_links(markdown: &str) -> (Ranges, Ranges) {
    let (mut code, mut links) = (Ranges::new(), Ranges::new());
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Code(_) | Event::Start(Tag::CodeBlock(_)) => code.push(range),
            Event::Start(Tag::Link { .. }) => links.push(range),
            _ => {}
        }
    }
    (code, links)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_text_is_found_outside_of_code() {
        for (markdown, names) in [
            ("a {{% x %}}b{{% /x %}}", &["x"][..]),
            ("```\n{{% x %}}b{{% /x %}}\n```\n`{# y #}` <Z>z</Z>", &["Z"]),
            ("a\n\n    {% comment %}\n    b\n    {% endcomment %}\n", &["comment"]),
            ("a\n\n    List<Foo>x</Foo>\n", &[]),
            ("words", &[]),
        ] {
            assert_eq!(around(markdown), names, "{markdown}");
        }
    }

    #[test]
    fn marks_are_found_outside_of_code() {
        for (markdown, expected) in [
            ("![[a.png|300]] and [[Wiki]]", &["![[a.png|300]]", "[[Wiki]]"][..]),
            ("{{< figure src=\"x\" >}} {{< figure src=\"x\" >}}", &["{{< figure src=\"x\" >}}"]),
            ("{{% note %}}x{{% /note %}}", &["{{% note %}}", "{{% /note %}}"]),
            ("{% raw %} {{ page.url }}", &["{% raw %}", "{{ page.url }}"]),
            ("`![[a]]` ``{{ x }}`` b", &[]),
            ("```\n{{< x >}}\n```\n\n    {{ y }}\n\n{{ z }}", &["{{ z }}"]),
            ("[a](b) ![c](d) {e} [[]] {{}} [[never\nended]] ! { [", &[]),
            ("é![[ü]]", &["![[ü]]"]),
            ("[[1]](/there) [[#2]] [[Wiki]]\n\n[#2]: /two\n", &["[[Wiki]]"]),
            ("", &[]),
        ] {
            assert_eq!(marks(markdown), expected, "{markdown}");
        }
    }
}
