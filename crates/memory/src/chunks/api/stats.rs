use axum::extract::State;
use edge::{Endpoint, Json, Problem};

use crate::Memory;
use crate::chunks::Stats;

pub fn stats(memory: Memory) -> Endpoint {
    Endpoint::new("Count the chunks", handle, memory)
        .reports::<Stats>(200, "Counts by source, type and purpose")
}

async fn handle(State(memory): State<Memory>) -> Result<Json<Stats>, Problem> {
    Ok(Json(memory.stats().await?))
}
