use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Params, Problem};
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Memory;
use crate::chunks::Source;

// Without defaults for the whole: what has one is never described as required.
#[derive(Debug, Deserialize, JsonSchema)]
struct ClearChunks {
    /// Whose chunks to delete. There is no way to delete all sources at once.
    #[schemars(required)]
    source: Option<Source>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Cleared {
    source: Source,
    /// How many chunks are gone.
    deleted: u64,
}

pub fn clear(memory: Memory) -> Endpoint {
    Endpoint::new("Delete all chunks of a source", handle, memory)
        .details("The documents are gone when this answers; the indexes follow.")
        .query::<ClearChunks>()
        .reports::<Cleared>(202, "The chunks are gone")
}

async fn handle(
    State(memory): State<Memory>,
    Params(query): Params<ClearChunks>,
) -> Result<Response, Problem> {
    let source = query.source.ok_or_else(|| Problem::invalid_field("source", "is required"))?;
    let deleted = memory.clear_source(source).await?;
    Ok((StatusCode::ACCEPTED, Json(Cleared { source, deleted })).into_response())
}
