//! The keyword index: BM25 over stemmed words, held in memory, kept in a file.
//!
//! It keeps no texts, only their words. The file spares reading all texts at a start; it may be
//! older than the index, or lost. Terms match literally; there is no query language, no fuzzy
//! matching and no phrase search.

mod file;
mod index;
mod segment;
mod snapshot;
mod stored;
mod terms;

pub use index::KeywordIndex;
pub use snapshot::Snapshot;

use kernel::Id;

use crate::Stamp;
use crate::payload::Payload;

/// A text to be found by its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub id: Id,
    pub stamp: Stamp,
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
