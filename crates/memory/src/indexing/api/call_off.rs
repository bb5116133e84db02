use axum::extract::State;
use edge::{Endpoint, Json, Problem};

use crate::Memory;
use crate::indexing::{IndexError, Status};

pub fn call_off(memory: Memory) -> Endpoint {
    Endpoint::new("Stop making vectors again", handle, memory)
        .details(
            "Ends what `POST /content/reindex` has begun or left waiting, on every node. New vectors that were made are \
             used; all other chunks keep those they had. Vectors of another model are made to their end.",
        )
        .reports::<Status>(200, "How the index stands now")
}

async fn handle(State(memory): State<Memory>) -> Result<Json<Status>, Problem> {
    memory.call_off_reindexing().await.map_err(|error| match error {
        IndexError::Store(error) => Problem::from(error),
        error => Problem::internal(error),
    })?;
    Ok(Json(memory.indexer.status().await?))
}
