//! The index over HTTP, one file per action.

mod call_off;
mod reindex;
mod status;

pub use call_off::call_off;
pub use reindex::reindex;
pub use status::status;
