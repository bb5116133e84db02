//! What bodies may take in memory. Visitors, members and administrators have space of their own each, so that none of
//! them takes it from another. When nothing is left, whoever holds the most of it gives way to those who hold less,
//! and of their bodies the one that has kept us waiting for longest.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::holder::{Held, Holder, Wish};

const MEBIBYTE: usize = 1024 * 1024;
pub(super) const OF_VISITORS: usize = 32 * MEBIBYTE;
const OF_MEMBERS: usize = 48 * MEBIBYTE;
const OF_ADMINS: usize = 48 * MEBIBYTE;

/// So much of each body is not counted. There are no more bodies than places and rooms for requests, so all of that is
/// a few megabytes; and what most people send needs no space that others could take.
pub(super) const UNCOUNTED: usize = 16 * 1024;

/// Between two pieces nobody has to be quicker than this for another body of their own.
const LEAST_PATIENCE: Duration = Duration::from_millis(100);
/// How long to wait for what those had who were told to leave.
const BETWEEN_TWO: Duration = Duration::from_millis(20);
/// For so long space is looked for.
const LONGEST_SEARCH: Duration = Duration::from_millis(500);
/// As many look at a time, and one for each holder: looking at all bodies costs more than what most of them send.
const SEARCHES: usize = 32;

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
    free: Arc<Semaphore>,
    senders: Mutex<HashMap<u64, Arc<Sender>>>,
    /// What is free in a moment, and for whom it was made free. Changed with the senders locked.
    promised: AtomicUsize,
    searches: [tokio::sync::Mutex<()>; SEARCHES],
    /// Nobody outside knows who shares a search with whom.
    which_search: RandomState,
    next: AtomicU64,
    opened: Instant,
}

/// A body that is not there yet, or is and was not given back.
#[derive(Debug)]
struct Sender {
    holder: Holder,
    held: AtomicUsize,
    /// Since when we have been waiting for the next piece, in milliseconds; [`NOT_WAITING`] while we are not.
    since: AtomicU64,
    /// Nothing more of it is waited for. It stays until its request is answered.
    is_whole: AtomicBool,
    /// What it holds will be free in a moment.
    is_leaving: AtomicBool,
    leave: Notify,
}

const NOT_WAITING: u64 = u64::MAX;

impl Sender {
    fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    /// Whether it holds something, and may be told to give that back.
    fn may_leave(&self) -> bool {
        self.held() > 0 && !self.is_leaving() && !self.is_whole.load(Ordering::Relaxed)
    }

    /// For how long we have been waiting for more.
    fn waits_for(&self, now: u64) -> Duration {
        Duration::from_millis(now.saturating_sub(self.since.load(Ordering::Relaxed)))
    }

    fn tell_to_leave(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
        self.leave.notify_one();
    }
}

impl Pool {
    pub(super) fn of(bytes: usize) -> Arc<Self> {
        Arc::new(Self {
            free: Arc::new(Semaphore::new(bytes)),
            senders: Mutex::default(),
            promised: AtomicUsize::new(0),
            searches: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            which_search: RandomState::new(),
            next: AtomicU64::new(0),
            opened: Instant::now(),
        })
    }

    #[cfg(test)]
    pub(super) fn space_of(self: &Arc<Self>, holder: Holder) -> SpaceOf {
        SpaceOf { pool: self.clone(), holder }
    }

    async fn take(
        &self,
        bytes: usize,
        holder: &Holder,
    ) -> Result<OwnedSemaphorePermit, TooMuchAtOnce> {
        let count = u32::try_from(bytes).map_err(|_| TooMuchAtOnce)?;
        if let Ok(given) = self.free.clone().try_acquire_many_owned(count) {
            // The usual case, without looking at who is there.
            return Ok(given);
        }
        let found = tokio::time::timeout(LONGEST_SEARCH, self.search(bytes, count, holder)).await;
        found.map_err(|_| TooMuchAtOnce)
    }

    async fn search(&self, bytes: usize, count: u32, holder: &Holder) -> OwnedSemaphorePermit {
        let search = self.which_search.hash_one(holder) as usize % SEARCHES;
        let _alone = self.searches[search].lock().await;
        loop {
            match self.make_room(bytes, holder) {
                Some(_promise) => {
                    let freed = self.free.clone().acquire_many_owned(count);
                    if let Ok(Ok(given)) = tokio::time::timeout(BETWEEN_TWO, freed).await {
                        return given;
                    }
                }
                // Not in the queue: what others give back is for those who hold less.
                None => tokio::time::sleep(BETWEEN_TWO).await,
            }
        }
    }

    /// Tells as many to leave as it takes, and nobody if that is not enough.
    fn make_room(&self, bytes: usize, holder: &Holder) -> Option<Promise<'_>> {
        let now = self.now();
        let senders = self.senders();
        let mut held_by = HashMap::<&Holder, usize>::new();
        let mut soon_free = self.free.available_permits();
        let mut others = Vec::new();
        for sender in senders.values() {
            let held = sender.held();
            // Who holds nothing has nothing to give.
            if held > 0 {
                match sender.is_leaving() {
                    true => soon_free += held,
                    false => *held_by.entry(&sender.holder).or_default() += held,
                }
                if sender.may_leave() {
                    let (holder, idle) = (&sender.holder, sender.waits_for(now));
                    others.push(Held { holder, bytes: held, idle, what: sender });
                }
            }
        }
        let free = soon_free.saturating_sub(self.promised.load(Ordering::Relaxed));
        let missing = bytes.saturating_sub(free);
        let wish = Wish { holder, bytes, missing, patience: LEAST_PATIENCE };
        for sender in wish.granted_by(held_by, others)? {
            sender.tell_to_leave();
        }
        self.promised.fetch_add(bytes, Ordering::Relaxed);
        Some(Promise { pool: self, bytes })
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

/// What will be free in a moment is for one, until dropped.
struct Promise<'a> {
    pool: &'a Pool,
    bytes: usize,
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let _senders = self.pool.senders();
        self.pool.promised.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What one body has of it.
#[derive(Debug)]
pub(super) struct Share {
    pool: Arc<Pool>,
    number: u64,
    sender: Arc<Sender>,
    taken: OwnedSemaphorePermit,
}

impl Share {
    pub(super) fn of(space: SpaceOf) -> Self {
        let SpaceOf { pool, holder } = space;
        let sender = Arc::new(Sender {
            holder,
            held: AtomicUsize::new(0),
            since: AtomicU64::new(NOT_WAITING),
            is_whole: AtomicBool::new(false),
            is_leaving: AtomicBool::new(false),
            leave: Notify::new(),
        });
        let number = pool.next.fetch_add(1, Ordering::Relaxed);
        pool.senders().insert(number, sender.clone());
        let taken = pool.free.clone().try_acquire_many_owned(0).expect("nothing is always there");
        Self { pool, number, sender, taken }
    }

    /// Waits for the next piece, unless what this body has is needed for somebody else.
    pub(super) async fn wait_for<T>(
        &self,
        piece: impl Future<Output = T>,
    ) -> Result<T, TooMuchAtOnce> {
        self.sender.since.store(self.pool.now(), Ordering::Relaxed);
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
        let counted = bytes.saturating_sub(UNCOUNTED);
        let more = counted.saturating_sub(self.taken.num_permits());
        if more > 0 {
            let sender = self.sender.clone();
            // Whoever is told to leave does so also while it looks for more.
            let (told, taking) =
                (pin!(sender.leave.notified()), pin!(self.pool.take(more, &sender.holder)));
            let taken = match select(told, taking).await {
                Either::Left(_) => return Err(TooMuchAtOnce),
                Either::Right((taken, _)) => taken?,
            };
            let _senders = self.pool.senders();
            self.taken.merge(taken);
            self.note_held();
        }
        Ok(())
    }

    /// All of it is there, and takes so much.
    pub(super) fn settle_at(&mut self, bytes: usize) {
        let counted = bytes.saturating_sub(UNCOUNTED);
        let _senders = self.pool.senders();
        drop(self.taken.split(self.taken.num_permits().saturating_sub(counted)));
        self.note_held();
        // Also when it was told at this very moment.
        self.sender.is_whole.store(true, Ordering::Relaxed);
        self.sender.is_leaving.store(false, Ordering::Relaxed);
    }

    fn note_held(&self) {
        self.sender.held.store(self.taken.num_permits(), Ordering::Relaxed);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // At once, so that nobody who looks meanwhile misses what it held.
        let mut senders = self.pool.senders();
        drop(self.taken.split(self.taken.num_permits()));
        senders.remove(&self.number);
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(NOT_WAITING - 1)
}
