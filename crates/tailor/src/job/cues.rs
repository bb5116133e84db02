//! How sentences without a heading tell what they are for.

use std::sync::LazyLock;

use super::purpose::Purpose;
use crate::lists::phrases;

static CUES: LazyLock<Vec<(Purpose, Vec<String>)>> = LazyLock::new(|| {
    let list = include_str!("../../data/cues.txt");
    Purpose::TOLD.into_iter().map(|(name, purpose)| (purpose, phrases(list, name))).collect()
});

/// What a sentence is for, by its words alone. Talk outweighs, since a benefit is told in the words
/// of a wish; then what is welcome, which is told in the words of what is asked for.
pub(super) fn purpose_of(sentence: &str) -> Purpose {
    if is_only_welcome(sentence) {
        return Purpose::Nice;
    }
    // A cue may begin with a blank: it is a word of its own, at the beginning as well.
    let lower = format!(" {}", sentence.to_lowercase());
    let holds = |cues: &[String]| cues.iter().any(|cue| lower.contains(cue.as_str()));
    let found = CUES.iter().find(|(_, cues)| holds(cues));
    found.map_or(Purpose::Open, |(purpose, _)| *purpose)
}

const BEGINNINGS: [&str; 7] =
    ["ideally", "bonus", "gerne ", "idealerweise", "idéalement", "idealmente", "ideelt"];

/// Whether an item under a heading of what is needed says of itself that it is not.
pub(super) fn is_only_welcome(item: &str) -> bool {
    let lower = item.to_lowercase();
    let ends = ["a plus", "a bonus", "nice to have", "an advantage", "an asset", "welcome"];
    let trimmed = lower.trim_end_matches(['.', '!', ')', ' ']);
    BEGINNINGS.iter().any(|begin| lower.starts_with(begin))
        || ends.iter().any(|end| trimmed.ends_with(end))
}

/// What the last words before a list announce, as in "We look for somebody who has".
pub(super) fn leading_in(line: &str) -> Option<Purpose> {
    let last = line.rsplit(". ").next().unwrap_or(line);
    match purpose_of(last) {
        known @ (Purpose::Must | Purpose::Nice) => Some(known),
        _ => None,
    }
}

/// Whether an item is about the company, though it stands in a list.
pub(super) fn is_talk(item: &str) -> bool {
    purpose_of(item) == Purpose::Talk
}
