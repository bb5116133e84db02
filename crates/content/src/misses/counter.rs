use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{SitePath, Timestamp};
use store::{Query, Store, StoreError};

use super::Miss;

/// Gathers counts in memory and writes them down together, as with redirects: whoever asks does not
/// wait for a write.
#[derive(Clone, Debug, Default)]
pub struct MissCounter {
    waiting: Arc<Mutex<Counts>>,
}

type Counts = HashMap<SitePath, (u64, Timestamp)>;

const WRITE_EVERY: Duration = Duration::from_secs(5);
const A_MINUTE: i64 = 60 * 1_000_000;
/// Paths that wait to be written. More in a few seconds is no person.
const MOST_WAITING: usize = 200;
/// Paths that are kept in all.
pub const MOST_KEPT: usize = 500;
/// The stream that whoever writes here enters, so that the bound holds with several nodes too.
const STREAM: &str = "misses";

impl MissCounter {
    pub(crate) fn count(&self, path: SitePath, now: Timestamp) {
        // To the minute: the exact moment could be matched with a log of who was on the site.
        let minute = Timestamp::from_micros(now.as_micros().div_euclid(A_MINUTE) * A_MINUTE);
        add(&mut self.waiting(), path, 1, minute);
    }

    /// Takes back what waits for a path.
    pub(crate) fn forget(&self, path: &SitePath) {
        self.waiting().remove(path);
    }

    pub(crate) async fn keep_writing(self, store: Store) {
        loop {
            tokio::time::sleep(WRITE_EVERY).await;
            if let Err(error) = self.write(&store).await {
                tracing::warn!(%error, "pages were not found, and that was not counted");
            }
        }
    }

    /// Writes down what was counted. What cannot be written waits for the next time.
    pub(crate) async fn write(&self, store: &Store) -> Result<(), StoreError> {
        let counted = std::mem::take(&mut *self.waiting());
        if counted.is_empty() {
            return Ok(());
        }
        let written = counted.clone();
        let outcome: Result<(), StoreError> = store
            .write(move |transaction| {
                // Before counting what is there. Two nodes would otherwise each find room for the
                // last place.
                transaction.enter(STREAM)?;
                let mut others = HashMap::new();
                for stored in transaction.list::<Miss>(&Query::all())? {
                    others.insert(stored.document.path.clone(), stored);
                }
                let mut fresh = Vec::new();
                let mut known = Vec::new();
                for (path, (count, last_seen)) in &written {
                    if let Some(mut stored) = others.remove(path) {
                        stored.document.count += count;
                        stored.document.last_seen = stored.document.last_seen.max(*last_seen);
                        known.push(stored);
                    } else {
                        let (path, count, last_seen) = (path.clone(), *count, *last_seen);
                        fresh.push(Miss { id: transaction.generate_id(), path, count, last_seen });
                    }
                }
                // What is asked for now makes room for itself: of the others those go that were
                // asked for least, and among them the oldest.
                let mut others: Vec<_> =
                    others.into_values().map(|stored| stored.document).collect();
                others.sort_by_key(|miss| (miss.count, miss.last_seen, miss.id));
                let all = others.len() + known.len() + fresh.len();
                for miss in others.iter().take(all.saturating_sub(MOST_KEPT)) {
                    transaction.delete::<Miss>(miss.id)?;
                }
                transaction.replace_all(known)?;
                transaction.insert_all(fresh)?;
                Ok(())
            })
            .await;
        if outcome.is_err() {
            let mut waiting = self.waiting();
            for (path, (count, last_seen)) in counted {
                add(&mut waiting, path, count, last_seen);
            }
        }
        outcome
    }

    fn waiting(&self) -> MutexGuard<'_, Counts> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add(waiting: &mut Counts, path: SitePath, count: u64, last_seen: Timestamp) {
    // A path that is known goes on being counted. Only new ones are dropped.
    if waiting.len() >= MOST_WAITING && !waiting.contains_key(&path) {
        return;
    }
    let (known, last) = waiting.entry(path).or_insert((0, last_seen));
    *known += count;
    *last = last_seen.max(*last);
}
