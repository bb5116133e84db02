//! The links over HTTP, one file per action.

mod create;
mod delete;
mod get;
mod list;
mod update;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;
pub use update::update;

use axum::response::{IntoResponse, Response};
use edge::Versioned;
use store::Stored;

use super::NavLink;

fn with_tag(stored: Stored<NavLink>) -> Response {
    Versioned(stored.version, stored.document).into_response()
}
