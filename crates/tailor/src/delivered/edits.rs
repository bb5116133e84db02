//! The edits that may be made to the owner's words without asking. Each can be undone from its result
//! alone, up to two spellings of one sign, so none of them adds, drops or moves anything that a reader
//! could take for another claim. Whatever is not on this list is not done.
//!
//! Turned down, since in some sentence they make another claim: leaving off a part of a sentence or an
//! item of a list ("Led one of five teams"), other verbs for the same work, other forms of a word,
//! other spellings of names and units ("100 Mb", "100 MB"), other spellings of figures ("1.5 M").

use std::collections::HashSet;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lists::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// `I built the mill.` becomes `Built the mill.`: who speaks in a resume is its owner.
    Headline,
    /// `40 percent` and `40 per cent` become `40 %`.
    PercentSign,
    /// The full stop at the very end is left off.
    EndMark,
}

impl Edit {
    pub const ALL: [Self; 3] = [Self::Headline, Self::PercentSign, Self::EndMark];

    /// The text after the edit; none when it does not apply.
    pub fn apply(self, text: &str) -> Option<String> {
        match self {
            Self::Headline => headline(text),
            Self::PercentSign => percent_sign(text),
            Self::EndMark => end_mark(text).map(str::to_owned),
        }
    }
}

/// Everything that the edits make of a text, each with those that made it.
pub(super) fn derivations(text: &str) -> Vec<(String, Vec<Edit>)> {
    let mut found: Vec<(String, Vec<Edit>)> = Vec::new();
    for edit in Edit::ALL {
        // Each edit is also tried on what the earlier ones made, in one order. So each set of edits
        // is made once.
        let further = found.iter().filter_map(|(known, edits)| {
            let made = edit.apply(known)?;
            Some((made, edits.iter().copied().chain([edit]).collect()))
        });
        let further: Vec<_> = further.collect();
        found.extend(further);
        found.extend(edit.apply(text).map(|made| (made, vec![edit])));
    }
    found
}

static VERBS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words(include_str!("../../data/headline.txt"), "verbs").collect());

/// Only before a verb of the list, so that the `I` is the subject and stands alone: not `I and my
/// manager`, not `I never`. Not where somebody may be quoted: that `I` is somebody else. Not before
/// `by`, where the bare verb could be suffered: `Managed by walking around`.
fn headline(text: &str) -> Option<String> {
    let rest = text.strip_prefix("I ")?;
    let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
    let (verb, after) = rest.split_at(end);
    let stands_alone = after.starts_with([' ', '.']) || after.is_empty();
    let stands_alone = stands_alone && !after.trim_start().starts_with("by ");
    // Quotation marks, colons and brackets may all begin somebody else's words.
    let quoted = text.contains(['"', '“', '”', '„', '«', '»', '‘', '’', '\'', ':', '(', '—']);
    let told = said_by_another(text);
    if !VERBS.contains(verb) || !stands_alone || quoted || told {
        return None;
    }
    let mut made = String::with_capacity(text.len());
    made.extend(verb[..1].chars().map(|c| c.to_ascii_uppercase()));
    made.push_str(&rest[1..]);
    Some(made)
}

/// `I built it, says the chairman` speaks of the chairman.
fn said_by_another(text: &str) -> bool {
    let verbs: HashSet<&str> = words(include_str!("../../data/headline.txt"), "saying").collect();
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| verbs.contains(word))
}

fn percent_sign(text: &str) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    let (mut rest, mut changed) = (text, false);
    while let Some(at) = rest.find(" per") {
        let (before, from) = rest.split_at(at);
        let spelled = ["percent", "per cent"].into_iter().find(|word| {
            let after = from[1..].strip_prefix(word);
            after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        });
        made.push_str(before);
        // Only behind a figure: `a few percent` keeps its word.
        let written = match spelled.filter(|_| before.ends_with(|c: char| c.is_ascii_digit())) {
            Some(word) => {
                made.push_str(" %");
                changed = true;
                1 + word.len()
            }
            None => {
                made.push(' ');
                1
            }
        };
        rest = &from[written..];
    }
    made.push_str(rest);
    changed.then_some(made)
}

/// Not of an ellipsis, and not of an abbreviation with dots of its own.
fn end_mark(text: &str) -> Option<&str> {
    let bare = text.strip_suffix('.')?;
    let word = bare.rsplit(char::is_whitespace).next().unwrap_or_default();
    let closes = bare.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | ')' | '€'));
    // `e.g.` and `U.S.` end with a dot that is theirs.
    (closes && !word.contains('.')).then_some(bare)
}
