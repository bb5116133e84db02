//! Texts that were written for a page: HTML and Markdown become the words that a reader of that page
//! would see. A text without markup stays as it is, to the letter.

mod marks;
mod tags;

use marks::without_marks;
use tags::without_tags;

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
            assert_eq!(clean(text), seen, "{text}");
        }
    }

    #[test]
    fn what_is_no_markup_stays_to_the_letter() {
        for text in [
            "-8 % costs",
            "C++, C#, F# and C*",
            "snake_case and __init__x",
            "__init__ and **kwargs and *args",
            "Wrote __init__",
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
