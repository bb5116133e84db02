//! Vectors that the database keeps once, for all nodes, and searches for them.
//!
//! The same parts as with an index of one's own, divided otherwise. What counts is decided by
//! transactions in the stream `memory`: which sets of vectors there are ([`VectorSet`]), which one
//! serves, which vectors are in them. Every node follows that stream, and its ledger says what is
//! missing for all. One node at a time embeds ([`turn`]); that spares work and nothing depends on it,
//! for a vector is taken only while its chunk is still at the version it was made from, whoever
//! brings it.

mod following;
mod kind;
mod set;
mod storing;
mod succession;
mod turn;

pub(super) use following::{Following, Shared, stamps_of};
pub use kind::{INDEXING_TURN, IndexingTurn, MIGRATION, VECTOR_SETS, VectorSet};
pub(crate) use set::DatabaseSet;
