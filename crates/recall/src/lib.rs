//! The retrieval engine.

pub mod embed;
pub mod fusion;
pub mod keyword;
mod payload;
mod ranking;
pub mod vector;

pub use payload::{Filter, Owner, Payload, Tag, TagSet};
pub use ranking::{Hit, Hits};

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
