use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::{Id, Timestamp};
use store::{Store, StoreError};

use super::Hits;

/// Counts how often redirects are followed. A read must not wait for a write, so counts gather in
/// memory and are written down together every few seconds; what is lost with a crash is a few
/// counts and nothing anybody was promised.
#[derive(Clone, Debug, Default)]
pub struct HitCounter {
    waiting: Arc<Mutex<BTreeMap<Id, (u64, Timestamp)>>>,
}

const WRITE_EVERY: Duration = Duration::from_secs(5);

impl HitCounter {
    pub(crate) fn count(&self, redirect: Id, now: Timestamp) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, last) = waiting.entry(redirect).or_insert((0, now));
        *count += 1;
        *last = now;
    }

    /// What has been counted and not written yet.
    pub(crate) fn waiting(&self, redirect: Id) -> Option<(u64, Timestamp)> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.get(&redirect).copied()
    }

    pub(crate) async fn keep_writing(self, store: Store) {
        loop {
            tokio::time::sleep(WRITE_EVERY).await;
            if let Err(error) = self.write(&store).await {
                tracing::warn!(%error, "redirects were followed and are not counted yet");
            }
        }
    }

    /// Writes down what was counted. What cannot be written waits for the next time.
    pub(crate) async fn write(&self, store: &Store) -> Result<(), StoreError> {
        let counted = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::new(std::mem::take(&mut *waiting))
        };
        if counted.is_empty() {
            return Ok(());
        }
        let written = counted.clone();
        // Another node may count the same redirects at the same moment.
        let outcome = store
            .write_contested(move |transaction| {
                for (id, (count, last)) in &*written {
                    match transaction.find::<Hits>(*id)? {
                        Some(mut stored) => {
                            stored.document.count += count;
                            // Clocks of two nodes differ. The later of both is what anybody wants
                            // to see.
                            stored.document.last = stored.document.last.max(*last);
                            transaction.replace(stored)?;
                        }
                        None => {
                            transaction.insert(Hits { id: *id, count: *count, last: *last })?;
                        }
                    }
                }
                Ok(())
            })
            .await;
        if outcome.is_err() {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            for (id, (count, last)) in &*counted {
                let (known, latest) = waiting.entry(*id).or_insert((0, *last));
                *known += count;
                *latest = (*latest).max(*last);
            }
        }
        outcome
    }
}
