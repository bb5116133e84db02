//! The only texts that may stand in a delivered resume.
//!
//! A [`Delivered`] text is one of three things and says which ([`Kind`]):
//!
//! - *verbatim*: a fact in the owner's words, whole or whole sentences of it;
//! - *approved*: a wording that the owner has confirmed for exactly that fact ([`Approvals`]);
//! - *derived*: what a closed list of edits makes of that source ([`Edit`]).
//!
//! Its fields are private and each constructor starts from a [`Source`], which can only be got from a
//! fact or from the owner's document. So no generator, and no model behind one, can bring words of its
//! own into a resume: there is no function that takes them. Texts are compared character by
//! character, as they would be delivered; nothing is folded.
//!
//! What this does not do: judge whether the owner tells the truth, or whether a wording the owner has
//! approved says the same as the fact.

mod approvals;
mod edits;
mod passages;
mod source;

use kernel::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use approvals::{Approvals, Decision, Home};
pub use edits::Edit;
pub use source::Source;

use crate::facts::Dossier;
use edits::derivations;

/// The sentences of a text, as far as it is clear where each ends.
pub fn sentences_of(text: &str) -> Vec<&str> {
    passages::passages(text).into_iter().map(|(_, part)| part).collect()
}

/// Where a sentence stands in a text as a sentence of its own, in bytes; none when it stands nowhere, only
/// within another one, or twice.
pub fn place_of(sentence: &str, text: &str) -> Option<usize> {
    let mut found = passages::passages(text).into_iter().filter(|(_, part)| *part == sentence);
    let (at, _) = found.next()?;
    found.next().is_none().then_some(at)
}

/// How a text came to be.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The owner's own words: a whole fact, or whole sentences of it.
    Verbatim,
    /// A wording of the fact that the owner has confirmed.
    Approved,
    /// Made from the fact by edits that are true of any sentence.
    Derived,
}

/// A text that may be delivered, with what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivered {
    text: String,
    kind: Kind,
    edits: Vec<Edit>,
    source: String,
    chunk_id: Id,
    /// Where the source begins in the text it is a part of.
    at: usize,
}

impl Delivered {
    pub fn verbatim(source: Source<'_>) -> Self {
        Self::new(source, source.text().to_owned(), Kind::Verbatim, Vec::new())
    }

    /// The source in the wording that was approved last; none when none was.
    pub fn approved(source: Source<'_>, approvals: &Approvals) -> Option<Self> {
        let wording = approvals.wordings_of(source).next()?.to_owned();
        Some(Self::new(source, wording, Kind::Approved, Vec::new()))
    }

    /// None when an edit does not apply to the source.
    pub fn derived(source: Source<'_>, edit: Edit) -> Option<Self> {
        let text = edit.apply(source.text())?;
        Some(Self::new(source, text, Kind::Derived, vec![edit]))
    }

    /// The source as the owner would say it: in the approved wording, else verbatim.
    pub fn told(source: Source<'_>, approvals: &Approvals) -> Self {
        Self::approved(source, approvals).unwrap_or_else(|| Self::verbatim(source))
    }

    /// Somebody's words for a source, when they are what may be delivered; else none, whatever they
    /// say. The text that is kept is the one made here, not the one that was handed in.
    pub fn matching(words: &str, source: Source<'_>, approvals: &Approvals) -> Option<Self> {
        if source.text() == words {
            return Some(Self::verbatim(source));
        }
        if let Some(wording) = approvals.wordings_of(source).find(|known| *known == words) {
            let wording = wording.to_owned();
            return Some(Self::new(source, wording, Kind::Approved, Vec::new()));
        }
        let (text, edits) =
            derivations(source.text()).into_iter().find(|(text, _)| text == words)?;
        Some(Self::new(source, text, Kind::Derived, edits))
    }

    /// Somebody's words for the same source, when they may be delivered.
    pub fn in_words(&self, words: &str, approvals: &Approvals) -> Option<Self> {
        Self::matching(words, self.origin(), approvals)
    }

    fn new(source: Source<'_>, text: String, kind: Kind, edits: Vec<Edit>) -> Self {
        let (chunk_id, at) = (source.chunk_id(), source.at());
        Self { text, kind, edits, source: source.text().to_owned(), chunk_id, at }
    }

    fn origin(&self) -> Source<'_> {
        Source::again(&self.source, self.chunk_id, self.at)
    }

    /// Whether it may stand behind another text: both are of one fact, and the owner says them in this
    /// order. Sentences of two facts side by side can claim what neither does.
    pub fn may_follow(&self, other: &Self) -> bool {
        self.chunk_id == other.chunk_id && self.at >= other.at + other.source.len()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The owner's words it was made from.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn chunk_id(&self) -> Id {
        self.chunk_id
    }

    /// Whether it still is what it says, for these facts. True by construction when it was made from
    /// them; asked again of a whole draft, since a mistake here would be the worst one.
    pub(crate) fn holds(&self, dossier: &Dossier) -> bool {
        // Asked of the facts anew, not of the fields: this check exists for the case that a
        // constructor is wrong.
        let mut facts = dossier.facts.iter().filter(|fact| fact.chunk_id == self.chunk_id);
        let is_source = facts.any(|fact| Source::is_of(&self.source, fact, dossier));
        is_source
            && match self.kind {
                Kind::Verbatim => self.text == self.source,
                Kind::Approved => {
                    dossier.approvals.wordings_of(self.origin()).any(|known| known == self.text)
                }
                Kind::Derived => {
                    derivations(&self.source).iter().any(|(text, _)| *text == self.text)
                }
            }
    }
}

#[cfg(test)]
mod tests;
