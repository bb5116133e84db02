use std::collections::HashMap;

use kernel::Id;
use recall::embed::Embedding;
use store::Stored;

use super::nearest::find;
use super::{Mode, Results, SearchError, SearchFilter};
use crate::Memory;
use crate::chunks::{Chunk, Origin};
use crate::derived::derived_from;

/// Parts of an original that are looked at. Its beginning says what it is about.
const MOST_PARTS: usize = 16;

impl Memory {
    /// The chunks nearest to what an original is about, without its own. Its vectors are there
    /// already and are the question, so that no model is asked; while there are none, nothing is
    /// found.
    pub async fn search_like(
        &self,
        origin: Origin,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        let own = origin.clone();
        let parts: Result<Vec<Stored<Chunk>>, SearchError> =
            self.store.read(move |transaction| Ok(derived_from(transaction, &own)?)).await;
        let parts = parts?;
        let node_index = self.indexer.for_search().await?.node_index.clone();
        let Some(serving) = node_index.serving() else { return Ok(Results::default()) };
        // Its own parts are the nearest of all, and have to be passed over.
        let depth = limit.saturating_add(parts.len());
        let ids = parts.iter().take(MOST_PARTS).map(|part| part.document.id).collect();
        let vectors = find(&serving, ids).await?;
        let Some(question) = average(&vectors, &parts) else { return Ok(Results::default()) };
        let question = std::future::ready(Ok(Some(question)));
        let mut results =
            self.search_in(node_index, question, "", Mode::Vector, filter, depth).await?;
        results.found.retain(|found| found.chunk.origin.as_ref() != Some(&origin));
        results.found.truncate(limit);
        Ok(results)
    }
}

/// The middle of the vectors of these chunks, as far as they have any.
fn average(vectors: &HashMap<Id, Embedding>, parts: &[Stored<Chunk>]) -> Option<Embedding> {
    let mut sum: Vec<f32> = Vec::new();
    for part in parts.iter().take(MOST_PARTS) {
        let Some(embedding) = vectors.get(&part.document.id) else { continue };
        let values = embedding.values();
        sum.resize(values.len(), 0.0);
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
    let length = sum.len();
    // Parts that point in opposite directions have no middle.
    Embedding::new(sum, length).ok()
}
