use axum::extract::State;
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Memory;
use crate::chunks::{ChunkFilter, ChunkType, ChunkView, Purpose, Source};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListChunks {
    source: Option<Source>,
    chunk_type: Option<ChunkType>,
    /// Chunks that serve this purpose, also among others.
    purpose: Option<Purpose>,
    /// Only chunks with this text in them; letter case does not matter.
    #[schemars(length(max = 200))]
    q: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

const USUAL_LIMIT: u32 = 20;
/// The longest text that is looked for.
const LONGEST_SEARCH: usize = 200;

pub fn list(memory: Memory) -> Endpoint {
    Endpoint::new("List chunks", handle, memory)
        .details("The newest first.")
        .query::<ListChunks>()
        .reports::<Slice<ChunkView>>(200, "The chunks")
}

async fn handle(
    State(memory): State<Memory>,
    Params(query): Params<ListChunks>,
) -> Result<Json<Slice<ChunkView>>, Problem> {
    if query.q.as_ref().is_some_and(|text| text.chars().count() > LONGEST_SEARCH) {
        let message = format!("may have up to {LONGEST_SEARCH} characters");
        return Err(Problem::invalid_field("q", message));
    }
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    let ListChunks { source, chunk_type, purpose, q: text, .. } = query;
    let filter = ChunkFilter { source, chunk_type, purpose, text };
    Ok(Json(memory.list_chunks(filter, page).await?))
}
