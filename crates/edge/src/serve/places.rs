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

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::body::Waits;

/// Nobody has to leave before they could show what they want.
const LEAST_STAY: Duration = Duration::from_millis(500);
/// How long to wait for the place of somebody who was told to leave, before another is told.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);
/// A newcomer who has waited for so long gets the place of somebody who does something now and then, but
/// not of one who came less than [`LEAST_STAY`] ago.
pub(super) const LONG_WAIT: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub(super) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    free: Arc<Semaphore>,
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

/// Whose turn it is on a connection, or for one of many requests on it: ours to answer, or the peer's to send or to
/// read.
#[derive(Debug)]
pub(super) struct Turn {
    /// Since when it has been the peer's, in milliseconds; [`OURS`] while it is ours.
    peers_since: AtomicU64,
    opened: Instant,
    /// When the place was taken, in milliseconds.
    came: AtomicU64,
    leave: Notify,
    /// When it was told to leave, in milliseconds.
    told: AtomicU64,
}

const OURS: u64 = u64::MAX;
/// Somebody who has been told to leave is not told again.
const TOLD: u64 = u64::MAX - 1;

impl Turn {
    /// A turn begins as the peer's: nothing has been asked for yet.
    pub(super) fn new(opened: Instant) -> Self {
        let now = millis(opened.elapsed());
        Self {
            peers_since: AtomicU64::new(now),
            opened,
            came: AtomicU64::new(now),
            leave: Notify::new(),
            told: AtomicU64::new(OURS),
        }
    }

    /// It is the peer's from now on.
    pub(super) fn hand_over(&self) {
        self.set(self.now());
    }

    /// It is the peer's. If it was before, it has been since then.
    pub(super) fn leave_to_peer(&self) {
        self.change(OURS, self.now());
    }

    /// It is ours.
    pub(super) fn take(&self) {
        self.set(OURS);
    }

    pub(super) fn is_ours(&self) -> bool {
        self.known() == OURS
    }

    /// The peer has done something: it counts as having begun now, if it is the peer's turn.
    pub(super) fn renew(&self) {
        let known = self.known();
        if known != OURS {
            self.change(known, self.now());
        }
    }

    /// A place was found only now.
    pub(super) fn settle(&self) {
        self.came.store(self.now(), Ordering::Relaxed);
    }

    /// Whatever it was. Whoever was told to leave stays told.
    fn set(&self, value: u64) {
        let unless_told = |known| (known != TOLD).then_some(value);
        self.peers_since.fetch_update(Ordering::Relaxed, Ordering::Relaxed, unless_told).ok();
    }

    /// From what it was when it was looked at, unless it has changed at this very moment.
    fn change(&self, known: u64, value: u64) -> bool {
        known != TOLD
            && self
                .peers_since
                .compare_exchange(known, value, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    fn known(&self) -> u64 {
        self.peers_since.load(Ordering::Relaxed)
    }

    fn now(&self) -> u64 {
        millis(self.opened.elapsed())
    }

    /// Since when it is waited for the peer, where that is long enough for somebody who has waited for so long.
    pub(super) fn keeps_waiting(&self, waited: Duration) -> Option<u64> {
        let now = self.now();
        // Nobody has been here for that long otherwise.
        let a_while_ago = now.checked_sub(millis(LEAST_STAY))?;
        let latest = if waited < LONG_WAIT { a_while_ago } else { now };
        let since = self.known();
        (since <= latest && self.came.load(Ordering::Relaxed) <= a_while_ago).then_some(since)
    }

    /// Marked before it is told, so that the next who looks chooses somebody else. Not if it has begun
    /// something at this very moment.
    pub(super) fn tell_if(&self, since: u64) -> bool {
        let is_told = self.change(since, TOLD);
        if is_told {
            self.told.store(self.now(), Ordering::Relaxed);
            self.leave.notify_one();
        }
        is_told
    }

    /// The place is needed, or nothing good comes of waiting on.
    pub(super) fn tell(&self) {
        if self.peers_since.swap(TOLD, Ordering::Relaxed) != TOLD {
            self.told.store(self.now(), Ordering::Relaxed);
        }
        self.leave.notify_one();
    }

    /// Comes back when the place is needed for somebody else.
    pub(super) async fn told_to_leave(&self) {
        self.leave.notified().await;
    }

    /// For how long it has known that it is to leave.
    pub(super) fn told_for(&self) -> Option<Duration> {
        let told = self.told.load(Ordering::Relaxed);
        // Told at this very moment, or not at all.
        let since = if told == OURS { self.now() } else { told };
        (self.known() == TOLD).then(|| Duration::from_millis(self.now().saturating_sub(since)))
    }
}

/// The body of a request is waited for like any other part of it.
#[derive(Debug)]
pub(super) struct BodyTurn(pub(super) Arc<Turn>);

impl Waits for BodyTurn {
    fn begin(&self) {
        self.0.leave_to_peer();
    }

    fn end(&self) {
        self.0.take();
    }
}

impl Places {
    pub(super) fn new(count: usize) -> Self {
        Self(Arc::new(Shared {
            free: Arc::new(Semaphore::new(count)),
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

    /// For somebody who has waited for so long.
    fn tell_somebody_to_leave(&self, waited: Duration) {
        let seats = self.seats();
        let waiting = seats.values().filter_map(|turn| Some((turn.keeps_waiting(waited)?, turn)));
        if let Some((since, turn)) = waiting.min_by_key(|(since, _)| *since) {
            turn.tell_if(since);
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
        self.places.tell_somebody_to_leave(self.since.elapsed());
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
    use std::sync::atomic::AtomicBool;

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

    #[test]
    fn a_turn_that_is_taken_while_something_is_written_is_ours() {
        let turn = Turn::new(Instant::now());
        let (is_over, ready) = (AtomicBool::new(false), std::sync::Barrier::new(2));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                ready.wait();
                while !is_over.load(Ordering::Relaxed) {
                    turn.renew();
                }
            });
            ready.wait();
            let (began, mut lost) = (Instant::now(), 0);
            // A turn says when it began in milliseconds, so there have to be some.
            while began.elapsed() < Duration::from_millis(500) {
                for _ in 0..1000 {
                    turn.take();
                    lost += usize::from(!turn.is_ours());
                    turn.hand_over();
                }
            }
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(lost, 0);
        });
    }

    #[tokio::test]
    async fn a_turn_changes_only_from_what_it_was_seen_to_be() {
        let opened = Instant::now() - Duration::from_secs(5);
        let turn = Turn::new(opened);
        let began = turn.known();
        turn.take();
        turn.leave_to_peer();
        let handed_over = turn.known();
        assert!(handed_over >= began && !turn.is_ours());
        tokio::time::sleep(Duration::from_millis(5)).await;
        // Waiting on is no new beginning, hearing something is.
        turn.leave_to_peer();
        assert_eq!(turn.known(), handed_over);
        turn.renew();
        let renewed = turn.known();
        assert!(renewed > handed_over);
        // Somebody has looked before, and comes too late.
        assert!(!turn.change(handed_over, OURS) && !turn.tell_if(handed_over));
        assert_eq!(turn.known(), renewed);
        assert!(turn.tell_if(renewed));
        turn.take();
        turn.renew();
        turn.hand_over();
        assert_eq!(turn.known(), TOLD);
    }
}
