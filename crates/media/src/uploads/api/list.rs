use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::uploads::{UploadKind, UploadView};
use crate::uses::{Library, LibraryFilter};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListUploads {
    /// `true`: only those that nothing shows.
    unused: bool,
    /// Only pictures, or only videos.
    kind: Option<UploadKind>,
    /// `true`: only pictures without an `alt`.
    missing_alt: bool,
    /// Only those with this text in their file name, `alt` or caption; letter case does not matter.
    #[schemars(length(max = 200))]
    q: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

const LONGEST_SEARCH: usize = 200;

pub fn list(library: Library) -> Endpoint {
    Endpoint::new("List the uploads", handle, library)
        .details("Newest first. All conditions hold together.")
        .query::<ListUploads>()
        .reports::<Slice<UploadView>>(200, "The uploads")
}

async fn handle(
    State(library): State<Library>,
    Params(query): Params<ListUploads>,
) -> Result<Response, Problem> {
    let ListUploads { unused, kind, missing_alt, q, limit, offset } = query;
    if q.as_ref().is_some_and(|text| text.chars().count() > LONGEST_SEARCH) {
        return Err(Problem::invalid_field("q", "may have up to 200 characters"));
    }
    let text = q.filter(|text| !text.is_empty());
    let filter = LibraryFilter { unused, kind, missing_alt, text };
    let uploads = library.list(filter, page(limit, offset, 20)).await?;
    let shown = uploads.map(|stored| UploadView::from(stored.document));
    Ok(([(CACHE_CONTROL, "private, no-cache")], Json(shown)).into_response())
}
