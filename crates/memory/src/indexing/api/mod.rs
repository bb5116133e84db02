//! The index over HTTP, one file per action.

mod reindex;
mod status;

pub use reindex::reindex;
pub use status::status;
