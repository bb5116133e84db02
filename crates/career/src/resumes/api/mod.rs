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
use crate::Career;

async fn with_tag(career: &Career, stored: Stored<Resume>) -> Result<Response, Problem> {
    let version = stored.version;
    let view = career.view_of(stored.document).await?;
    Ok(Versioned(version, view).into_response())
}
