use std::collections::HashMap;
use std::sync::LazyLock;

use super::{LIST, Range, lists};
use crate::lists::lines;
use crate::words::{Gap, Token};

/// Words between a language and its level.
const NEAR: usize = 5;

/// Which one it is, and whether it is written with a capital letter.
static LANGUAGES: LazyLock<HashMap<&str, (usize, bool)>> = LazyLock::new(|| {
    let read = |(number, line): (usize, &'static str)| {
        let (capital, small) = line.split_once(" | ").unwrap_or((line, ""));
        let all = |names: &'static str, capital| {
            names.split_whitespace().map(move |name| (name, (number, capital)))
        };
        all(capital, true).chain(all(small, false))
    };
    lines(LIST, "languages").enumerate().flat_map(read).collect()
});
static FLUENCY: LazyLock<HashMap<&str, Range>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let (least, rest) = line.split_once(' ')?;
        let (most, names) = rest.split_once(' ')?;
        let range = Range { least: least.parse().ok()?, most: most.parse().ok()? };
        Some(names.split(' ').map(move |name| (name, range)))
    };
    lines(LIST, "fluency").filter_map(read).flatten().collect()
});

/// Whether a word names a language, or how well one is known.
pub(super) fn is_of_language(token: &Token<'_>) -> bool {
    let word = token.folded.as_str();
    LANGUAGES.contains_key(word) || FLUENCY.contains_key(word)
}

/// Each language with the levels that stand beside it.
pub(super) fn languages(tokens: &[Token<'_>]) -> Vec<(usize, Option<Range>)> {
    let level = |at: usize| FLUENCY.get(tokens[at].folded.as_str()).copied();
    let known = |at: usize| {
        let (language, capital) = LANGUAGES.get(tokens[at].folded.as_str()).copied()?;
        let is_written = !capital || tokens[at].surface.starts_with(char::is_uppercase);
        is_written.then_some(language)
    };
    // "German tax law" and "droit français" are no languages.
    let beside = |other: usize| {
        level(other).is_some() || known(other).is_some() || lists("around", &tokens[other])
    };
    let named = |at: usize| {
        let language = known(at)?;
        let before = at == 0 || tokens[at].gap >= Gap::Clause || beside(at - 1);
        let behind = at + 1 == tokens.len() || tokens[at + 1].gap >= Gap::Clause || beside(at + 1);
        (before && behind).then_some(language)
    };
    // "Basic German": the level is that of what follows at once.
    let is_of_next = |at: usize| {
        let mut next = (at + 1..tokens.len()).take_while(|next| tokens[*next].gap < Gap::Clause);
        let next = next.find(|next| {
            level(*next).is_none()
                && !matches!(
                    tokens[*next].folded.as_str(),
                    "in" | "or" | "en" | "written" | "spoken"
                )
        });
        next.is_some_and(|next| named(next).is_some())
    };
    let mut found: Vec<(usize, Option<Range>)> = Vec::new();
    for at in 0..tokens.len() {
        let Some(language) = named(at) else { continue };
        let behind = (at + 1..tokens.len()).take(NEAR).take_while(|next| named(*next).is_none());
        let behind = joined(behind.filter(|next| !is_of_next(*next)).filter_map(level));
        let is_first = found.is_empty();
        let before = (0..at).rev().take(NEAR).take_while(|back| named(*back).is_none());
        let before = joined(before.filter(|back| is_first || is_of_next(*back)).filter_map(level));
        // "Fluent German and English": the level holds for both.
        let joint = at.checked_sub(2).filter(|back| named(*back).is_some());
        let joint = joint.filter(|_| {
            matches!(
                tokens[at - 1].folded.as_str(),
                "and" | "or" | "und" | "oder" | "et" | "ou" | "y" | "o" | "e" | "og"
            )
        });
        let shared = joint.and_then(|_| found.last().and_then(|(_, level)| *level));
        found.push((language, behind.or(before).or(shared)));
    }
    found
}

/// "Native or fluent" asks for the less, and tells the more.
fn joined(levels: impl Iterator<Item = Range>) -> Option<Range> {
    levels.reduce(|one, other| Range {
        least: one.least.min(other.least),
        most: one.most.max(other.most),
    })
}
