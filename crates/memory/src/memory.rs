use std::path::PathBuf;
use std::sync::Arc;

use store::Store;

use crate::embedding::{PreviousService, Provider};
use crate::indexing::{IndexError, IndexHandler, Indexer, Status};
use crate::search::EmbeddingPause;

/// The memory of a site: documents in the store, indexes beside it.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) store: Store,
    pub(crate) indexer: Arc<Indexer>,
    pub(crate) embedding_pause: Arc<EmbeddingPause>,
}

impl Memory {
    /// `folder` is where this node keeps its vectors. Nothing is read before it is needed. The jobs
    /// of `feeding_topics` become chunks when they are run; what they are is their handlers' business.
    pub fn new(
        store: Store,
        provider: Provider,
        previous: Option<PreviousService>,
        folder: PathBuf,
        feeding_topics: Vec<&'static str>,
    ) -> Self {
        let indexer = Indexer::new(store.clone(), provider, previous, folder, feeding_topics);
        let indexer = Arc::new(indexer);
        Self { store, indexer, embedding_pause: Arc::default() }
    }

    /// Does the indexing that transactions have left.
    pub fn index_handler(&self) -> IndexHandler {
        IndexHandler(self.indexer.clone())
    }

    /// Stores every vector that is missing, or tells why it cannot. For commands that want to
    /// finish the work before they exit.
    pub async fn index_everything(&self) -> Result<Status, IndexError> {
        loop {
            self.indexer.run(&[]).await?;
            match (self.indexer.missing_vectors().await?, self.indexer.last_error()) {
                ((0, 0), _) => return Ok(self.indexer.status().await?),
                // Nothing waits and something failed: another round would do the same.
                ((0, _), Some(error)) => return Err(error.into()),
                _ => {}
            }
        }
    }

    /// Makes all vectors again, at once.
    pub async fn rebuild_index(&self) -> Result<Status, IndexError> {
        self.indexer.begin_rebuild(None, None).await?;
        self.index_everything().await
    }

    /// How many vectors are made, of how many that are wanted. None before anybody has looked.
    pub fn vectors_made(&self) -> Option<(u64, u64)> {
        let (counts, _) = self.indexer.opened()?.node_index.counts();
        Some((counts.stored, counts.stored + counts.waiting + counts.failed))
    }

    /// Keeps this node's indexes in step, for as long as the process lives.
    pub async fn follow(self) {
        self.indexer.follow().await;
    }
}
