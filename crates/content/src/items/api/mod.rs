//! Content items over HTTP, one file per action. Lists are in `listings`.

mod create;
mod delete;
mod get;
mod restore;
mod update;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use restore::restore;
pub use update::update;

use axum::extract::{FromRequestParts, Path};
use axum::response::{IntoResponse, Response};
use edge::{Problem, Versioned};
use http::request::Parts;
use kernel::Id;
use serde::Deserialize;

use super::ContentType;
use super::service::Written;

/// The type in a path such as `/content/story`. What is no type names nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeInPath(pub(crate) ContentType);

/// The type and id in a path such as `/content/story/{id}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemInPath(pub(crate) ContentType, pub(crate) Id);

#[derive(Deserialize)]
struct Segments {
    content_type: ContentType,
    id: Option<Id>,
}

async fn segments<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<Segments, Problem> {
    let segments = Path::<Segments>::from_request_parts(parts, state).await;
    segments.map(|Path(segments)| segments).map_err(|_| Problem::not_found())
}

impl<S: Send + Sync> FromRequestParts<S> for TypeInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(segments(parts, state).await?.content_type))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ItemInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let segments = segments(parts, state).await?;
        let id = segments.id.ok_or_else(Problem::not_found)?;
        Ok(Self(segments.content_type, id))
    }
}

pub(crate) fn with_tag(written: &Written) -> Response {
    let view = written.stored.document.view(written.path.clone(), &written.html);
    Versioned(written.stored.version, view).into_response()
}
