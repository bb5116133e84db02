//! The edits that may be made to the owner's words without asking. Whoever reads source and result
//! aloud says the same words, so none of them adds, drops or moves anything that a reader could take for
//! another claim. Whatever is not on this list is not done.
//!
//! Turned down, since in some sentence they make another claim: leaving off a part of a sentence or an
//! item of a list ("Led one of five teams"), other verbs for the same work, other forms of a word,
//! other spellings of names and units ("100 Mb", "100 MB"), other spellings of figures ("1.5 M"), and
//! leaving off the writer's `I`: it may be somebody else's ("I hired Ada twice.", as a manager wrote).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// `I built the mill.` became `Built the mill.`. Not made any more; results from before name it.
    Headline,
    /// `40 percent` and `40 per cent` become `40 %`.
    PercentSign,
    /// The full stop at the very end is left off.
    EndMark,
}

impl Edit {
    /// Those that are made.
    pub const ALL: [Self; 2] = [Self::PercentSign, Self::EndMark];

    /// The text after the edit; none when it does not apply.
    pub fn apply(self, text: &str) -> Option<String> {
        match self {
            Self::Headline => None,
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

/// Not of an ellipsis, not of an abbreviation with dots of its own, and not behind a figure: in many languages the
/// dot makes `2.` the second.
fn end_mark(text: &str) -> Option<&str> {
    let bare = text.strip_suffix('.')?;
    let word = bare.rsplit(char::is_whitespace).next().unwrap_or_default();
    let closes = bare.ends_with(|c: char| c.is_alphabetic() || matches!(c, '%' | ')' | '€'));
    // `e.g.` and `U.S.` end with a dot that is theirs.
    (closes && !word.contains('.')).then_some(bare)
}
