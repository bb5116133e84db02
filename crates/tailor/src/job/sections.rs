use super::cues::leading_in;
use super::headings::announced;
use super::labels::labelled;
use super::purpose::Purpose;

/// A line of a post, by what stands above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub text: &'a str,
    pub purpose: Purpose,
    pub bullet: bool,
    pub heading: bool,
}

const LONGEST_HEADING: usize = 70;
const MOST_WORDS: usize = 5;

pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut purpose = Purpose::Open;
    let mut found = Vec::new();
    // A heading reaches to the next one, or to an empty line after prose.
    let mut listed = false;
    let mut blank = false;
    let mut above: Option<&str> = None;
    let mut valued = false;
    for line in text.lines() {
        let (line, bullet) = unmarked(line.trim());
        if line.is_empty() {
            blank = true;
            continue;
        }
        let unmarked_heading = line.trim_matches(|c: char| matches!(c, '#' | '*' | '_' | ' '));
        if !bullet && let Some(announced) = as_heading(unmarked_heading) {
            (purpose, listed, blank, above) = (announced, false, false, None);
            valued = false;
            found.push(Block { text: unmarked_heading, purpose, bullet, heading: true });
            continue;
        }
        // A heading that nobody knows announces nothing, and asks for nothing.
        if !bullet && is_unknown_heading(unmarked_heading) {
            (above, valued) = (Some(line), false);
            found.push(Block { text: unmarked_heading, purpose, bullet, heading: true });
            continue;
        }
        // A label of a form is about the line below it, or about the list.
        let labelled = purpose == Purpose::Terms && (blank || valued && !bullet);
        if labelled || blank && listed && !bullet {
            purpose = Purpose::Open;
        }
        valued = true;
        if bullet && let Some(announced) = above.and_then(leading_in) {
            purpose = announced;
        }
        above = (!bullet).then_some(line);
        (listed, blank) = (listed || bullet, false);
        let (here, rest) = inline_heading(line).unwrap_or((purpose, line));
        if !bullet && !matches!(here, Purpose::Talk | Purpose::Terms) {
            purpose = here;
        }
        found.push(Block { text: rest, purpose: here, bullet, heading: false });
    }
    found
}

/// The line without its bullet or number, and whether it had one.
fn unmarked(line: &str) -> (&str, bool) {
    let mut characters = line.chars();
    match characters.next() {
        Some('-' | '*' | '•' | '–' | '—' | '·' | '▪' | '●' | '◦' | '‣' | '→' | '✓' | '✔' | '+') =>
        {
            let rest = characters.as_str();
            // A minus or a star without a blank behind it belongs to the word.
            match rest.starts_with(char::is_whitespace) || !line.starts_with(['-', '*', '+']) {
                true => (rest.trim_start(), true),
                false => (line, false),
            }
        }
        Some(c) if c.is_ascii_digit() => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            match rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' ')) {
                Some(rest) if line.len() - rest.len() <= 4 => (rest.trim_start(), true),
                _ => (line, false),
            }
        }
        _ => (line, false),
    }
}

fn as_heading(line: &str) -> Option<Purpose> {
    let short = line.len() <= LONGEST_HEADING && !line.ends_with(['.', '!', ',', ';']);
    let words = line.trim_end_matches([':', '?', ' ']);
    let plain = short && !words.contains(['.', ';', ',']);
    // Without a colon many words are a sentence: "Experience with Java on large machines".
    let few = line.ends_with([':', '?']) || words.split_whitespace().count() <= MOST_WORDS;
    (plain && few).then(|| announced(words)).flatten()
}

/// A few words that end with a colon.
fn is_unknown_heading(line: &str) -> bool {
    let words = line.strip_suffix(':').unwrap_or_default().trim();
    let is_plain = !words.is_empty() && !words.contains([':', '.', ';', ',', '(']);
    is_plain && words.split_whitespace().count() <= FEWEST_OF_SENTENCE && words.len() <= 40
}

/// Fewer words make no sentence that asks.
const FEWEST_OF_SENTENCE: usize = 3;

/// `Desirable: you publish or speak` is a heading and its item in one line.
fn inline_heading(line: &str) -> Option<(Purpose, &str)> {
    let (words, rest) = labelled(line)?;
    let purpose = (words.len() <= 40).then(|| announced(words)).flatten()?;
    (!rest.trim().is_empty()).then_some((purpose, rest.trim()))
}
