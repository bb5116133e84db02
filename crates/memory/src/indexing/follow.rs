//! Keeping in step with the documents: a full comparison at opening, changes from then on.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use kernel::Id;
use store::{Filter, Live, Query, StoreError, Transaction, Value, View};
use tokio::time::MissedTickBehavior;

use super::generation::Generations;
use super::indexer::{Indexer, Opened};
use super::node_index::{NodeIndex, Stamps};
use super::shared::Shared;
use crate::STREAM;
use crate::chunks::{Chunk, Forgotten};
use crate::embedding::Provider;

/// Chunks held in memory at a time while everything is compared.
const PAGE: usize = 500;
/// Chunks verified at a time, and the pause before each time: one or two percent of a core.
const PART: usize = 50;
const LEISURE: Duration = Duration::from_millis(100);
/// Pauses in which somebody searched, after which verifying goes on all the same.
const PATIENCE: u32 = 20;
/// How often to look for what nobody announces: a model that was installed, a pause that is over.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Indexer {
    pub(super) async fn open(&self) -> Result<Opened, StoreError> {
        let folder = self.folder.clone();
        let shared = self.shared().await?;
        let opened: Arc<OnceLock<Arc<NodeIndex>>> = Arc::default();
        let followed = opened.clone();
        let load = move |transaction: &mut Transaction<'_>, previous: Option<&View<()>>| match (
            previous,
            followed.get(),
        ) {
            // The first call compares everything, the later ones only what has changed.
            (Some(view), Some(node_index)) => {
                advance(transaction, view, node_index, shared.as_ref())
            }
            _ => {
                let files = Generations::new(folder.clone());
                let node_index = compare(transaction, files, shared.as_ref())?;
                followed.get_or_init(|| Arc::new(node_index));
                Ok(())
            }
        };
        let live = Live::open(self.store.clone(), STREAM, load).await?;
        let node_index = opened.get().ok_or(StoreError::Panicked)?.clone();
        if let (Provider::Service(service), Some(model)) =
            (&self.provider, node_index.wanted_model())
            // The service need not be asked for the length of its vectors after every restart.
            && model.name == service.identity_name()
        {
            service.expect(model.dimension);
        }
        Ok(Opened { node_index, live })
    }

    /// Indexes what other nodes have written and what is missing here, for as long as the process
    /// lives.
    pub(crate) async fn follow(self: Arc<Self>) {
        // At the start, so that the log says it where an operator looks.
        if let Err(error) = self.shared().await {
            tracing::warn!(%error, "where vectors are kept is not known yet");
        }
        let mut changes = self.store.changes();
        let mut looks = tokio::time::interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut is_quiet, mut unsaved, mut verified) = (false, 0, None);
        loop {
            match self.is_needed().await {
                // What went wrong is in the status, and its pause is kept by the run itself.
                Ok(true) => drop(self.run(&[]).await),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "the indexes are behind"),
            }
            if let Some(opened) = self.opened() {
                let node_index = opened.node_index.clone();
                tokio::task::spawn_blocking(move || node_index.save_words(is_quiet)).await.ok();
                // Once in the life of a process, and only after the index is open.
                verified.get_or_insert_with(|| tokio::spawn(self.clone().verify()));
            }
            is_quiet = tokio::select! {
                changed = changes.changed() => match changed {
                    Ok(_) => false,
                    Err(_) => return,
                },
                _ = looks.tick() => {
                    self.rest();
                    // What else is written to the database disturbs nobody here.
                    let now = self.opened().map_or(0, |opened| opened.node_index.keywords.unsaved());
                    now == std::mem::replace(&mut unsaved, now)
                }
            };
        }
    }

    /// Reads all chunks once, at leisure, where the start has believed the files.
    async fn verify(self: Arc<Self>) {
        let Some(opened) = self.opened() else { return };
        let ids: Vec<Id> = opened.node_index.ids();
        let mut wrong = 0;
        for part in ids.chunks(PART) {
            self.wait_for_a_lull().await;
            let named = part.iter().map(|id| Value::from(*id)).collect();
            let query = Query::all().filter(Filter::OneOf("id", named));
            let chunks: Result<Vec<_>, StoreError> =
                self.store.read(move |transaction| transaction.list::<Chunk>(&query)).await;
            let chunks = match chunks {
                Ok(chunks) => chunks,
                // Given up until the next start: it is a precaution, and searches look every hit up
                // anyway.
                Err(error) => return tracing::warn!(%error, "the indexes were not verified"),
            };
            let node_index = opened.node_index.clone();
            let verifying = tokio::task::spawn_blocking(move || node_index.verify(&chunks));
            wrong += verifying.await.unwrap_or(0);
        }
        if wrong > 0 {
            tracing::warn!(chunks = wrong, "the words were of other texts and were made again");
        }
    }

    /// Returns after a pause in which nobody searched, or after a few in which somebody did.
    async fn wait_for_a_lull(&self) {
        for _ in 0..PATIENCE {
            let before = self.searches();
            tokio::time::sleep(LEISURE).await;
            if self.searches() == before {
                return;
            }
        }
    }

    /// Whether there is anything to index at all.
    async fn is_needed(&self) -> Result<bool, StoreError> {
        if self.is_open() {
            return Ok(true);
        }
        let chunks: Result<u64, StoreError> =
            self.store.read(|transaction| transaction.count::<Chunk>(&[])).await;
        Ok(chunks? > 0)
    }
}

/// Opens the files while the versions that exist are read, compares the two, and reads the chunks
/// that differ: few after a restart, all of them when there are no files. What is gone is dropped.
fn compare(
    transaction: &mut Transaction<'_>,
    files: Generations,
    shared: Option<&Shared>,
) -> Result<NodeIndex, StoreError> {
    // Reading the files and reading the versions wait for different things.
    let (node_index, versions) = std::thread::scope(|scope| {
        let opening = scope.spawn(|| match shared {
            Some(_) => NodeIndex::open_words(files),
            None => NodeIndex::open(files),
        });
        let versions = transaction.versions::<Chunk>();
        (opening.join(), versions)
    });
    let node_index = node_index.map_err(|_| StoreError::Panicked)?;
    let stamps = match shared {
        Some(shared) => node_index.open_sets(transaction, shared)?,
        None => node_index.stamps(),
    };
    let unknown = node_index.recognise(versions?, &stamps);
    for part in unknown.chunks(PAGE) {
        let ids = part.iter().map(|id| Value::from(*id)).collect();
        let chunks = transaction.list::<Chunk>(&Query::all().filter(Filter::OneOf("id", ids)))?;
        node_index.enter(chunks, &stamps);
    }
    // Last, when the ledger knows everything that exists.
    match shared {
        Some(_) => node_index.count_lacking(transaction)?,
        None => node_index.drop_strangers(),
    }
    Ok(node_index)
}

fn advance(
    transaction: &mut Transaction<'_>,
    view: &View<()>,
    node_index: &NodeIndex,
    shared: Option<&Shared>,
) -> Result<(), StoreError> {
    let changed = transaction.list_changed::<Chunk>(view.revision)?;
    let forgotten = transaction.list_changed::<Forgotten>(view.revision)?;
    if !changed.is_empty() {
        // No stamps: what has changed needs a new vector in any case.
        node_index.enter(changed, &Stamps::new());
    }
    for forgotten in forgotten {
        node_index.forget(&forgotten.document.chunks);
    }
    match shared {
        Some(shared) => node_index.follow_sets(transaction, shared, view.revision),
        None => Ok(()),
    }
}
