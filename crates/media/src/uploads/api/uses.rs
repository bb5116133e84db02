use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, ResourceId, page};
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::uses::{Library, Use};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListUses {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn uses(library: Library) -> Endpoint {
    Endpoint::new("List the places that show an upload", handle, library)
        .details("Sections, content, the settings and resumes, also those that are deleted.")
        .query::<ListUses>()
        .reports::<Slice<Use>>(200, "The places")
}

async fn handle(
    State(library): State<Library>,
    ResourceId(id): ResourceId,
    Params(query): Params<ListUses>,
) -> Result<Response, Problem> {
    let uses = library.uses(id).await?;
    let page = page(query.limit, query.offset, 100);
    let (items, total) = (page.cut(&uses).to_vec(), uses.len() as u64);
    let shown = Slice { items, total, limit: page.limit, offset: page.offset };
    Ok(([(CACHE_CONTROL, "private, no-cache")], Json(shown)).into_response())
}
