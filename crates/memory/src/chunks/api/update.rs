use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Json, Problem, ResourceId};

use super::with_tag;
use crate::Memory;
use crate::chunks::{ChunkInput, ChunkView};

pub fn update(memory: Memory) -> Endpoint {
    Endpoint::new("Change a chunk", handle, memory)
        .details(
            "What the body leaves out stays as it is. The chunk is embedded again in the \
             background. A chunk that was derived from something is written anew when that changes.",
        )
        .body::<ChunkInput>()
        .answers::<ChunkView>("The changed chunk")
        .conditional()
}

async fn handle(
    State(memory): State<Memory>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(input): Json<ChunkInput>,
) -> Result<Response, Problem> {
    Ok(with_tag(memory.update_chunk(id, input, conditions.expected_version()).await?))
}
