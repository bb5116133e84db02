//! Spellings of one thing. Only names that nobody would take for two things belong here: whatever
//! is joined in this table can stand for the other in a resume.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lists::lines;

static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let families = lines(include_str!("../../data/families.txt"), "families");
    let families = families.filter_map(|line| line.split_once(": "));
    let spelled = families.flat_map(|(name, all)| {
        let others = all.split(' ').map(move |one| (one, name));
        others.chain([(name, name)])
    });
    spelled.collect()
});

/// The name of the family of a word in lower case.
pub(crate) fn family(word: &str) -> Option<&str> {
    match word.strip_suffix(".js").filter(|rest| !rest.is_empty()) {
        Some(bare) => Some(NAMES.get(bare).copied().unwrap_or(bare)),
        None => NAMES.get(word).copied(),
    }
}
