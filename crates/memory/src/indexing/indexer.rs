use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Id, Timestamp};
use recall::embed::ModelIdentity;
use store::vectors::Vectors;
use store::{Live, Store, StoreError};
use tokio::sync::OnceCell;

use super::NodeIndex;
use super::generation::Generation;
use super::shared::Shared;
use crate::embedding::{PreviousService, Provider, ProviderError};

/// Everything that turns chunks into something that can be searched. Opened when it is first
/// needed: a site without chunks never reads an index or a model.
#[derive(Debug)]
pub(crate) struct Indexer {
    pub(super) store: Store,
    pub(super) provider: Provider,
    /// Whom vectors of an earlier model may be asked of.
    pub(super) previous: Option<PreviousService>,
    pub(super) folder: PathBuf,
    /// This process among the nodes.
    pub(super) node: Id,
    /// Whether the database keeps the vectors.
    keeping: OnceCell<Vectors>,
    /// Who made the vectors that serve, while another model's are made.
    earlier: Mutex<Option<(ModelIdentity, Provider)>>,
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
        previous: Option<PreviousService>,
        folder: PathBuf,
        feeding_topics: Vec<&'static str>,
    ) -> Self {
        let node = Id::generate(store.clock(), store.randomness());
        Self {
            store,
            provider,
            previous,
            folder,
            node,
            keeping: OnceCell::new(),
            earlier: Mutex::default(),
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

    /// Who makes vectors that can be compared with these: the provider of today or, while they are
    /// made again with another model, the one that made them.
    pub(crate) async fn provider_of(
        &self,
        serving: &Generation,
    ) -> Result<Provider, ProviderError> {
        let wanted = serving.model();
        // By name first: a service that is new and down need not be waited for.
        let name = self.provider.identity_name().await;
        if name.as_ref() == Some(&wanted.name) && self.provider.identity().await? == *wanted {
            self.set_earlier(None);
            return Ok(self.provider.clone());
        }
        if let Some((_, earlier)) = self.earlier().filter(|(model, _)| model == wanted) {
            return Ok(earlier);
        }
        let other = "vectors of another model serve until all new ones are there";
        let other = || ProviderError::Other(other.to_owned());
        let reach = serving.reach();
        let earlier = self.provider.of_earlier(wanted, reach.as_ref(), self.previous.as_ref());
        let earlier = earlier.ok_or_else(other)?;
        // Its folder may hold another model by now.
        if earlier.identity().await.map_err(|_| other())? != *wanted {
            return Err(other());
        }
        tracing::info!(
            model = wanted.name,
            "the earlier model is asked until the new vectors serve"
        );
        self.set_earlier(Some((wanted.clone(), earlier.clone())));
        Ok(earlier)
    }

    fn earlier(&self) -> Option<(ModelIdentity, Provider)> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_earlier(&self, earlier: Option<(ModelIdentity, Provider)>) {
        *self.earlier.lock().unwrap_or_else(PoisonError::into_inner) = earlier;
    }

    /// Gives back what has not been needed for a while.
    pub(super) fn rest(&self) {
        self.provider.rest();
        if let Some((_, earlier)) = self.earlier() {
            earlier.rest();
        }
    }

    /// The database, where it keeps the vectors. Looked at once in the life of a process.
    pub(super) async fn shared(&self) -> Result<Option<Shared>, StoreError> {
        let look = || async {
            let keeping = self.store.vectors().await?;
            match &keeping {
                Vectors::Kept(support) => {
                    let version = &support.version;
                    tracing::info!(%version, "the database keeps the vectors, for all nodes");
                }
                Vectors::NotKept(why) => {
                    tracing::info!(%why, "every node keeps vectors of its own");
                }
                Vectors::Embedded => {}
            }
            Ok::<_, StoreError>(keeping)
        };
        Ok(match self.keeping.get_or_try_init(look).await? {
            Vectors::Kept(support) => {
                Some(Shared { store: self.store.clone(), support: support.clone() })
            }
            Vectors::NotKept(_) | Vectors::Embedded => None,
        })
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

    pub(crate) fn opened(&self) -> Option<&Opened> {
        self.opened.get()
    }

    pub(super) fn trouble(&self) -> Trouble {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_trouble(&self, trouble: Trouble) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}
