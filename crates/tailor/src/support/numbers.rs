use super::dates::date_at;
use super::direction::Direction;
use super::figures::{Figure, figure_at, is_power};
use super::reading::Reading;
use super::same;
use crate::words::Gap;

/// How a figure stands in its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub unit: Option<String>,
    pub bound: Bound,
    pub change: Option<Change>,
    pub direction: Option<Direction>,
    pub negated: bool,
    /// What is counted: the words behind it up to one that joins.
    pub counted: Vec<String>,
    /// The first word behind that.
    pub next: Option<String>,
    /// All words further behind it, up to the next figure.
    pub behind: Vec<String>,
    /// Words before it in its clause, the nearest first.
    pub before: Vec<String>,
    pub source: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
    About,
}

/// What a figure says of a change: where it began, where it ended, or how large it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    From,
    To,
    By,
}

const UNITS: [&str; 16] = [
    "percent", "eur", "usd", "gbp", "jpy", "chf", "sek", "nok", "dkk", "pln", "czk", "huf", "cad",
    "aud", "inr", "cny",
];
const WINDOW: usize = 10;

/// How the figure stands here, and the last token that belongs to it.
pub(super) fn use_of(reading: &Reading<'_>, figure: Figure, source: usize) -> (Use, usize) {
    let Reading { tokens, words, .. } = reading;
    let unit_at = |at: usize| words.get(at).filter(|word| UNITS.contains(&word.as_str())).cloned();
    let near = |at: usize| tokens.get(at).is_some_and(|token| token.gap <= Gap::Space);
    let (mut last, mut unit) = (figure.last, None);
    if near(last + 1) {
        let per_cent = tokens[last + 1].folded == "per"
            && tokens.get(last + 2).is_some_and(|token| token.folded == "cent");
        unit = if per_cent { Some("percent".to_owned()) } else { unit_at(last + 1) };
        last += if per_cent { 2 } else { usize::from(unit.is_some()) };
    }
    if unit.is_none() && near(figure.first) && figure.first > 0 {
        unit = unit_at(figure.first - 1);
    }
    let (counted, next, behind) = after(reading, last + 1);
    let before = before(reading, figure.first);
    let (bound, change) = prefix(reading, figure);
    let found = Use {
        unit,
        bound,
        change,
        direction: reading.direction[figure.first],
        negated: reading.negated[figure.first],
        counted,
        next,
        behind,
        before,
        source,
    };
    (found, last)
}

/// Whether what a source says of a figure carries what a statement does.
pub(super) fn carries(source: &Use, asked: &Use) -> bool {
    let bound = source.bound == asked.bound
        || (asked.bound == Bound::Exact && source.bound == Bound::AtLeast);
    let change = match (source.change, asked.change) {
        (known, asked) if known == asked => true,
        // Where a change began or ended must be told; how large it was, the direction tells.
        (None, Some(Change::By)) | (Some(Change::By), None) => true,
        (Some(_), None) => asked.direction.is_none(),
        _ => false,
    };
    let direction = match (source.direction, asked.direction) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    source.unit == asked.unit
        && bound
        && change
        && direction
        && source.negated == asked.negated
        && counts_the_same(source, asked)
}

/// Whether both count the same: what stands right behind the figure, or the word that describes it,
/// is right behind it in both; and what is done to it, before and behind, is near it in both.
fn counts_the_same(source: &Use, asked: &Use) -> bool {
    let has = |list: &[String], word: &String| list.iter().any(|known| same::is_same(known, word));
    let near = |word: &String| {
        has(&source.before, word) || has(&source.counted, word) || has(&source.behind, word)
    };
    let counted = match asked.counted.as_slice() {
        [] => true,
        all if source.counted.is_empty() => all.iter().all(near),
        [first, rest @ ..] => has(&source.counted, first) && rest.iter().all(near),
    };
    counted && asked.before.first().is_none_or(near) && asked.next.as_ref().is_none_or(near)
}

fn after(reading: &Reading<'_>, from: usize) -> (Vec<String>, Option<String>, Vec<String>) {
    let (mut counted, mut behind) = (Vec::new(), Vec::new());
    let (mut next, mut ended, mut joined) = (None, false, false);
    for at in (from..reading.tokens.len()).take(WINDOW) {
        let token = &reading.tokens[at];
        if token.gap == Gap::Sentence || token.folded == "one" || is_figure(reading, at) {
            break;
        }
        joined |= matches!(token.folded.as_str(), "and" | "while") || token.gap == Gap::Clause;
        ended |= joined || reading.is_plain(at) || counted.len() == 3;
        if reading.is_plain(at) {
            continue;
        }
        let word = reading.words[at].clone();
        if ended {
            next = next.or_else(|| (!joined).then(|| word.clone()));
            behind.push(word);
        } else {
            counted.push(word);
        }
    }
    (counted, next, behind)
}

fn before(reading: &Reading<'_>, figure: usize) -> Vec<String> {
    let mut found = Vec::new();
    for at in (0..figure).rev().take(WINDOW) {
        if reading.tokens[at + 1].gap >= Gap::Clause || is_figure(reading, at) {
            break;
        }
        let counts = UNITS.contains(&reading.words[at].as_str());
        if !reading.is_plain(at) && !counts && !is_bound(&reading.tokens[at].folded) {
            found.push(reading.words[at].clone());
        }
    }
    found
}

fn is_figure(reading: &Reading<'_>, at: usize) -> bool {
    let digits = reading.tokens[at].surface.starts_with(|c: char| c.is_ascii_digit());
    digits
        || is_power(&reading.tokens[at].folded)
        || (reading.tokens[at].folded != "one" && figure_at(&reading.tokens, at).is_some())
        || date_at(&reading.tokens, at).is_some()
}

fn is_bound(word: &str) -> bool {
    bound_of(word).is_some() || matches!(word, "than" | "least" | "most" | "up")
}

fn bound_of(word: &str) -> Option<Bound> {
    match word {
        "over" | "above" | "exceeding" | "über" | "mehr" => Some(Bound::AtLeast),
        "under" | "below" | "nearly" | "almost" | "fast" | "unter" => Some(Bound::AtMost),
        "about" | "around" | "roughly" | "approximately" | "circa" | "ca" | "some" | "etwa"
        | "rund" => Some(Bound::About),
        _ => None,
    }
}

/// What the words right before a figure make of it.
fn prefix(reading: &Reading<'_>, figure: Figure) -> (Bound, Option<Change>) {
    let word = |back: usize| {
        let at = figure.first.checked_sub(back)?;
        let joined = (at + 1..=figure.first).all(|at| reading.tokens[at].gap < Gap::Clause);
        joined.then(|| reading.tokens[at].folded.as_str())
    };
    let change = |back: usize| match word(back) {
        Some("from" | "von") => Some(Change::From),
        Some("to" | "auf") => Some(Change::To),
        Some("by" | "um") => Some(Change::By),
        _ => None,
    };
    let bound = match (word(2), word(1)) {
        _ if figure.open => Bound::AtLeast,
        (Some("more" | "greater" | "higher"), Some("than")) | (Some("at"), Some("least")) => {
            Bound::AtLeast
        }
        (Some("less" | "fewer" | "lower"), Some("than")) | (Some("at"), Some("most")) => {
            Bound::AtMost
        }
        (Some("up"), Some("to")) => return (Bound::AtMost, None),
        (_, Some(word)) => bound_of(word).unwrap_or(Bound::Exact),
        _ => Bound::Exact,
    };
    (bound, change(1).or_else(|| change(2)).or_else(|| change(3).filter(|_| bound != Bound::Exact)))
}
