//! The keyword index: BM25 over stemmed words, in memory.
//!
//! It keeps no texts, only their words, and no file: it is rebuilt from the texts at start. Terms
//! match literally; there is no query language, no fuzzy matching and no phrase search.

mod index;
mod segment;
mod snapshot;
mod terms;

pub use index::KeywordIndex;
pub use snapshot::Snapshot;

use kernel::Id;

use crate::payload::Payload;

/// A text to be found by its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub id: Id,
    /// Grows with every change of the chunk; a lower one never replaces a higher one.
    pub revision: u64,
    pub payload: Payload,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Put(Document),
    Delete(Id),
}

#[cfg(test)]
mod tests;
