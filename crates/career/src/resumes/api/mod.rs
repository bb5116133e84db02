//! Resumes over HTTP, one file per action.

mod create;
mod delete;
mod error;
mod export;
mod get;
mod list;
mod read;
mod update;

pub use create::create;
pub use delete::delete;
pub use export::json;
pub use get::get;
pub use list::list;
pub use read::read;
pub use update::update;

use axum::response::{IntoResponse, Response};
use edge::{Problem, Versioned};
use store::Stored;

use super::Resume;
use super::model::ResumeView;

fn with_tag(stored: Stored<Resume>) -> Result<Response, Problem> {
    let version = stored.version;
    let view = ResumeView::try_from(stored.document).map_err(Problem::internal)?;
    Ok(Versioned(version, view).into_response())
}
