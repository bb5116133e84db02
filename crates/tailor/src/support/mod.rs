//! Whether a statement claims only what its sources carry.
//!
//! The question is decided by code and in doubt with no: a statement that is refused falls back to
//! the owner's own words, so refusing costs little and letting a lie through costs everything.
//!
//! A sentence that a source has word for word is carried. In any other sentence every word must be
//! found in the sources in some form of itself, but for a short list of words that only join
//! ([`crate::words::is_plain`]); and what is found must be found together:
//!
//! - a figure with the same unit, the same bound (over, up to, about) and what it counts ([`numbers`]);
//! - a date with its month, and `since` as `since` ([`dates`]);
//! - a name as it is written, names side by side as neighbours ([`names`]);
//! - a word with the same negation and without dropping what makes less of it (deputy, helped, parts
//!   of), and a rise as a rise ([`direction`]);
//! - neighbouring words in one sentence of one source, names and figures in one source.
//!
//! What it does not do: understand. A sentence that puts the words of one source sentence into
//! another order can pass, as long as figures, names and negations stay where they were.

mod dates;
mod direction;
mod figures;
mod index;
mod names;
mod numbers;
mod reading;
mod same;
mod sentence;
mod signs;

use std::collections::HashSet;

use crate::words::{normalise, sentences};

pub(crate) use index::SourceIndex;

/// The claims of a statement that no source carries, each as a short text; none when all is carried.
pub fn unsupported(statement: &str, sources: &[&str]) -> Vec<String> {
    unsupported_by(&SourceIndex::new(sources), statement)
}

/// The same, for sources that were looked through before. Sentence by sentence: what is quoted needs
/// no more.
pub(crate) fn unsupported_by(index: &SourceIndex, statement: &str) -> Vec<String> {
    let statement = normalise(statement);
    if index.quotes(&statement) {
        return Vec::new();
    }
    let mut claims = signs::foreign(&statement, &index.characters);
    for part in sentences(&statement) {
        if !index.quotes(part.text) {
            sentence::claims(index, part.text, &mut claims);
        }
    }
    let mut seen = HashSet::new();
    claims.retain(|claim| seen.insert(claim.clone()));
    claims
}

#[cfg(test)]
mod tests;
