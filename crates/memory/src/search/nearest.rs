use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::Id;
use recall::embed::Embedding;
use recall::{Filter, Hits, vector};
use store::StoreError;

use super::run::work;
use super::{Mode, SearchError};
use crate::Memory;
use crate::indexing::{Generation, NodeIndex};

/// What was found by meaning.
#[derive(Debug)]
pub(super) struct Nearest {
    pub(super) hits: Hits,
    pub(super) who: WithVector,
}

/// Which chunks have a vector.
#[derive(Debug)]
pub(super) enum WithVector {
    Among(Arc<vector::Snapshot>),
    AllBut(Arc<HashSet<Id>>),
}

impl Memory {
    /// The nearest chunks, in this node's own index or in the database. None without vectors. A
    /// hybrid search goes by words when the database does not take the question.
    pub(super) async fn nearest(
        &self,
        node_index: &Arc<NodeIndex>,
        question: Embedding,
        filter: Filter,
        depth: usize,
        mode: Mode,
    ) -> Result<Option<Nearest>, SearchError> {
        let Some(serving) = node_index.serving() else { return Ok(None) };
        if let Some(index) = serving.own() {
            let vectors = index.snapshot();
            let searched = vectors.clone();
            let search = move || searched.search(&question, &filter, depth);
            let hits = work(search).await?;
            return Ok(Some(Nearest { hits, who: WithVector::Among(vectors) }));
        }
        match ask(node_index, &serving, question.clone(), filter, depth).await {
            Ok(nearest) => Ok(Some(nearest)),
            Err(StoreError::Refused(cause)) => {
                // The table of vectors that have just been replaced is gone. Those that serve now are
                // of the same model, or the question does not fit them.
                self.indexer.up_to_date().await?;
                let again = node_index
                    .serving()
                    .filter(|now| now.model() == serving.model() && !Arc::ptr_eq(now, &serving));
                let outcome = match again {
                    Some(now) => ask(node_index, &now, question, filter, depth).await,
                    None => Err(StoreError::Refused(cause)),
                };
                match (outcome, mode) {
                    (Ok(nearest), _) => Ok(Some(nearest)),
                    (Err(error), Mode::Hybrid) => {
                        tracing::warn!(%error, "vectors cannot be searched; words have to do");
                        Ok(None)
                    }
                    (Err(error), _) => Err(error.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}

async fn ask(
    node_index: &Arc<NodeIndex>,
    serving: &Generation,
    question: Embedding,
    filter: Filter,
    depth: usize,
) -> Result<Nearest, StoreError> {
    let Some(set) = serving.database() else {
        return Ok(Nearest { hits: Hits::default(), who: WithVector::AllBut(Arc::default()) });
    };
    let counted = node_index.clone();
    let count = move || (counted.with_vector(&filter), counted.lacking());
    let (accepted, lacking) = work(count).await?;
    let counted = accepted.count;
    let hits = set.search(question, filter, depth, accepted).await?;
    let total = counted.max(hits.len());
    Ok(Nearest { hits: Hits { hits, total }, who: WithVector::AllBut(lacking) })
}

/// The vectors of these chunks, as far as they have any.
pub(super) async fn find(
    serving: &Arc<Generation>,
    ids: Vec<Id>,
) -> Result<HashMap<Id, Embedding>, StoreError> {
    if let Some(set) = serving.database() {
        return set.find(ids).await;
    }
    let Some(snapshot) = serving.own().map(|index| index.snapshot()) else {
        return Ok(HashMap::new());
    };
    work(move || {
        let found = ids.into_iter().filter_map(|id| Some((id, snapshot.find(id)?.embedding)));
        found.collect()
    })
    .await
}
