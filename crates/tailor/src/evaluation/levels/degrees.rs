use std::collections::HashMap;
use std::sync::LazyLock;

use super::{LIST, Range, lists};
use crate::lists::lines;
use crate::words::{Gap, Token};

/// Words between a degree and what says that it is not there yet.
const NEAR_DEGREE: usize = 3;

static DEGREES: LazyLock<HashMap<&str, u8>> = LazyLock::new(|| ranked("degrees"));
static CAPITALS: LazyLock<HashMap<&str, u8>> = LazyLock::new(|| ranked("capitals"));
static PAIRS: LazyLock<Vec<(u8, &str, &str)>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let (rank, rest) = line.split_once(' ')?;
        let (first, second) = rest.split_once(' ')?;
        Some((rank.parse().ok()?, first, second))
    };
    lines(LIST, "pairs").filter_map(read).collect()
});

fn ranked(section: &'static str) -> HashMap<&'static str, u8> {
    let read = |line: &'static str| {
        let (rank, names) = line.split_once(' ')?;
        let rank: u8 = rank.parse().ok()?;
        Some(names.split(' ').map(move |name| (name, rank)))
    };
    lines(LIST, section).filter_map(read).flatten().collect()
}

/// Whose degree a text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Asked,
    Told,
    /// The kind of a study: all of it names a degree.
    Study,
}

pub(super) fn degrees(tokens: &[Token<'_>], whose: Whose) -> Option<Range> {
    let plain = |token: &Token<'_>| token.folded.chars().filter(|c| *c != '.').collect::<String>();
    let sign = |token: &Token<'_>| token.surface.chars().filter(|c| *c != '.').collect::<String>();
    let is_sign = |token: &Token<'_>| {
        CAPITALS.contains_key(sign(token).as_str()) || DEGREES.contains_key(plain(token).as_str())
    };
    let rank = |at: usize| {
        let token = &tokens[at];
        let next = tokens.get(at + 1);
        let follows = |word: &str| next.is_some_and(|next| next.folded == word);
        // "MS Office" is no degree; "MS in", "BS/MS" and "B.S." are.
        let degree_like = token.surface.contains('.')
            || ["in", "degree", "or"].into_iter().any(follows)
            || next.is_some_and(is_sign)
            || whose == Whose::Study;
        let capitals = CAPITALS.get(sign(token).as_str()).filter(|_| degree_like).copied();
        let pair =
            PAIRS.iter().find(|(_, first, second)| plain(token) == *first && follows(second));
        let alone = match plain(token).as_str() {
            "master" if whose == Whose::Study => Some(3),
            "associate" if whose == Whose::Study => Some(1),
            _ => None,
        };
        let named = DEGREES.get(plain(token).as_str()).copied();
        let rank = named.or(capitals).or(pair.map(|(rank, ..)| *rank)).or(alone)?;
        let before =
            tokens[..at].iter().rev().take(NEAR_DEGREE).any(|token| lists("before", token));
        let behind = tokens[at + 1..].iter().take(1).any(|token| lists("behind", token));
        match (whose, before || behind) {
            (_, false) => Some(rank),
            // Who is to supervise doctoral candidates needs no degree for that.
            (Whose::Asked, true) => None,
            (_, true) => Some(rank - 1),
        }
    };
    let ranks = || (0..tokens.len()).filter_map(rank);
    Some(Range { least: ranks().min()?, most: ranks().max()? })
}

/// The words behind a degree, up to what else is asked for.
pub(super) fn field(tokens: &[Token<'_>]) -> String {
    let is_degree =
        |at: &usize| degrees(&tokens[*at..(*at + 2).min(tokens.len())], Whose::Asked).is_some();
    let Some(begin) = (0..tokens.len()).rev().find(is_degree) else { return String::new() };
    let ends = |token: &&Token<'_>| {
        token.gap < Gap::Clause
            && !matches!(token.folded.as_str(), "and" | "with" | "und" | "mit" | "et" | "plus")
    };
    let words = tokens[begin + 1..].iter().take_while(ends).map(|token| token.surface);
    words.collect::<Vec<_>>().join(" ")
}
