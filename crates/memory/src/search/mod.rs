//! Finding chunks: by meaning (vectors), by word (BM25), or by both, fused. Filters are applied
//! inside the indexes. Every hit is looked up in the documents before it is shown, so an index that
//! is behind can miss something for a moment, but never shows what is gone or not yours.
//!
//! Without vectors (no model, a service that is down, another model's vectors still serving) a
//! hybrid search goes by words alone.

mod alike;
pub mod api;
mod embedding_pause;
mod error;
mod filter;
mod nearest;
mod run;
mod similarity;
mod vectors;

pub(crate) use embedding_pause::EmbeddingPause;
pub use error::SearchError;
pub use filter::{Mode, SearchFilter, Whose};
pub use run::{Found, Results, Voice};
pub use similarity::Meaning;
