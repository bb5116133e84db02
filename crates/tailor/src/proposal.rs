use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::delivered::Delivered;
use crate::draft::Draft;
use crate::generate::Suggestion;
use crate::words::words_with_blanks;

/// What a model would say instead of a statement, and may not without the owner. It is no part of the
/// resume.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// The statement it would stand for, such as `work/0/highlights/1`.
    pub path: String,
    pub text: String,
    pub source: ProposalSource,
    /// What speaks against it, as far as rules about words can tell; may be empty.
    pub doubts: Vec<String>,
    /// The source and the text side by side, word by word.
    pub difference: Vec<Difference>,
}

/// The fact that a proposal words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposalSource {
    pub chunk_id: Id,
    /// The owner's words, to the letter. A proposal is approved for exactly these.
    pub text: String,
}

/// A run of words of a proposal or of its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
pub enum Difference {
    Same(String),
    /// In the proposal and not in the source.
    Added(String),
    /// In the source and not in the proposal.
    Removed(String),
}

impl Proposal {
    /// A suggestion at the place where its source stands in a draft; none when it stands nowhere.
    pub(crate) fn of(suggestion: Suggestion, draft: &Draft) -> Option<Self> {
        let Suggestion { text, source, chunk_id, doubts } = suggestion;
        let difference = difference(&source, &text);
        let source = ProposalSource { chunk_id, text: source };
        let path = source.path_in(draft)?;
        Some(Self { path, text, source, doubts, difference })
    }

    /// The same where its source stands in another draft.
    pub(crate) fn moved_to(&self, draft: &Draft) -> Option<Self> {
        Some(Self { path: self.source.path_in(draft)?, ..self.clone() })
    }
}

impl ProposalSource {
    fn path_in(&self, draft: &Draft) -> Option<String> {
        let rests =
            |part: &Delivered| part.chunk_id() == self.chunk_id && part.source() == self.text;
        let place = draft.parts.iter().position(|parts| parts.iter().any(rests))?;
        Some(draft.statements.get(place)?.path.clone())
    }
}

/// Words beyond which two texts are shown as a whole.
const MOST_WORDS: usize = 400;

/// By the longest common run of words, with blanks where they stand.
fn difference(source: &str, text: &str) -> Vec<Difference> {
    let (old, new) = (words_with_blanks(source), words_with_blanks(text));
    if old.len().max(new.len()) > MOST_WORDS {
        return vec![Difference::Removed(source.to_owned()), Difference::Added(text.to_owned())];
    }
    let mut common = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = match old[i] == new[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let mut found: Vec<Difference> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            add(Difference::Same(old[i].to_owned()), &mut found);
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            add(Difference::Removed(old[i].to_owned()), &mut found);
            i += 1;
        } else {
            add(Difference::Added(new[j].to_owned()), &mut found);
            j += 1;
        }
    }
    found
}

fn add(next: Difference, found: &mut Vec<Difference>) {
    match (found.last_mut(), &next) {
        (Some(Difference::Same(run)), Difference::Same(more))
        | (Some(Difference::Added(run)), Difference::Added(more))
        | (Some(Difference::Removed(run)), Difference::Removed(more)) => run.push_str(more),
        _ => found.push(next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_gives_back_both_texts() {
        let (source, text) = ("Aimed to cut costs by 40 %", "Cut  costs by 40 % in 2019");
        let found = difference(source, text);
        let told = |wanted: fn(&Difference) -> Option<&String>| -> String {
            found.iter().filter_map(wanted).cloned().collect()
        };
        let before = told(|one| match one {
            Difference::Same(run) | Difference::Removed(run) => Some(run),
            Difference::Added(_) => None,
        });
        let after = told(|one| match one {
            Difference::Same(run) | Difference::Added(run) => Some(run),
            Difference::Removed(_) => None,
        });
        assert_eq!((before.as_str(), after.as_str()), (source, text));
        assert!(found.contains(&Difference::Same("costs by 40 %".to_owned())), "{found:?}");
    }
}
