use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::Timestamp;
use store::{Filter, Query, Store, StoreError};

use super::PageCount;

/// Gathers counts in memory and writes them down together: a reader does not wait for a write. A
/// crash loses a few seconds of counts and nothing anybody was promised.
#[derive(Clone, Debug, Default)]
pub struct PageCounter {
    waiting: Arc<Mutex<BTreeMap<(Timestamp, String), u64>>>,
}

const WRITE_EVERY: Duration = Duration::from_secs(5);
const A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// The beginning of a day, in UTC.
pub(super) fn day_of(moment: Timestamp) -> Timestamp {
    Timestamp::from_micros(moment.as_micros().div_euclid(A_DAY) * A_DAY)
}

impl PageCounter {
    /// Notes that a page was looked at.
    pub fn count(&self, page: &str, now: Timestamp) {
        let day = day_of(now);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        *waiting.entry((day, page.to_owned())).or_default() += 1;
    }

    /// What has been counted and not written yet: the day, the page and how often.
    pub(super) fn waiting(&self) -> Vec<(Timestamp, String, u64)> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.iter().map(|((day, page), count)| (*day, page.clone(), *count)).collect()
    }

    pub async fn keep_writing(self, store: Store) {
        loop {
            tokio::time::sleep(WRITE_EVERY).await;
            if let Err(error) = self.write(&store).await {
                tracing::warn!(%error, "pages were looked at and are not counted yet");
            }
        }
    }

    /// Writes down what was counted. What cannot be written waits for the next time.
    pub async fn write(&self, store: &Store) -> Result<(), StoreError> {
        let counted = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::new(std::mem::take(&mut *waiting))
        };
        if counted.is_empty() {
            return Ok(());
        }
        // What is left here is put back if it fails.
        let written = counted.clone();
        // Another node may count the same pages at the same moment.
        let outcome = store
            .write_contested(move |transaction| {
                for ((day, page), count) in &*written {
                    let this = Query::all()
                        .filter(Filter::equal("day", *day))
                        .filter(Filter::equal("page", page.as_str()));
                    match transaction.list::<PageCount>(&this)?.into_iter().next() {
                        Some(mut stored) => {
                            stored.document.count += count;
                            transaction.replace(stored)?;
                        }
                        None => {
                            let id = transaction.generate_id();
                            let (day, page, count) = (*day, page.clone(), *count);
                            transaction.insert(PageCount { id, page, day, count })?;
                        }
                    }
                }
                Ok(())
            })
            .await;
        if outcome.is_err() {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in &*counted {
                *waiting.entry(key.clone()).or_default() += count;
            }
        }
        outcome
    }
}
