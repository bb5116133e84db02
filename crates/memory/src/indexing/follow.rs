//! Keeping in step with the documents: a full comparison at opening, changes from then on.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Id, Page};
use store::{Filter, Live, Query, StoreError, Transaction, View};

use super::generation::Generations;
use super::indexer::{Indexer, Opened};
use super::shelf::{Shelf, Stamps};
use crate::STREAM;
use crate::chunks::{Chunk, Forgotten};
use crate::embedding::Provider;

/// Chunks held in memory at a time while everything is compared.
const PAGE: u32 = 500;
/// How often to look for what nobody announces: a model that was installed, a pause that is over.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Indexer {
    pub(super) async fn open(&self) -> Result<Opened, StoreError> {
        let files = Generations::new(self.folder.clone());
        let opening = tokio::task::spawn_blocking(move || Shelf::open(files));
        let shelf = Arc::new(opening.await.map_err(|error| StoreError::Unavailable(error.into()))?);
        if let (Provider::Service(service), Some(serving)) = (&self.provider, shelf.serving())
            && serving.model().name == service.identity_name()
        {
            service.expect(serving.model().dimension);
        }
        let followed = shelf.clone();
        let load =
            move |transaction: &mut Transaction<'_>, previous: Option<&View<()>>| match previous {
                None => compare(transaction, &followed),
                Some(view) => advance(transaction, view, &followed),
            };
        let live = Live::open(self.store.clone(), STREAM, load).await?;
        Ok(Opened { shelf, live })
    }

    /// Indexes what other nodes have written and what is missing here, for as long as the process
    /// lives.
    pub(crate) async fn follow(self: Arc<Self>) {
        let mut changes = self.store.changes();
        loop {
            match self.is_needed().await {
                // What went wrong is in the status, and its pause is kept by the run itself.
                Ok(true) => drop(self.run(&[]).await),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "the indexes are behind"),
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(LOOK_EVERY) => self.provider.rest(),
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

/// Reads every chunk. The words are indexed anew; vectors that are there already are kept, those
/// of chunks that are gone are dropped.
fn compare(transaction: &mut Transaction<'_>, shelf: &Shelf) -> Result<(), StoreError> {
    let stamps = shelf.stamps();
    let mut last: Option<Id> = None;
    loop {
        let query = match last {
            None => Query::all(),
            Some(id) => Query::all().filter(Filter::above("id", id)),
        };
        let chunks = transaction.page::<Chunk>(&query, Page::first(PAGE))?.items;
        let Some(end) = chunks.last() else { break };
        last = Some(end.document.id);
        shelf.enter(chunks, &stamps);
    }
    shelf.drop_strangers();
    Ok(())
}

fn advance(
    transaction: &mut Transaction<'_>,
    view: &View<()>,
    shelf: &Shelf,
) -> Result<(), StoreError> {
    let changed = transaction.list_changed::<Chunk>(view.revision)?;
    let forgotten = transaction.list_changed::<Forgotten>(view.revision)?;
    if !changed.is_empty() {
        shelf.enter(changed, &Stamps::new());
    }
    for forgotten in forgotten {
        shelf.forget(&forgotten.document.chunks);
    }
    Ok(())
}
