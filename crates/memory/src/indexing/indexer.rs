use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Timestamp;
use store::{Live, Store, StoreError};
use tokio::sync::OnceCell;

use super::NodeIndex;
use crate::embedding::{Provider, ProviderError};

/// Everything that turns chunks into something that can be searched. Opened when it is first
/// needed: a site without chunks never reads an index or a model.
#[derive(Debug)]
pub(crate) struct Indexer {
    pub(super) store: Store,
    pub(super) provider: Provider,
    pub(super) folder: PathBuf,
    /// Topics of the outbox whose jobs become chunks.
    pub(super) feeding_topics: Vec<&'static str>,
    opened: OnceCell<Opened>,
    /// One run at a time.
    pub(super) turn: tokio::sync::Mutex<()>,
    trouble: Mutex<Trouble>,
    /// How often anybody has searched, so that work which can wait does.
    searches: AtomicU64,
}

#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) node_index: Arc<NodeIndex>,
    /// Where in the stream the node_index stands.
    pub(super) live: Live<()>,
}

/// What went wrong last, and how long to leave the provider alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Trouble {
    pub(super) error: Option<ProviderError>,
    pub(super) times: i64,
    /// When the same went wrong for the first time.
    pub(super) since: Option<Timestamp>,
    pub(super) not_before: Option<Timestamp>,
}

impl Indexer {
    pub(crate) fn new(
        store: Store,
        provider: Provider,
        folder: PathBuf,
        feeding_topics: Vec<&'static str>,
    ) -> Self {
        Self {
            store,
            provider,
            folder,
            feeding_topics,
            opened: OnceCell::new(),
            turn: tokio::sync::Mutex::default(),
            trouble: Mutex::default(),
            searches: AtomicU64::new(0),
        }
    }

    pub(crate) fn provider(&self) -> &Provider {
        &self.provider
    }

    /// The indexes as the documents are at this moment.
    pub(crate) async fn up_to_date(&self) -> Result<&Opened, StoreError> {
        let opened = self.opened.get_or_try_init(|| self.open()).await?;
        opened.live.catch_up().await?;
        Ok(opened)
    }

    /// The same, for somebody who searches.
    pub(crate) async fn for_search(&self) -> Result<&Opened, StoreError> {
        self.searches.fetch_add(1, Ordering::Relaxed);
        self.up_to_date().await
    }

    pub(super) fn searches(&self) -> u64 {
        self.searches.load(Ordering::Relaxed)
    }

    /// What went wrong last, until it goes well again.
    pub(crate) fn last_error(&self) -> Option<ProviderError> {
        self.trouble().error
    }

    pub(super) fn is_open(&self) -> bool {
        self.opened.initialized()
    }

    pub(super) fn opened(&self) -> Option<&Opened> {
        self.opened.get()
    }

    pub(super) fn trouble(&self) -> Trouble {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_trouble(&self, trouble: Trouble) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}
