//! Words of working life that speak of the same thing. Where no vectors are known, this is what
//! lets "you help less experienced colleagues grow" find "mentored four junior engineers".
//!
//! Groups are wide on purpose and of all trades; a match by group counts for less than one by word.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lists::lines;
use crate::words::Stems;

static GROUPS: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let list = include_str!("../../data/concepts.txt");
    let stems = Stems::new();
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, words) in lines(list, "concepts").enumerate() {
        for word in words.split(' ') {
            groups.entry(stems.stem(word)).or_default().push(number);
        }
    }
    groups
});

/// The groups that a stem belongs to.
pub(super) fn concepts_of(stem: &str) -> impl Iterator<Item = usize> {
    GROUPS.get(stem).map_or(&[][..], Vec::as_slice).iter().copied()
}
