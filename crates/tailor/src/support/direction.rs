//! Words that turn a claim round: negations, rises and falls.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::lists::words;
use crate::words::{Gap, Token, inflected};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Up,
    Down,
}

const LIST: &str = include_str!("../../data/direction.txt");
/// How many words a negation reaches over.
const REACH: usize = 4;

static DIRECTIONS: LazyLock<HashMap<String, Direction>> = LazyLock::new(|| {
    let all = |section: &'static str, to: Direction| {
        words(LIST, section).map(move |word| (inflected(word), to))
    };
    all("up", Direction::Up).chain(all("down", Direction::Down)).collect()
});
static DENIALS: LazyLock<HashSet<String>> =
    LazyLock::new(|| words(LIST, "negations").map(inflected).collect());

/// Of a word in its inflected form.
pub(super) fn direction(word: &str) -> Option<Direction> {
    DIRECTIONS.get(word).copied()
}

pub(super) fn is_negation(folded: &str, word: &str) -> bool {
    folded.ends_with("n't") || DENIALS.contains(word)
}

/// Words that make less of what follows them: who helped to sell did not sell.
static LIMITERS: LazyLock<HashSet<String>> =
    LazyLock::new(|| words(LIST, "limits").map(inflected).collect());

/// For each token, whether a word before it in its clause makes less of it.
pub(super) fn limited(tokens: &[Token<'_>], words: &[String]) -> Vec<bool> {
    let mut within = false;
    let mut found = Vec::with_capacity(tokens.len());
    for (token, word) in tokens.iter().zip(words) {
        if token.gap >= Gap::Clause || matches!(token.folded.as_str(), "and" | "but" | "while") {
            within = false;
        }
        let limits = LIMITERS.contains(word);
        found.push(within && !limits);
        within |= limits;
    }
    found
}

/// For each token, whether a negation before it in its clause reaches it.
pub(super) fn negated(tokens: &[Token<'_>], negations: &[bool]) -> Vec<bool> {
    let mut left = 0;
    let mut found = Vec::with_capacity(tokens.len());
    for (token, negation) in tokens.iter().zip(negations) {
        if token.gap >= Gap::Clause || token.folded == "but" {
            left = 0;
        }
        found.push(left > 0 && !*negation);
        left = if *negation { REACH } else { left.saturating_sub(1) };
    }
    found
}

/// For each token, the direction that governs it: that of the nearest word before it in its clause,
/// where `and` begins another one; else the nearest behind it.
pub(super) fn governing(tokens: &[Token<'_>], own: &[Option<Direction>]) -> Vec<Option<Direction>> {
    let begins = |at: usize| {
        tokens[at].gap >= Gap::Clause
            || matches!(tokens[at].folded.as_str(), "and" | "while" | "but")
    };
    let mut found = vec![None; tokens.len()];
    let mut current = None;
    for at in 0..tokens.len() {
        if begins(at) {
            current = None;
        }
        current = own[at].or(current);
        found[at] = current;
    }
    let mut current = None;
    for at in (0..tokens.len()).rev() {
        current = own[at].or(current);
        found[at] = found[at].or(current);
        if begins(at) {
            current = None;
        }
    }
    found
}
