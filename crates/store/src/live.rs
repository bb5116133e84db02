use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::Mutex;

use crate::{Revision, Store, StoreError, Transaction};

/// A view of a stream's collections that is kept in memory and always rebuildable.
///
/// Readers take the current view without waiting. After a write, [`Live::reach`] brings the view
/// to that write before the writer is answered, so everybody who is told of a change also sees
/// it. [`Live::follow`] catches up with changes made by other processes.
pub struct Live<T> {
    inner: Arc<Inner<T>>,
}

impl<T> Clone for Live<T> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone() }
    }
}

/// How long to wait when catching up failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Builds the next view from the previous one and what has changed since its revision. Without a
/// previous view it builds from everything.
type Load<T> =
    dyn Fn(&mut Transaction<'_>, Option<&View<T>>) -> Result<T, StoreError> + Send + Sync;

pub struct View<T> {
    pub revision: Revision,
    pub content: T,
}

struct Inner<T> {
    store: Store,
    stream: &'static str,
    load: Arc<Load<T>>,
    current: ArcSwap<View<T>>,
    refreshing: Mutex<()>,
}

impl<T: Send + Sync + 'static> Live<T> {
    pub async fn open(
        store: Store,
        stream: &'static str,
        load: impl Fn(&mut Transaction<'_>, Option<&View<T>>) -> Result<T, StoreError>
        + Send
        + Sync
        + 'static,
    ) -> Result<Self, StoreError> {
        let load: Arc<Load<T>> = Arc::new(load);
        let current = build(&store, stream, load.clone(), None).await?;
        let current = ArcSwap::from_pointee(current);
        let inner = Inner { store, stream, load, current, refreshing: Mutex::new(()) };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The view as it stands.
    pub fn current(&self) -> arc_swap::Guard<Arc<View<T>>> {
        self.inner.current.load()
    }

    /// The view as it stands, to be kept for a while.
    pub fn current_full(&self) -> Arc<View<T>> {
        self.inner.current.load_full()
    }

    /// Returns when the view shows at least this revision.
    pub async fn reach(&self, revision: Revision) -> Result<(), StoreError> {
        let inner = &self.inner;
        // Nearly always so for the second of two writers in one commit.
        if inner.current.load().revision >= revision {
            return Ok(());
        }
        // Whoever waited here usually finds that the refresh before it took its write along.
        let _turn = inner.refreshing.lock().await;
        let previous = inner.current.load_full();
        if previous.revision >= revision {
            return Ok(());
        }
        // While the turn is held, so that two writers do not build the same view twice.
        self.refresh(previous).await
    }

    /// Looks whether the stream moved, and catches up if it did.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        let inner = &self.inner;
        let stream = inner.stream;
        // Asked of the database, not of the signal: the signal says that something moved, not how
        // far.
        let latest = inner.store.read(move |transaction| transaction.revision(stream)).await;
        self.reach(latest?).await
    }

    /// Catches up with every change, for as long as the store lives.
    pub async fn follow(self) {
        let mut changes = self.inner.store.changes();
        loop {
            // Also before the first signal: something may have changed since the view was built.
            if let Err(error) = self.catch_up().await {
                tracing::warn!(stream = self.inner.stream, %error, "a snapshot is behind");
                // Not left to the next signal: the one that was missed may have been the last for a
                // long time.
                tokio::time::sleep(RETRY_AFTER).await;
                continue;
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    async fn refresh(&self, previous: Arc<View<T>>) -> Result<(), StoreError> {
        let inner = &self.inner;
        let next = build(&inner.store, inner.stream, inner.load.clone(), Some(previous)).await?;
        inner.current.store(Arc::new(next));
        Ok(())
    }
}

async fn build<T: Send + Sync + 'static>(
    store: &Store,
    stream: &'static str,
    load: Arc<Load<T>>,
    previous: Option<Arc<View<T>>>,
) -> Result<View<T>, StoreError> {
    store
        .read(move |transaction| {
            // Both in one consistent read: the view may not claim a write that it does not show.
            let revision = transaction.revision(stream)?;
            let content = load(transaction, previous.as_deref())?;
            Ok(View { revision, content })
        })
        .await
}

impl<T> std::fmt::Debug for Live<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("stream", &self.inner.stream).finish_non_exhaustive()
    }
}

impl<T> std::fmt::Debug for View<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("revision", &self.revision).finish_non_exhaustive()
    }
}
