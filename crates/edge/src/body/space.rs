//! What all bodies may take together in memory. When nothing is left, whoever has kept us waiting for longest gives way
//! to whoever is sending.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// What all may take together.
pub(crate) const MOST_BYTES_IN_ALL: usize = 128 * 1024 * 1024;

/// Between two pieces nobody has to be quicker than this.
const LEAST_PATIENCE: Duration = Duration::from_millis(20);
/// How long to wait for what somebody had who was told to leave, before another is told.
const BETWEEN_TWO: Duration = Duration::from_millis(20);
/// For so long space is looked for.
const LONGEST_SEARCH: Duration = Duration::from_millis(500);

/// All bodies together have what they may take.
#[derive(Debug, thiserror::Error)]
#[error("too much is being sent at the moment")]
pub struct TooMuchAtOnce;

/// The space for all bodies of a service.
#[derive(Debug)]
pub(crate) struct Space {
    free: Arc<Semaphore>,
    senders: Mutex<HashMap<u64, Arc<Sender>>>,
    next: AtomicU64,
    opened: Instant,
}

/// Somebody whose body has taken space and is not there yet.
#[derive(Debug)]
struct Sender {
    /// Since when we have been waiting for the next piece, in milliseconds; [`NOT_WAITING`] while we are not.
    since: AtomicU64,
    leave: Notify,
}

const NOT_WAITING: u64 = u64::MAX;

impl Space {
    pub(crate) fn new() -> Arc<Self> {
        Self::of(MOST_BYTES_IN_ALL)
    }

    pub(super) fn of(bytes: usize) -> Arc<Self> {
        Arc::new(Self {
            free: Arc::new(Semaphore::new(bytes)),
            senders: Mutex::default(),
            next: AtomicU64::new(0),
            opened: Instant::now(),
        })
    }

    async fn take(&self, bytes: usize) -> Result<OwnedSemaphorePermit, TooMuchAtOnce> {
        let bytes = u32::try_from(bytes).map_err(|_| TooMuchAtOnce)?;
        if let Ok(given) = self.free.clone().try_acquire_many_owned(bytes) {
            // The usual case, without looking at who is there.
            return Ok(given);
        }
        let began = Instant::now();
        while began.elapsed() < LONGEST_SEARCH {
            self.tell_somebody_to_leave();
            let freed = self.free.clone().acquire_many_owned(bytes);
            if let Ok(Ok(given)) = tokio::time::timeout(BETWEEN_TWO, freed).await {
                return Ok(given);
            }
        }
        Err(TooMuchAtOnce)
    }

    /// One at a time, so that nobody leaves in vain.
    fn tell_somebody_to_leave(&self) {
        let latest = self.now().saturating_sub(millis(LEAST_PATIENCE));
        let senders = self.senders();
        let since = |sender: &Sender| sender.since.load(Ordering::Relaxed);
        let slow = senders.values().filter(|sender| since(sender) <= latest);
        if let Some(sender) = slow.min_by_key(|sender| since(sender)) {
            // Not chosen again by the next who looks.
            sender.since.store(NOT_WAITING, Ordering::Relaxed);
            sender.leave.notify_one();
        }
    }

    fn now(&self) -> u64 {
        millis(self.opened.elapsed())
    }

    fn senders(&self) -> MutexGuard<'_, HashMap<u64, Arc<Sender>>> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.free.available_permits()
    }
}

/// What one body has of it.
#[derive(Debug)]
pub(super) struct Share {
    space: Arc<Space>,
    number: u64,
    sender: Arc<Sender>,
    taken: OwnedSemaphorePermit,
}

impl Share {
    pub(super) fn of(space: Arc<Space>) -> Self {
        let sender = Arc::new(Sender { since: AtomicU64::new(NOT_WAITING), leave: Notify::new() });
        let number = space.next.fetch_add(1, Ordering::Relaxed);
        space.senders().insert(number, sender.clone());
        let taken = space.free.clone().try_acquire_many_owned(0).expect("nothing is always there");
        Self { space, number, sender, taken }
    }

    /// Waits for the next piece, unless what this body has is needed for somebody else.
    pub(super) async fn wait_for<T>(
        &self,
        piece: impl Future<Output = T>,
    ) -> Result<T, TooMuchAtOnce> {
        self.sender.since.store(self.space.now(), Ordering::Relaxed);
        let (piece, told) = (pin!(piece), pin!(self.sender.leave.notified()));
        // A piece that is there is taken.
        let waited = match select(piece, told).await {
            Either::Left((piece, _)) => Ok(piece),
            Either::Right(_) => Err(TooMuchAtOnce),
        };
        self.sender.since.store(NOT_WAITING, Ordering::Relaxed);
        waited
    }

    pub(super) async fn raise_to(&mut self, bytes: usize) -> Result<(), TooMuchAtOnce> {
        let more = bytes.saturating_sub(self.taken.num_permits());
        if more > 0 {
            self.taken.merge(self.space.take(more).await?);
        }
        Ok(())
    }

    pub(super) fn lower_to(&mut self, bytes: usize) {
        drop(self.taken.split(self.taken.num_permits().saturating_sub(bytes)));
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.space.senders().remove(&self.number);
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(NOT_WAITING - 1)
}
