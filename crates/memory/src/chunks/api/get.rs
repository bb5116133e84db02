use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem, ResourceId};

use super::with_tag;
use crate::Memory;
use crate::chunks::ChunkView;

pub fn get(memory: Memory) -> Endpoint {
    Endpoint::new("Read one chunk", handle, memory).answers::<ChunkView>("The chunk")
}

async fn handle(
    State(memory): State<Memory>,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    Ok(with_tag(memory.get_chunk(id).await?))
}
