use std::time::Instant;

use axum::extract::State;
use edge::{Endpoint, Json, Problem};
use kernel::{Code, FieldErrors};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Memory;
use crate::choice::OneOrMore;
use crate::chunks::{ChunkType, ChunkView, Purpose, Source};
use crate::search::{Found, Mode, SearchError, SearchFilter, Whose};

/// What to look for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct SearchPreview {
    /// 1 to 20,000 characters: a whole job posting fits.
    query: Option<String>,
    /// 1 or more; above 100 it is lowered to 100.
    limit: Option<i64>,
    source: Option<OneOrMore<Source>>,
    chunk_type: Option<OneOrMore<ChunkType>>,
    purpose: Option<OneOrMore<Purpose>>,
    mode: Option<Mode>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SearchHits {
    /// Best first.
    items: Vec<SearchHit>,
    /// How many chunks the filters accept: by word, those that share words with the query; by
    /// vector, those that have one; hybrid, those of which either is true.
    total: usize,
    took_ms: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SearchHit {
    chunk: ChunkView,
    /// What the order goes by; comparable within one answer only.
    score: f32,
    /// The cosine; null when the chunk was not found by its vector.
    vector_score: Option<f32>,
    /// BM25; null when the chunk was not found by its words.
    keyword_score: Option<f32>,
}

const USUAL_LIMIT: i64 = 10;
const MOST: i64 = 100;
const LONGEST_QUERY: usize = 20_000;

pub fn preview(memory: Memory) -> Endpoint {
    Endpoint::new("Search the chunks", handle, memory)
        .details(
            "A hybrid search goes by words alone while there are no vectors; a search by vector \
             alone then fails.",
        )
        .body::<SearchPreview>()
        .reports::<SearchHits>(200, "The best chunks with their scores")
        .fails(&[Code::Unavailable])
}

async fn handle(
    State(memory): State<Memory>,
    Json(request): Json<SearchPreview>,
) -> Result<Json<SearchHits>, Problem> {
    let started = Instant::now();
    let (query, limit) = check(&request)?;
    let filter = SearchFilter {
        sources: request.source.map(OneOrMore::into_list).unwrap_or_default(),
        chunk_types: request.chunk_type.map(OneOrMore::into_list).unwrap_or_default(),
        purposes: request.purpose.map(OneOrMore::into_list).unwrap_or_default(),
        whose: Whose::Anyones,
    };
    let mode = request.mode.unwrap_or_default();
    let results =
        memory.search(&query, mode, filter, limit).await.map_err(|error| match error {
            SearchError::Store(error) => Problem::from(error),
            SearchError::NoVectors(why) => {
                Problem::unavailable("embedding", "has no vectors to search").caused_by(why)
            }
        })?;
    let items = results.found.into_iter().map(SearchHit::from).collect();
    let took_ms = started.elapsed().as_secs_f64() * 1000.0;
    Ok(Json(SearchHits { items, total: results.total, took_ms }))
}

fn check(request: &SearchPreview) -> Result<(String, usize), Problem> {
    let mut errors = FieldErrors::default();
    let query = request.query.clone().unwrap_or_default();
    if query.trim().is_empty() {
        errors.add("query", "must not be empty");
    } else if query.chars().count() > LONGEST_QUERY {
        errors.add("query", format!("may have up to {LONGEST_QUERY} characters"));
    }
    let limit = request.limit.unwrap_or(USUAL_LIMIT);
    if limit < 1 {
        errors.add("limit", "must be at least 1");
    }
    errors.finish()?;
    Ok((query, usize::try_from(limit.min(MOST)).unwrap_or(1)))
}

impl From<Found> for SearchHit {
    fn from(found: Found) -> Self {
        let Found { chunk, score, vector_score, keyword_score } = found;
        Self { chunk, score, vector_score, keyword_score }
    }
}
