//! Who holds a place. There are so many connections at a time and no more; when a newcomer finds none
//! free, whoever has kept us waiting for longest gives theirs up. A request that we are working on
//! never does.
//!
//! Those who ask again and again never keep us waiting for long. So while a newcomer waits, every answer
//! is the last of its connection, and after a moment it no longer matters how long anybody has kept us
//! waiting.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as AsyncMutex, Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::body::Waits;

/// Nobody has to leave before they could show what they want.
const LEAST_STAY: Duration = Duration::from_millis(500);
/// How long to wait for the place of somebody who was told to leave, before another is told.
const PATIENCE: Duration = Duration::from_millis(20);
/// A newcomer who has waited for so long gets the place of somebody who does something now and then, but
/// not of one who came less than [`LEAST_STAY`] ago.
const LONG_WAIT: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub(super) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    free: Arc<Semaphore>,
    /// Requests that are being answered on connections with many at a time.
    requests: Arc<Semaphore>,
    /// Those of them that wait for others to be done.
    waiting: Semaphore,
    /// Held by whoever looks for somebody to send away.
    looking: AsyncMutex<()>,
    /// Newcomers who wait for a place.
    newcomers: AtomicUsize,
    seats: Mutex<HashMap<u64, Arc<Turn>>>,
    next: AtomicU64,
    opened: Instant,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Places,
    number: u64,
    pub(super) turn: Arc<Turn>,
    _permit: OwnedSemaphorePermit,
}

/// Whose turn it is on a connection: ours to answer, or the peer's to send or to read.
#[derive(Debug)]
pub(super) struct Turn {
    /// Since when it has been the peer's, in milliseconds; [`OURS`] while it is ours.
    peers_since: AtomicU64,
    /// Requests in hand, where there can be more than one.
    requests: AtomicUsize,
    opened: Instant,
    /// When the place was taken, in milliseconds.
    came: u64,
    leave: Notify,
}

const OURS: u64 = u64::MAX;
/// Somebody who has been told to leave is not told again.
const TOLD: u64 = u64::MAX - 1;

impl Turn {
    fn new(opened: Instant) -> Self {
        let turn = Self {
            peers_since: AtomicU64::new(OURS),
            requests: AtomicUsize::new(0),
            opened,
            came: millis(opened.elapsed()),
            leave: Notify::new(),
        };
        // A connection begins with the peer's turn: nobody has asked for anything yet.
        turn.hand_over();
        turn
    }

    /// It is the peer's from now on.
    pub(super) fn hand_over(&self) {
        self.set(millis(self.opened.elapsed()));
    }

    /// It is ours.
    pub(super) fn take(&self) {
        self.set(OURS);
    }

    /// So many requests are in hand.
    pub(super) fn hold(&self, requests: usize) {
        self.requests.store(requests, Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(super) fn is_ours(&self) -> bool {
        self.peers_since.load(Ordering::Relaxed) == OURS
    }

    /// The peer has done something: it counts as having begun now, if it is the peer's turn.
    pub(super) fn renew(&self) {
        if self.peers_since.load(Ordering::Relaxed) != OURS {
            self.hand_over();
        }
    }

    fn set(&self, value: u64) {
        let known = self.peers_since.load(Ordering::Relaxed);
        if known != TOLD {
            // Lost only if told to leave at this very moment, and then it does not matter.
            self.peers_since
                .compare_exchange(known, value, Ordering::Relaxed, Ordering::Relaxed)
                .ok();
        }
    }

    /// Comes back when the place is needed for somebody else.
    pub(super) async fn told_to_leave(&self) {
        self.leave.notified().await;
    }
}

/// The body of a request is waited for like any other part of it.
#[derive(Debug)]
pub(super) struct BodyTurn(pub(super) Arc<Turn>);

impl Waits for BodyTurn {
    fn begin(&self) {
        self.0.hand_over();
    }

    fn heard(&self) {
        self.0.renew();
    }

    fn end(&self) {
        self.0.take();
    }
}

impl Places {
    pub(super) fn new(count: usize) -> Self {
        Self(Arc::new(Shared {
            free: Arc::new(Semaphore::new(count)),
            requests: Arc::new(Semaphore::new(count)),
            waiting: Semaphore::new(count),
            looking: AsyncMutex::default(),
            newcomers: AtomicUsize::new(0),
            seats: Mutex::default(),
            next: AtomicU64::new(0),
            opened: Instant::now(),
        }))
    }

    /// A place for somebody who has come. Where none is free, one is made free.
    pub(super) async fn take(&self) -> Place {
        let permit = match self.0.free.clone().try_acquire_owned() {
            // The usual case, without looking at who is there.
            Ok(permit) => permit,
            Err(_) => self.make_free().await,
        };
        let turn = Arc::new(Turn::new(self.0.opened));
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.seats().insert(number, turn.clone());
        Place { places: self.clone(), number, turn, _permit: permit }
    }

    async fn make_free(&self) -> OwnedSemaphorePermit {
        let newcomer = self.newcomer();
        loop {
            // One at a time. Each newcomer costs at most one of the others its place, however many
            // come.
            newcomer.ask_for_a_place();
            let freed = tokio::time::timeout(PATIENCE, self.0.free.clone().acquire_owned());
            if let Ok(Ok(permit)) = freed.await {
                return permit;
            }
        }
    }

    /// Somebody has come, and cannot be let in.
    pub(super) fn newcomer(&self) -> Newcomer {
        self.0.newcomers.fetch_add(1, Ordering::Relaxed);
        Newcomer { places: self.clone(), since: Instant::now() }
    }

    /// Whether somebody waits for a place. Then nobody keeps theirs for another request.
    pub(super) fn are_wanted(&self) -> bool {
        self.0.newcomers.load(Ordering::Relaxed) > 0
    }

    /// Room for one more request on a connection that may have many. Without this, one connection would
    /// count as one and cost as much as a hundred. None when too many wait already.
    pub(super) async fn admit(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = self.0.requests.clone().try_acquire_owned() {
            return Some(permit);
        }
        let _waiting = self.0.waiting.try_acquire().ok()?;
        let since = Instant::now();
        loop {
            // One at a time looks, however many wait.
            let looking = self.0.looking.try_lock();
            if looking.is_ok() {
                let has_some = |turn: &Turn| turn.requests.load(Ordering::Relaxed) > 0;
                self.tell_somebody_to_leave(since.elapsed(), has_some);
            }
            let freed = tokio::time::timeout(PATIENCE, self.0.requests.clone().acquire_owned());
            if let Ok(Ok(permit)) = freed.await {
                return Some(permit);
            }
        }
    }

    /// For somebody who has waited for so long.
    fn tell_somebody_to_leave(&self, waited: Duration, may_be_told: impl Fn(&Turn) -> bool) {
        let now = millis(self.0.opened.elapsed());
        let a_while_ago = now.checked_sub(millis(LEAST_STAY));
        // Nobody is here for that long.
        let Some(a_while_ago) = a_while_ago else { return };
        let latest = if waited < LONG_WAIT { a_while_ago } else { now };
        let seats = self.seats();
        let slowest = seats
            .values()
            .filter(|turn| turn.came <= a_while_ago && may_be_told(turn))
            .map(|turn| (turn.peers_since.load(Ordering::Relaxed), turn))
            .filter(|(since, _)| *since <= latest)
            .min_by_key(|(since, _)| *since);
        // Marked before it is told, so that the next newcomer chooses somebody else. Not if it has begun
        // a request at this very moment.
        if let Some((since, turn)) = slowest
            && turn
                .peers_since
                .compare_exchange(since, TOLD, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            turn.leave.notify_one();
        }
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<u64, Arc<Turn>>> {
        self.0.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who has come and waits, until dropped.
#[derive(Debug)]
pub(super) struct Newcomer {
    places: Places,
    since: Instant,
}

impl Newcomer {
    /// Whoever has kept us waiting for longest is told to leave, if there is somebody.
    pub(super) fn ask_for_a_place(&self) {
        self.places.tell_somebody_to_leave(self.since.elapsed(), |_| true);
    }
}

impl Drop for Newcomer {
    fn drop(&mut self) {
        self.places.0.newcomers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.seats().remove(&self.number);
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(TOLD - 1)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_newcomer_gets_the_place_of_whoever_has_kept_us_waiting_for_longest() {
        let places = Places::new(3);
        let a_while = LEAST_STAY + Duration::from_millis(100);
        let idle = places.take().await;
        tokio::time::sleep(a_while).await;
        let idle_later = places.take().await;
        let busy = places.take().await;
        busy.turn.take();
        tokio::time::sleep(a_while).await;
        // The first has read something meanwhile.
        idle.turn.renew();
        tokio::time::sleep(a_while).await;
        let taking = places.clone();
        let newcomer = tokio::spawn(async move { taking.take().await });
        idle_later.turn.told_to_leave().await;
        assert!(idle.turn.told_to_leave().now_or_never().is_none());
        assert!(busy.turn.told_to_leave().now_or_never().is_none());
        drop(idle_later);
        newcomer.await.unwrap();
    }

    #[tokio::test]
    async fn a_newcomer_gets_the_place_of_somebody_who_never_rests_but_not_of_one_we_work_for() {
        let places = Places::new(3);
        let (active, busy) = (places.take().await, places.take().await);
        busy.turn.take();
        tokio::time::sleep(LEAST_STAY + Duration::from_millis(100)).await;
        let just_came = places.take().await;
        let taking = places.clone();
        let mut newcomer = tokio::spawn(async move { taking.take().await });
        // Something is read again and again.
        let turn = active.turn.clone();
        let mut told = std::pin::pin!(turn.told_to_leave());
        let began = Instant::now();
        while (&mut told).now_or_never().is_none() {
            assert!(began.elapsed() < 20 * LONG_WAIT, "nobody is ever told to leave");
            active.turn.renew();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(began.elapsed() >= LONG_WAIT);
        assert!((&mut newcomer).now_or_never().is_none());
        assert!(busy.turn.told_to_leave().now_or_never().is_none());
        assert!(just_came.turn.told_to_leave().now_or_never().is_none());
        drop(active);
        newcomer.await.unwrap();
    }

    #[tokio::test]
    async fn places_are_wanted_as_long_as_a_newcomer_waits() {
        let places = Places::new(1);
        let held = places.take().await;
        assert!(!places.are_wanted());
        let taking = places.clone();
        let mut newcomer = Box::pin(async move { taking.take().await });
        assert!((&mut newcomer).now_or_never().is_none());
        assert!(places.are_wanted());
        drop(held);
        let _place = newcomer.await;
        assert!(!places.are_wanted());
    }

    #[tokio::test]
    async fn a_request_gets_the_room_of_a_connection_that_keeps_its_own_waiting() {
        let places = Places::new(2);
        let (idle, slow) = (places.take().await, places.take().await);
        slow.turn.hold(2);
        let held = [places.admit().await.unwrap(), places.admit().await.unwrap()];
        let asking = places.clone();
        let request = tokio::spawn(async move { asking.admit().await });
        // Not the one that has nothing in hand.
        slow.turn.told_to_leave().await;
        assert!(idle.turn.told_to_leave().now_or_never().is_none());
        drop(held);
        assert!(request.await.unwrap().is_some());
    }

    #[tokio::test]
    async fn when_too_many_requests_wait_the_next_is_refused() {
        let places = Places::new(1);
        let _held = places.admit().await.unwrap();
        let mut waiting = std::pin::pin!(places.admit());
        assert!(waiting.as_mut().now_or_never().is_none());
        assert!(places.admit().await.is_none());
    }
}
