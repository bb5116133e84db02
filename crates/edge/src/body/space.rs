//! What bodies may take in memory. Visitors, members and administrators have space of their own each, so that none of
//! them takes it from another. When nothing is left, whoever holds the most of it gives way to those who hold less,
//! and of their bodies the one that has kept us waiting for longest.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::time::Instant;

use super::senders::{Line, Senders};
use crate::holder::Holder;

const MEBIBYTE: usize = 1024 * 1024;
pub(super) const OF_VISITORS: usize = 32 * MEBIBYTE;
const OF_MEMBERS: usize = 48 * MEBIBYTE;
const OF_ADMINS: usize = 48 * MEBIBYTE;

/// So much of each body is not counted. There are no more bodies than places and rooms for requests, so all of that is
/// a few megabytes; and what most people send needs no space that others could take.
pub(super) const UNCOUNTED: usize = 16 * 1024;

/// For so long a body waits for space.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// All bodies together have what they may take.
#[derive(Debug, thiserror::Error)]
#[error("too much is being sent at the moment")]
pub struct TooMuchAtOnce;

/// The space for all bodies of a service.
#[derive(Debug)]
pub(crate) struct Space {
    visitors: Arc<Pool>,
    members: Arc<Pool>,
    admins: Arc<Pool>,
}

impl Space {
    pub(crate) fn new() -> Self {
        let [visitors, members, admins] = [OF_VISITORS, OF_MEMBERS, OF_ADMINS].map(Pool::of);
        Self { visitors, members, admins }
    }

    pub(crate) fn of(&self, holder: Holder) -> SpaceOf {
        let pool = match holder {
            Holder::Visitor(_) => &self.visitors,
            Holder::Member(_) => &self.members,
            Holder::Admin(_) => &self.admins,
        };
        SpaceOf { pool: pool.clone(), holder }
    }
}

/// The space that the bodies of somebody are in.
#[derive(Clone, Debug)]
pub(crate) struct SpaceOf {
    pool: Arc<Pool>,
    holder: Holder,
}

#[derive(Debug)]
pub(super) struct Pool {
    senders: Mutex<Senders>,
    opened: Instant,
}

impl Pool {
    pub(super) fn of(bytes: usize) -> Arc<Self> {
        Arc::new(Self { senders: Mutex::new(Senders::with(bytes)), opened: Instant::now() })
    }

    #[cfg(test)]
    pub(super) fn space_of(self: &Arc<Self>, holder: Holder) -> SpaceOf {
        SpaceOf { pool: self.clone(), holder }
    }

    fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    fn senders(&self) -> MutexGuard<'_, Senders> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.senders().free()
    }
}

/// What one body has of it.
#[derive(Debug)]
pub(super) struct Share {
    pool: Arc<Pool>,
    number: u64,
    line: Arc<Line>,
}

impl Share {
    pub(super) fn of(space: SpaceOf) -> Self {
        let SpaceOf { pool, holder } = space;
        let line = Arc::<Line>::default();
        let number = pool.senders().enter(holder, line.clone());
        Self { pool, number, line }
    }

    /// Waits for the next piece, unless what this body has is needed for somebody else.
    pub(super) async fn wait_for<T>(
        &self,
        piece: impl Future<Output = T>,
    ) -> Result<T, TooMuchAtOnce> {
        self.line.begin_to_wait(self.pool.now());
        let (piece, told) = (pin!(piece), pin!(self.is_told_to_leave()));
        // A piece that is there is taken.
        let waited = match select(piece, told).await {
            Either::Left((piece, _)) => Ok(piece),
            Either::Right(_) => Err(TooMuchAtOnce),
        };
        self.line.end_to_wait();
        waited
    }

    async fn is_told_to_leave(&self) {
        while self.pool.senders().has_got(self.number).is_ok() {
            self.line.news().await;
        }
    }

    pub(super) async fn raise_to(&self, bytes: usize) -> Result<(), TooMuchAtOnce> {
        let counted = bytes.saturating_sub(UNCOUNTED);
        if counted == 0 || self.pool.senders().ask(self.number, counted)? {
            // The usual case, without looking at who is there.
            return Ok(());
        }
        match tokio::time::timeout(LONGEST_WAIT, self.wait_for_space()).await {
            Ok(waited) => waited,
            Err(_) => self.pool.senders().give_up(self.number),
        }
    }

    async fn wait_for_space(&self) -> Result<(), TooMuchAtOnce> {
        loop {
            let again = {
                let mut senders = self.pool.senders();
                let again = senders.look(self.pool.now());
                if senders.has_got(self.number)? {
                    return Ok(());
                }
                again
            };
            // Or when there is news before.
            let _ = tokio::time::timeout(again, self.line.news()).await;
        }
    }

    /// All of it is there, and takes so much.
    pub(super) fn settle_at(&self, bytes: usize) {
        let mut senders = self.pool.senders();
        senders.settle(self.number, bytes.saturating_sub(UNCOUNTED));
        senders.look(self.pool.now());
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut senders = self.pool.senders();
        senders.leave(self.number);
        senders.look(self.pool.now());
    }
}
