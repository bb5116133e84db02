use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Memory;

pub fn delete(memory: Memory) -> Endpoint {
    Endpoint::new("Delete a chunk", handle, memory)
        .details("For good, and out of every index.")
        .answers_nothing("The chunk is gone")
        .conditional()
}

async fn handle(
    State(memory): State<Memory>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    memory.delete_chunk(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
