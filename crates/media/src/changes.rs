use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use store::Revision;

use crate::Media;

/// The stream that is entered whenever a record changes or goes. New ones do not count: nobody can
/// have remembered anything about them.
pub(crate) const CHANGES: &str = "uploads";
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How far the records of uploads have come, as this process knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes(Arc<AtomicI64>);

impl Changes {
    pub(crate) fn reach(&self, revision: Revision) {
        // The larger one: a slow look must not take back what a write has told.
        self.0.fetch_max(revision.number(), Ordering::SeqCst);
    }
}

impl Media {
    /// Is another number whenever a record of an upload is another one, or is gone. What was made
    /// from records holds as long as this number does.
    pub fn revision(&self) -> i64 {
        self.changes.0.load(Ordering::SeqCst)
    }

    /// Keeps up with changes by other processes, for as long as the store lives.
    pub async fn follow(self) {
        let mut changes = self.store.changes();
        loop {
            match self.store.read(|transaction| transaction.revision(CHANGES)).await {
                Ok(revision) => self.changes.reach(revision),
                Err(error) => {
                    let error: store::StoreError = error;
                    tracing::warn!(%error, "changes of uploads are not known");
                    tokio::time::sleep(RETRY_AFTER).await;
                    continue;
                }
            }
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}
