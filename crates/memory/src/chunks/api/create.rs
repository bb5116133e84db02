use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;

use super::with_tag;
use crate::Memory;
use crate::chunks::{ChunkInput, ChunkView};

pub fn create(memory: Memory) -> Endpoint {
    Endpoint::new("Add a chunk", handle, memory)
        .details("It is embedded in the background; `indexed_at` tells when that has happened.")
        .complete_body::<ChunkInput>("NewChunk", &["text", "source", "chunk_type", "purpose"])
        .repeatable()
        .creates::<ChunkView>("The new chunk")
}

async fn handle(
    State(memory): State<Memory>,
    Repeatable { body: input, once }: Repeatable<ChunkInput>,
) -> Result<Response, Problem> {
    let stored = memory.create_chunk(input, once).await?;
    let location = format!("/content/chunks/{}", stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(stored)).into_response())
}
