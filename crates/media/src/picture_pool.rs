//! Work on pixels, off the threads that answer requests.
//!
//! A place is taken before anything of an upload is read, so that what waits in memory is bounded;
//! when all are taken the client is told to come back. Of those with a place, as many work at a
//! time as there are workers. Whoever stops waiting for its picture stops the work on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::counters::{Counted, Counters};
use crate::error::{Busy, MediaError};

/// How many may wait for each one that works.
const WAITING_PER_WORKER: usize = 8;

#[derive(Clone, Debug)]
pub(crate) struct PicturePool {
    places: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    pub(crate) counters: Counters,
}

/// The right to have one picture worked on.
#[derive(Debug)]
pub(crate) struct Place {
    _place: (OwnedSemaphorePermit, Counted),
    workers: Arc<Semaphore>,
    counters: Counters,
}

/// Tells the work whether anybody still waits for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted(Arc<AtomicBool>);

impl Wanted {
    pub(crate) fn still(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Dropped by whoever has stopped waiting.
#[derive(Debug, Default)]
pub(crate) struct Waiting(Wanted);

impl Waiting {
    pub(crate) fn wanted(&self) -> Wanted {
        self.0.clone()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl PicturePool {
    pub(crate) fn new(workers: usize) -> Self {
        let workers = workers.max(1);
        Self {
            // Those who work hold a place too.
            places: Arc::new(Semaphore::new(workers * (1 + WAITING_PER_WORKER))),
            workers: Arc::new(Semaphore::new(workers)),
            counters: Counters::default(),
        }
    }

    /// A place, unless all are taken.
    pub(crate) fn enter(&self) -> Result<Place, Busy> {
        // Not waited for: who waits would hold a body that is half read.
        match self.places.clone().try_acquire_owned() {
            Ok(place) => Ok(Place {
                _place: (place, Counted::one_more(&self.counters.places)),
                workers: self.workers.clone(),
                counters: self.counters.clone(),
            }),
            Err(_) => {
                self.counters.refused.inc();
                Err(Busy)
            }
        }
    }
}

impl Place {
    /// Waits for a worker, which works on a thread of its own.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) -> Result<T, MediaError> {
        let waiting = Waiting::default();
        let wanted = waiting.wanted();
        let worker = self.workers.clone().acquire_owned().await;
        let worker = worker.expect("nobody closes the pool");
        let counters = self.counters.clone();
        // The worker is free again when the work ends, not when nobody waits for it any more.
        let working = tokio::task::spawn_blocking(move || {
            let working = Counted::one_more(&counters.working);
            let since = Instant::now();
            let made = work(&wanted);
            counters.count_work(since.elapsed());
            drop((worker, working));
            made
        });
        Ok(working.await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_pool_sends_away_and_a_free_place_is_taken_again() {
        let pool = PicturePool::new(1);
        let mut places: Vec<_> = (0..9).map(|_| pool.enter().unwrap()).collect();
        assert_eq!(pool.enter().unwrap_err(), Busy);
        places.pop();
        assert!(pool.enter().is_ok());
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_so() {
        let pool = PicturePool::new(1);
        let place = pool.enter().unwrap();
        let (told, heard) = tokio::sync::oneshot::channel();
        let (started, has_started) = tokio::sync::oneshot::channel();
        let working = tokio::spawn(async move {
            place
                .work(move |wanted| {
                    started.send(()).ok();
                    while wanted.still() {
                        std::thread::yield_now();
                    }
                    told.send(()).ok();
                })
                .await
        });
        has_started.await.unwrap();
        working.abort();
        heard.await.unwrap();
    }
}
