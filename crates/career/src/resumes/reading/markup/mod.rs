//! Texts that were written for a page: HTML and Markdown become the words that a reader of that page
//! would see. A text without markup stays as it is, to the letter.

mod lines;
mod links;
mod marks;
mod tables;
mod tags;

use lines::{Begin, Line, joined, parted, without_signs};
use marks::without_marks;
use tables::{has_table, without_tables};
use tags::{without_entities, without_tags};

use super::bullets::{is_bullet_within, without_bullet};

/// A text as a reader of its page would see it.
#[derive(Debug)]
pub(super) struct Clean {
    lines: Vec<Line>,
    /// Whether words of it are not shown: struck out, commented out, code, or the title of a link.
    pub(super) is_less: bool,
}

impl Clean {
    pub(super) fn of(text: &str) -> Self {
        let parted = one_below_the_other(text);
        let text = parted.as_str();
        let marked = text.contains(['<', '&', '*', '_', '`', '[', '#', '>', '~', '\\']);
        let plain = |line: &str| !is_sign(line, text);
        let listed = text.lines().map(str::trim_start).any(|it| plain(it) && unlisted(it) != it);
        // Nearly all texts. They must come back to the letter.
        if !marked && !listed && !has_table(text) {
            return Self { lines: plain_lines(text), is_less: false };
        }
        let (text, mut is_less) = without_tags(&without_signs(text));
        let text = without_tables(&text, Begin::Break.sign());
        let bare = without_signs(&text);
        let mut lines: Vec<Line> = Vec::new();
        let mut unlisted_so_far = listed;
        for line in text.lines() {
            let (begins, line) = Begin::of(line);
            let (begins, line) = read_line(begins, line.trim_start(), &bare);
            let (line, lacks) = without_marks(line);
            is_less |= lacks;
            // What was encoded twice, by an editor and by whoever kept it. By now it can be nothing but text.
            let line = without_entities(line.trim());
            let follows_gap = lines.last().is_none_or(|line| line.text.is_empty());
            // One empty line is a paragraph; more are none.
            if line.is_empty() && follows_gap {
                continue;
            }
            unlisted_so_far &= begins != Begin::Item;
            let is_new = lines.last().is_some_and(|last| {
                let is_item = unlisted_so_far && stands_below(&last.text, &line);
                is_item || starts_anew(&last.text, &line)
            });
            let begins = match () {
                () if follows_gap => begins.max(Begin::Paragraph),
                () if is_new => begins.max(Begin::Break),
                () => begins,
            };
            lines.push(Line { text: line, begins });
        }
        lines.pop_if(|line| line.text.is_empty());
        Self { lines, is_less }
    }

    /// A single thing: a name, a title.
    pub(super) fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        lines.join("\n")
    }

    /// Prose, in which items of a list and paragraphs are parted by marks.
    pub(super) fn prose(&self) -> String {
        joined(&self.lines)
    }

    /// The prose that a text begins with, and the items that the rest of it is. None where it is no list, and where a line
    /// announces the items: they may be what others did.
    pub(super) fn list(&self) -> Option<(String, Vec<String>)> {
        let first = self.lines.iter().position(|line| line.begins == Begin::Item)?;
        let (before, items) = self.lines.split_at(first);
        let announces = before.iter().rfind(|line| !line.text.trim().is_empty());
        if announces.is_some_and(|line| !lines::has_ended(&line.text)) {
            return None;
        }
        let mut found: Vec<String> = Vec::new();
        for line in items.iter().filter(|line| !line.text.trim().is_empty()) {
            match (line.begins, found.last_mut()) {
                (Begin::Item, _) => found.push(line.text.clone()),
                (Begin::Text | Begin::Break, Some(last)) => {
                    last.push('\n');
                    last.push_str(&line.text);
                }
                _ => return None,
            }
        }
        Some((joined(before).trim_end().to_owned(), found))
    }

    /// Things that are told one by one; one at least.
    pub(super) fn parts(self) -> Vec<String> {
        match &self.lines[..] {
            [] => vec![String::new()],
            [line] => vec![line.text.clone()],
            _ => parted(self.lines).iter().map(|part| joined(part)).collect(),
        }
    }
}

/// Items that stand behind each other in one line, and items by number, as items on lines of their own.
fn one_below_the_other(text: &str) -> String {
    let bare = text.trim_start();
    let first = bare.chars().next().filter(|mark| is_bullet_within(*mark));
    let inline = first.filter(|mark| bare.matches(*mark).count() > 1);
    let within = || ['•', '▪', '●', '*'].into_iter().find(|mark| are_within(text, *mark));
    let text = match inline.or_else(within) {
        Some(mark) => text.replace(&format!(" {mark}"), &format!("\n{mark}")),
        None => text.to_owned(),
    };
    let unnumbered = |(at, line): (usize, &str)| {
        let rest = line.trim_start().strip_prefix(&(at + 1).to_string())?;
        let rest = rest.strip_prefix(['.', ')'])?;
        rest.starts_with([' ', '\t']).then(|| format!("• {}", rest.trim()))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let numbered: Option<Vec<String>> = lines.iter().copied().enumerate().map(unnumbered).collect();
    numbered.filter(|lines| lines.len() > 1).map_or(text, |lines| lines.join("\n"))
}

/// Whether whole items stand behind each other in the middle of a text: `Led ten people * Drew the hall * Sold it later`.
/// Words that a mark parts are none.
fn are_within(text: &str, mark: char) -> bool {
    let mark = format!(" {mark} ");
    let mut items = text.split(mark.as_str()).skip(1);
    let is_item =
        |item: &str| item.starts_with(char::is_uppercase) && item.split_whitespace().count() > 2;
    let count = text.matches(mark.as_str()).count();
    count > 1 && !text.trim().contains('\n') && items.all(is_item)
}

/// The lines of a text without markup.
fn plain_lines(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    for line in text.split('\n') {
        let begins = match found.last() {
            Some(last) if last.text.trim().is_empty() => Begin::Paragraph,
            Some(last) if starts_anew(&last.text, line) => Begin::Break,
            _ => Begin::Text,
        };
        found.push(Line { text: line.to_owned(), begins });
    }
    found
}

/// A line with fewer letters was not broken by its editor.
const SHORT: usize = 60;

/// Where somebody ends a short line without a mark and begins the next one like a sentence, they may have meant two
/// things. A long line was broken by its editor.
fn starts_anew(last: &str, line: &str) -> bool {
    let begins = line.trim_start().starts_with(|c: char| c.is_alphanumeric() && !c.is_lowercase());
    begins && !last.trim().is_empty() && last.chars().count() < SHORT && !lines::has_mark(last)
}

/// The same before the first item of a list, also where the next line does not begin like a sentence: whoever sets one below
/// the other there goes on to do so.
fn stands_below(last: &str, line: &str) -> bool {
    let is_whole = |line: &str| line.split_whitespace().count() > 2;
    is_whole(last)
        && is_whole(line)
        && last.chars().count() < SHORT
        && !lines::has_mark(last)
        && !lines::is_open(last)
}

/// A line of Markdown without what makes it an item or a heading.
fn read_line<'t>(begins: Begin, line: &'t str, text: &str) -> (Begin, &'t str) {
    if is_sign(line, text) {
        return (begins, line);
    }
    let quoted = line.strip_prefix("> ").unwrap_or(line);
    match (unheaded(quoted), unlisted(unheaded(quoted))) {
        (headed, _) if headed != quoted => (begins.max(Begin::Heading), unlisted(headed)),
        (_, item) if item != quoted => (Begin::Item, item),
        _ => (begins, quoted),
    }
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
        Some('-' | '*' | '–' | '—' | '+')
            if characters.as_str().starts_with([' ', '\t', '\u{a0}']) =>
        {
            characters.as_str()
        }
        _ => without_bullet(line).unwrap_or(line),
    };
    if rest.len() < line.len() { rest.trim_start() } else { line }
}

/// `## Heading`
fn unheaded(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    let marks = line.len() - rest.len();
    if (1..=6).contains(&marks) && rest.starts_with(' ') { rest.trim_start() } else { line }
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
            (
                "Ran a team of 50+ * Performed all checks * Wrote the handbook",
                "Ran a team of 50+\nPerformed all checks\nWrote the handbook",
            ),
            ("- Cut costs\n- 3 people taught", "Cut costs\n3 people taught"),
            ("**Changed** margins\n- 8 % in all", "Changed margins\n- 8 % in all"),
            ("· Cut costs\n·Raised output", "Cut costs\nRaised output"),
            ("➤ Cut costs\n▸ Raised output\n→ Led 5", "Cut costs\nRaised output\nLed 5"),
            ("➤ Cut costs ➤ Raised output", "Cut costs\nRaised output"),
            ("→ Moved Java → Rust → Go", "Moved Java → Rust → Go"),
            ("## Summary\n\n\n> Builds mills", "Summary\n\nBuilds mills"),
            ("See [the site](https://example.org/x)", "See the site (https://example.org/x)"),
            ("See [example.org](https://example.org/)", "See example.org"),
            ("See <a href=\"https://example.org\">it</a>.", "See it (https://example.org)."),
            ("A <a href=\"javascript:alert(1)\">trap</a>", "A trap"),
            ("A [trap](javascript:alert(1))", "A trap"),
            (
                "[Mill (old)](https://e.org/Mill_(old)_a_) [see [1]](<https://e.org/x>) ran",
                "Mill (old) (https://e.org/Mill_(old)_a_) see [1] (https://e.org/x) ran",
            ),
            (
                "**https://e.org/_a_** and [*it*](https://e.org 'The (old) one')",
                "https://e.org/_a_ and it (https://e.org)",
            ),
            ("R&amp;amp;D, &amp;lt;b&amp;gt;, &amp;amp;amp;lt;i&gt;", "R&D, <b>, <i>"),
            (
                "&amp;lt;script&amp;gt;x&amp;lt;/script&amp;gt; &amp;#42;a&amp;#42; &amp;#x202e;b",
                "<script>x</script> *a* b",
            ),
            (
                "**Team**\n\n| Year | Led |\n|--|--|\n| 2019 | *five* |",
                "Team\n\nYear · Led\n2019 · five",
            ),
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
            ("2<sup>n</sup>, 2<sup>ab</sup>, 2<sup>+x</sup>", "2^n, 2^(ab), 2^(+x)"),
            ("Pressed <kbd>x</kbd> in <samp>y</samp>", "Pressed x in y"),
            ("They said <q>She led.</q>", "They said \"She led.\""),
            ("Said:<blockquote>She led.</blockquote>", "Said:\nShe led."),
            ("__Led__ the __init__.py of __main__", "Led the __init__.py of __main__"),
            ("Calm &#x202e;live&#8238; &#0;end", "Calm live end"),
            ("<s>Led 30 <strong>people</strong>.</s> Taught.", "Taught."),
            ("<del>Led 30 people.</del>Taught.", "Taught."),
            ("~~Led 30 people.~~ Taught.", "Taught."),
        ] {
            assert_eq!(Clean::of(text).text(), seen, "{text}");
        }
    }

    #[test]
    fn what_is_no_markup_stays_to_the_letter() {
        for text in [
            "-8 % costs",
            "+1 for calm",
            "Moved Java → Rust",
            "★★★★☆ Rust",
            "▲ 30 % sales",
            "C++, C#, F# and C*",
            "snake_case and __init__x",
            "__init__ and **kwargs and *args",
            "Wrote __init__",
            "5 * 3 * 2",
            "Go • Rust • C",
            "Built a * B * C",
            "a < b and b > c",
            "Kept a<b and c>d in order",
            "Cut r<s and t>u by half. Never led.",
            "Vec<T>",
            "AT&T; R&D",
            "[sic] and f(x)[0]",
            "#1 in sales",
            "Java | Go | C",
            "https://e.org/_a_b_ and snake_case",
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
            assert_eq!(Clean::of(text).text(), text);
        }
    }
}
