//! From documents to indexes: every chunk gets its words into the keyword index and a vector into
//! the vector index, some time after it was written and never before it was committed.
//!
//! The documents are the truth, and an index is one node's own. It follows the stream `memory`
//! ([`follow`]), and the [`ledger`] holds, for every chunk that exists, which version of it the
//! index should have. What is missing is chosen by [`plan`], cut by [`batch`] and embedded and
//! stored by [`run`]; a vector is stored only while the ledger still wants exactly the version it
//! was made from, so whatever is deleted or rewritten meanwhile never comes back.
//!
//! Two things start a run. The job in the outbox, written with the chunk, is the promise that it
//! happens: it is completed when the vector is stored and noted ([`Indexed`]). The background loop
//! does what no job asks for: the changes that other nodes have answered for, and whatever a
//! comparison at the start finds missing. [`generation`] keeps vectors in files, and builds the next
//! set beside the one that serves.

pub mod api;
mod batch;
mod comparison;
mod follow;
mod generation;
mod indexer;
mod inspection;
mod jobs;
mod kind;
mod ledger;
mod node_index;
mod payload;
mod plan;
mod reindexing;
mod run;
mod shared;
mod status;
mod succession;
mod words;

pub(crate) use generation::Generation;
pub(crate) use indexer::Indexer;
pub use inspection::{OwnVectors, inspect_vectors};
pub use jobs::{IndexHandler, IndexJob, TOPIC};
pub use kind::{INDEXED, Indexed, MIGRATION};
pub(crate) use node_index::NodeIndex;
pub(crate) use payload::{purposes_tag, source_tag, type_tag, user_key};
pub use reindexing::{REINDEXING, REINDEXING_MIGRATION, Reindexing};
pub use run::IndexError;
pub use shared::{
    INDEXING_TURN, IndexingTurn, MIGRATION as SHARED_MIGRATION, VECTOR_SETS, VectorSet,
};
pub use status::Status;
