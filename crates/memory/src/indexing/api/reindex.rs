use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Problem};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Memory;
use crate::chunks::Source;

/// What to make again.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Reindex {
    /// One source; everything when absent.
    source: Option<Source>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Queued {
    /// How many chunks get new vectors.
    queued: u64,
}

pub fn reindex(memory: Memory) -> Endpoint {
    Endpoint::new("Make vectors again", handle, memory)
        .details("In the background. The old vectors serve until all new ones are there.")
        .body::<Reindex>()
        .reports::<Queued>(202, "It will be done")
}

async fn handle(
    State(memory): State<Memory>,
    Json(request): Json<Reindex>,
) -> Result<Response, Problem> {
    let queued = memory.reindex(request.source).await?;
    Ok((StatusCode::ACCEPTED, Json(Queued { queued })).into_response())
}
