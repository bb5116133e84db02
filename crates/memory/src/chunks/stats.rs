use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use store::{Filter, StoreError};

use super::{Chunk, ChunkType, Purpose, Source};
use crate::Memory;

/// How many chunks there are of each kind; every known value is there, also at 0.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChunkStats")]
pub struct Stats {
    pub total: u64,
    pub by_source: Map<String, Value>,
    pub by_chunk_type: Map<String, Value>,
    /// A chunk that serves several purposes counts for each.
    pub by_purpose: Map<String, Value>,
}

impl Memory {
    pub async fn stats(&self) -> Result<Stats, StoreError> {
        self.store
            .read(|transaction| {
                let sources = transaction.group::<Chunk>(&[], "source")?;
                let types = transaction.group::<Chunk>(&[], "chunk_type")?;
                let by_purpose = Purpose::ALL
                    .into_iter()
                    .map(|purpose| {
                        let serving = [Filter::equal(purpose.name(), true)];
                        let count = transaction.count::<Chunk>(&serving)?;
                        Ok((purpose.name().to_owned(), count.into()))
                    })
                    .collect::<Result<_, StoreError>>()?;
                Ok(Stats {
                    total: transaction.count::<Chunk>(&[])?,
                    by_source: complete(&sources, &Source::ALL.map(Source::name)),
                    by_chunk_type: complete(&types, &ChunkType::ALL.map(ChunkType::name)),
                    by_purpose,
                })
            })
            .await
    }
}

fn complete(counted: &[(store::Value, u64)], names: &[&str]) -> Map<String, Value> {
    let count = |name: &str| {
        let found = counted.iter().find(|(value, _)| value.as_text() == Some(name));
        found.map_or(0, |(_, count)| *count)
    };
    names.iter().map(|name| ((*name).to_owned(), count(name).into())).collect()
}
