//! The vector index: a scan over all rows in short codes, the best of them scored in full
//! precision; held in memory, kept in a file.
//!
//! At the sizes of a personal site (up to about a hundred thousand chunks) a scan beats a graph:
//! it misses next to nothing, filters make it faster instead of slower, and inserts and deletes
//! cost nothing. Beyond that another backend takes over; what it has to produce is a [`crate::Hits`],
//! which is all that fusion asks for.
//!
//! The index knows no text and embeds nothing.

mod block;
mod durable;
mod file;
mod index;
mod journal;
mod product;
mod quantised;
mod record;
mod scan;
mod sketch;
mod snapshot;
mod stamps;

pub use durable::DurableIndex;
pub use index::{DimensionError, VectorIndex};
pub use snapshot::Snapshot;
pub use stamps::{FoundStamps, read_stamps};

pub use crate::{FileError, Stamp};

use kernel::Id;

use crate::embed::Embedding;
use crate::payload::Payload;

/// A chunk's entry in the index.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub id: Id,
    pub stamp: Stamp,
    pub payload: Payload,
    pub embedding: Embedding,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Put(Stored),
    Delete(Id),
}

#[cfg(test)]
mod tests;
