//! The retrieval engine: what finds chunks by meaning and by word.
//!
//! - [`embed`] turns texts into vectors, with a model in this process;
//! - [`vector`] keeps vectors and finds the nearest, in memory and in a file;
//! - [`keyword`] keeps words and finds texts by BM25, in memory and in a file;
//! - [`fusion`] makes one ranking out of two.
//!
//! Both indexes take the same [`Payload`] and the same [`Filter`], judge it while they scan, answer
//! with [`Hits`] in a stable order with exact totals, and publish every batch of changes as a new
//! generation, so that readers never wait.
//!
//! The engine does no HTTP, knows no database, starts no thread and reads no clock. What a chunk
//! is, when it is indexed and who may search is the memory wing's business; a vector backend in a
//! database joins by answering with [`Hits`], an embedding service by implementing
//! [`embed::Embedder`].

mod disk;
mod dot;
pub mod embed;
pub mod fusion;
pub mod keyword;
mod payload;
mod ranking;
mod stamp;
pub mod vector;

pub use disk::FileError;
pub use payload::{Filter, Owner, Payload, Tag, TagSet};
pub use ranking::{Hit, Hits};
pub use stamp::Stamp;

/// What became of a change to an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Stored,
    /// The index already holds a later revision, which stays.
    Outdated,
    Deleted,
    /// There was nothing to delete.
    Absent,
}
