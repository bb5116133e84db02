use axum::extract::State;
use edge::{Endpoint, Json, Problem};

use crate::Memory;
use crate::indexing::Status;

pub fn status(memory: Memory) -> Endpoint {
    Endpoint::new("How the index stands", handle, memory)
        .details("Of the node that answers. Failures are tried again by themselves.")
        .reports::<Status>(200, "What is indexed, what waits, what failed")
}

async fn handle(State(memory): State<Memory>) -> Result<Json<Status>, Problem> {
    Ok(Json(memory.indexer.status().await?))
}
