use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Content;
use crate::misses::MissView;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListMisses {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(content: Content) -> Endpoint {
    Endpoint::new("List the addresses that visitors asked for in vain", handle, content)
        .details(
            "Counted for each path, for thirty days, what was asked for most first; who asked is not \
             known. Only addresses that a person could have meant, and none at which something is \
             by now. Making a redirect from one removes it.",
        )
        .query::<ListMisses>()
        .reports::<Slice<MissView>>(200, "The addresses")
}

async fn handle(
    State(content): State<Content>,
    Params(query): Params<ListMisses>,
) -> Result<Response, Problem> {
    let misses = content.list_misses(page(query.limit, query.offset, 20)).await?;
    Ok(([(CACHE_CONTROL, "private, no-cache")], Json(misses)).into_response())
}
