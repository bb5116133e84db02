//! Chunks over HTTP, one file per action.

mod clear;
mod create;
mod delete;
mod get;
mod list;
mod stats;
mod update;

pub use clear::clear;
pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;
pub use stats::stats;
pub use update::update;

use axum::response::{IntoResponse, Response};
use edge::Versioned;
use store::Stored;

use super::ChunkView;

fn with_tag(stored: Stored<ChunkView>) -> Response {
    Versioned(stored.version, stored.document).into_response()
}
