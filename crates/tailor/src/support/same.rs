//! Verbs of which one may stand for the other without claiming more.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lists::lines;
use crate::words::inflected;

static MEMBERS: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let numbered = lines(include_str!("../../data/same.txt"), "same").enumerate();
    numbered
        .flat_map(|(group, all)| all.split(' ').map(move |word| (inflected(word), group)))
        .collect()
});

/// Of words in their inflected form.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one == other || group(one).is_some_and(|known| Some(known) == group(other))
}

/// A name for all that may stand for a word, when there are others.
pub(super) fn group(word: &str) -> Option<usize> {
    MEMBERS.get(word).copied()
}
