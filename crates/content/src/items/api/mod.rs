//! Content items over HTTP, one file per action. Lists are in `listings`.

mod create;
mod delete;
mod get;
mod restore;
mod shadow;
mod update;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use restore::restore;
pub use update::update;

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use edge::{InPath, Problem, Versioned};
use http::request::Parts;
use kernel::Id;
use serde::Deserialize;

use super::service::Written;
use super::{ContentType, ItemView};
use crate::Content;
use crate::reading::{Reader, Reading};
use shadow::shadow_of;

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

impl<S: Send + Sync> FromRequestParts<S> for TypeInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let InPath(segments) = InPath::<Segments>::from_request_parts(parts, state).await?;
        Ok(Self(segments.content_type))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ItemInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let InPath(segments) = InPath::<Segments>::from_request_parts(parts, state).await?;
        let id = segments.id.ok_or_else(Problem::not_found)?;
        Ok(Self(segments.content_type, id))
    }
}

pub(crate) fn with_tag(content: &Content, written: &Written) -> Response {
    let reading = content.reading(Reader::SignedIn);
    Versioned(written.stored.version, view_after(&reading, written)).into_response()
}

/// The item as the administrator who has written it sees it, at a moment after that.
pub(crate) fn view_after<'a>(reading: &'a Reading, written: &'a Written) -> ItemView<'a> {
    let mut view = written.stored.document.view(written.path.clone(), &written.html);
    view.shadowed_by = reading.item(view.id).and_then(shadow_of);
    view
}
