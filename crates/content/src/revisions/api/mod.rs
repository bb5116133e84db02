//! Revisions over HTTP, one file per action.

mod get;
mod list;
mod restore;

pub use get::get;
pub use list::list;
pub use restore::restore;

use axum::extract::FromRequestParts;
use edge::{InPath, Problem};
use http::request::Parts;
use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Revision;
use crate::items::ContentType;

/// A revision as it stands in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Revision")]
struct RevisionView {
    /// Counted for each item, from 1.
    number: i64,
    title: String,
    /// When the last change of it was made.
    saved_at: Timestamp,
    /// Who made it; null for what was saved before there were revisions.
    saved_by: Option<String>,
    /// How many words the body has.
    words: usize,
    is_published: bool,
}

impl From<&Revision> for RevisionView {
    fn from(revision: &Revision) -> Self {
        Self {
            number: revision.number,
            title: revision.said.title.clone(),
            saved_at: revision.saved_at,
            saved_by: revision.saved_by.as_ref().map(|author| author.name.clone()),
            words: revision.words,
            is_published: revision.said.is_published,
        }
    }
}

/// The revision in a path such as `/content/story/{id}/revisions/{number}`.
struct RevisionInPath(ContentType, Id, i64);

#[derive(Deserialize)]
struct Segments {
    content_type: ContentType,
    id: Id,
    number: i64,
}

impl<S: Send + Sync> FromRequestParts<S> for RevisionInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let InPath(Segments { content_type, id, number }) =
            InPath::from_request_parts(parts, state).await?;
        Ok(Self(content_type, id, number))
    }
}
