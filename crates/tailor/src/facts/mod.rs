//! The facts of a resume: its document, read statement by statement. The same walk makes the
//! chunks that memory keeps and the facts a tailoring chooses from, so each fact has one chunk.
//!
//! Nothing here judges a document: what is not where JSON Resume has it is passed over.

mod document;
mod dossier;
mod identity;
mod place;

pub use document::{DocumentFact, facts_of};
pub use dossier::{Dossier, Fact, Similarity};
pub use identity::identity_of;
pub use place::{Part, Place, Section};

/// Whether a highlight only announces those that follow it: `Responsibilities:`.
pub(crate) fn announces(text: &str) -> bool {
    text.trim_end().ends_with([':', '：'])
}
