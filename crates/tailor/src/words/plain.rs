//! Words that claim nothing, and words that say nothing about a job.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lists::words;

const LIST: &str = include_str!("../../data/plain.txt");
static PLAIN: LazyLock<HashSet<&str>> = LazyLock::new(|| words(LIST, "plain").collect());
static EMPTY: LazyLock<HashSet<&str>> = LazyLock::new(|| words(LIST, "empty").collect());

/// Whether a word only joins others.
pub(crate) fn is_plain(folded: &str) -> bool {
    PLAIN.contains(folded)
}

/// Whether a word tells nothing about what a job is.
pub(crate) fn is_empty_of_meaning(folded: &str) -> bool {
    is_plain(folded) || EMPTY.contains(folded) || !folded.contains(|c: char| !c.is_ascii_digit())
}
