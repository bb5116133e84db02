use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use http::header::CACHE_CONTROL;
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Shown;
use crate::tokens::Tokens;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListTokens {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(tokens: Tokens) -> Endpoint {
    Endpoint::new("List the API tokens", handle, tokens)
        .details("Without their secrets, newest last. Expired tokens no longer exist.")
        .query::<ListTokens>()
        .reports::<Slice<Shown>>(200, "The tokens")
}

async fn handle(
    State(tokens): State<Tokens>,
    Params(query): Params<ListTokens>,
) -> Result<Response, Problem> {
    let listed = tokens.page(page(query.limit, query.offset, 20)).await?.map(Shown::from);
    Ok(([(CACHE_CONTROL, "no-store")], Json(listed)).into_response())
}
