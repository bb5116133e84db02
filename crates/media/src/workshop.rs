//! Work on pixels, off the threads that answer requests.
//!
//! A place is taken before anything of an upload is read, so that what waits in memory is bounded;
//! when all are taken the client is told to come back. Of those with a place, as many work at a
//! time as there are workers. Whoever stops waiting for its picture stops the work on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use edge::Problem;
use kernel::Code;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::counters::{Counted, Counters};

/// How many may wait for each one that works.
const WAITING_PER_WORKER: usize = 8;
const COME_BACK_AFTER: u32 = 5;

#[derive(Clone, Debug)]
pub(crate) struct Workshop {
    places: Arc<Semaphore>,
    benches: Arc<Semaphore>,
    pub(crate) counters: Counters,
}

/// The right to have one picture worked on.
#[derive(Debug)]
pub(crate) struct Place {
    _place: (OwnedSemaphorePermit, Counted),
    benches: Arc<Semaphore>,
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

impl Workshop {
    pub(crate) fn new(workers: usize) -> Self {
        let workers = workers.max(1);
        Self {
            places: Arc::new(Semaphore::new(workers * (1 + WAITING_PER_WORKER))),
            benches: Arc::new(Semaphore::new(workers)),
            counters: Counters::default(),
        }
    }

    /// A place, or the request to come back later.
    pub(crate) fn enter(&self) -> Result<Place, Problem> {
        match self.places.clone().try_acquire_owned() {
            Ok(place) => Ok(Place {
                _place: (place, Counted::one_more(&self.counters.places)),
                benches: self.benches.clone(),
                counters: self.counters.clone(),
            }),
            Err(_) => {
                self.counters.refused.inc();
                let detail = "Too many pictures are being worked on. Try again in a moment.";
                Err(Problem::new(Code::Busy, detail).retry_after(COME_BACK_AFTER))
            }
        }
    }
}

impl Place {
    /// Waits for a bench and works at it, on a thread of its own.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Wanted) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = Waiting::default();
        let wanted = waiting.wanted();
        let bench = self.benches.clone().acquire_owned().await.map_err(Problem::internal)?;
        let counters = self.counters.clone();
        // The bench is given back when the work ends, not when nobody waits for it any more.
        let working = tokio::task::spawn_blocking(move || {
            let working = Counted::one_more(&counters.working);
            let since = Instant::now();
            let made = work(&wanted);
            counters.count_work(since.elapsed());
            drop((bench, working));
            made
        });
        working.await.map_err(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_workshop_sends_away_and_a_free_place_is_taken_again() {
        let workshop = Workshop::new(1);
        let mut places: Vec<_> = (0..9).map(|_| workshop.enter().unwrap()).collect();
        assert_eq!(workshop.enter().unwrap_err().code(), Code::Busy);
        places.pop();
        assert!(workshop.enter().is_ok());
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_so() {
        let workshop = Workshop::new(1);
        let place = workshop.enter().unwrap();
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
