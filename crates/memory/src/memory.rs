use std::path::PathBuf;
use std::sync::Arc;

use store::Store;

use crate::embedding::Provider;
use crate::indexing::{IndexError, IndexHandler, Indexer, Status};
use crate::search::QueryRest;

/// The memory of a site: documents in the store, indexes beside it.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) store: Store,
    pub(crate) indexer: Arc<Indexer>,
    pub(crate) query_rest: Arc<QueryRest>,
}

impl Memory {
    /// `folder` is where this node keeps its vectors. Nothing is read before it is needed.
    pub fn new(store: Store, provider: Provider, folder: PathBuf) -> Self {
        let indexer = Arc::new(Indexer::new(store.clone(), provider, folder));
        Self { store, indexer, query_rest: Arc::default() }
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
            let status = self.indexer.status().await?;
            match (status.pending, self.indexer.last_error()) {
                (0, _) if status.failed == 0 => return Ok(status),
                (0, Some(error)) => return Err(error.into()),
                _ => {}
            }
        }
    }

    /// Makes all vectors again, at once.
    pub async fn rebuild_index(&self) -> Result<Status, IndexError> {
        self.indexer.begin_rebuild(None).await?;
        self.index_everything().await
    }

    /// Keeps this node's indexes in step, for as long as the process lives.
    pub async fn follow(self) {
        self.indexer.follow().await;
    }
}
