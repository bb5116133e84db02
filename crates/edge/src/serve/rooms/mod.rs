//! Room for requests, where a connection may have many at once. Each connection has room for one, as with HTTP/1.1;
//! all others share as many rooms as there are places. So whoever holds however many keeps nobody from asking for one
//! thing after the other, and no connection costs as much as a hundred.
//!
//! A request keeps its room until its answer has gone. When none is free, the one that has kept us waiting for longest
//! gives its own up: its stream ends, and its connection goes on. Connections with more than their share come first;
//! what they ask for beside it waits for what the others leave, or for the room that they have to themselves.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::places::{LONG_WAIT, PATIENCE, Turn};
use super::wire::Noticed;

/// How often those who wait for what others leave look for it.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// A connection may have a share as if there were so many, however few there are.
const FEW: usize = 8;
/// What a connection may ask for at once, however many there are: a page with a little on it.
const LEAST_SHARE: usize = 4;
/// Of one connection so many may wait for the room that it has to itself when nobody else can wait any more: a page
/// with all that is on it.
const MOST_IN_LINE: usize = 32;
/// A head that costs next to nothing while it waits. Those of browsers are smaller.
const SMALL_HEAD: usize = 8 * 1024;
/// What comes behind a head lies there while its request waits. So many such wait for each connection, and of all places
/// for one in so many.
const MOST_OPEN: usize = 2;
const OPEN_PART: usize = 16;
/// When its connection takes nothing, a stream that was ended keeps its room. A slow line needs so long to hear of it,
/// or of the end of the connection.
pub(super) const HEARS_WITHIN: Duration = Duration::from_secs(3);

/// What a request costs while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Small,
    Large,
    /// More may come than the head.
    Open,
}

impl Head {
    pub(super) fn of(bytes: usize) -> Self {
        match bytes <= SMALL_HEAD {
            true => Self::Small,
            false => Self::Large,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Rooms(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    count: usize,
    free: Arc<Semaphore>,
    /// For those who wait though their connection has its share.
    waiting: Semaphore,
    /// For those who wait and may send more.
    open: Semaphore,
    /// Requests that wait in turn.
    in_turn: AtomicUsize,
    /// Connections that have requests in hand.
    guests: AtomicUsize,
    /// Held by whoever looks for a request that gives way: when one that does something was last told to.
    looking: AsyncMutex<Option<Instant>>,
    taken: Mutex<HashMap<u64, Taken>>,
    next: AtomicU64,
    opened: Instant,
}

/// A connection with its requests.
#[derive(Debug)]
pub(super) struct Guest {
    rooms: Rooms,
    line: Arc<Noticed>,
    /// The room that it has to itself, and who waits for nothing else.
    own: Arc<Semaphore>,
    in_line: Semaphore,
    /// For those who wait and may send more.
    open: Semaphore,
    /// In hand, those that wait for room among them.
    requests: AtomicUsize,
    /// Those of them that have one of the shared rooms, or wait for one in turn.
    claims: AtomicUsize,
}

#[derive(Debug)]
struct Taken {
    guest: Arc<Guest>,
    turn: Arc<Turn>,
}

/// Room for one request, until it is dropped.
#[derive(Debug)]
pub(super) struct Room {
    shared: Option<(Rooms, u64)>,
    _claim: Option<Claim>,
    _permit: OwnedSemaphorePermit,
}

/// To one of the shared rooms, until it is dropped.
#[derive(Debug)]
struct Claim(Arc<Guest>);

impl Drop for Claim {
    fn drop(&mut self) {
        self.0.claims.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One who waits in turn, until dropped.
struct InTurn<'a>(&'a AtomicUsize);

impl<'a> InTurn<'a> {
    fn begin(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for InTurn<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Rooms {
    pub(super) fn new(count: usize) -> Self {
        Self(Arc::new(Shared {
            count,
            free: Arc::new(Semaphore::new(count)),
            waiting: Semaphore::new(count),
            open: Semaphore::new(count.div_ceil(OPEN_PART)),
            in_turn: AtomicUsize::new(0),
            guests: AtomicUsize::new(0),
            looking: AsyncMutex::default(),
            taken: Mutex::default(),
            next: AtomicU64::new(0),
            opened: Instant::now(),
        }))
    }

    /// For a connection of which this is the line.
    pub(super) fn guest(&self, line: Arc<Noticed>) -> Arc<Guest> {
        Arc::new(Guest {
            rooms: self.clone(),
            line,
            own: Arc::new(Semaphore::new(1)),
            in_line: Semaphore::new(MOST_IN_LINE),
            open: Semaphore::new(MOST_OPEN),
            requests: AtomicUsize::new(0),
            claims: AtomicUsize::new(0),
        })
    }

    /// The turn of a request that has just come.
    pub(super) fn turn(&self) -> Arc<Turn> {
        Arc::new(Turn::new(self.0.opened))
    }

    /// Room for one more request. None when its connection has its share already, and too many such wait.
    pub(super) async fn admit(
        &self,
        guest: &Arc<Guest>,
        turn: &Arc<Turn>,
        head: Head,
    ) -> Option<Room> {
        if let Ok(permit) = guest.own.clone().try_acquire_owned() {
            return Some(Room::own(permit));
        }
        if let Some(room) = self.take_free(guest, turn) {
            return Some(room);
        }
        let _open = match head {
            Head::Open => Some((guest.open.try_acquire().ok()?, self.0.open.try_acquire().ok()?)),
            _ => None,
        };
        if let Some(claim) = guest.claim_below(self.share()) {
            return Some(self.wait_in_turn(guest, turn, claim).await);
        }
        match self.0.waiting.try_acquire() {
            _ if head == Head::Open => None,
            Ok(_waiting) => self.wait_for_what_is_left(guest, turn).await,
            // Others may wait as long as they like: this costs nobody else anything.
            Err(_) if head == Head::Small => guest.wait_in_line().await,
            Err(_) => None,
        }
    }

    /// One that nobody waits for.
    fn take_free(&self, guest: &Arc<Guest>, turn: &Arc<Turn>) -> Option<Room> {
        let permit = self.0.free.clone().try_acquire_owned().ok()?;
        let claim = guest.claim_below(usize::MAX)?;
        Some(self.give(turn, permit, claim))
    }

    async fn wait_in_turn(&self, guest: &Arc<Guest>, turn: &Arc<Turn>, claim: Claim) -> Room {
        let _in_turn = InTurn::begin(&self.0.in_turn);
        // Asked for once, so that nobody loses their place in the queue.
        let mut own = pin!(guest.own.clone().acquire_owned());
        let mut shared = pin!(self.0.free.clone().acquire_owned());
        let mut looks = pin!(self.0.looking.lock());
        let mut looking: Option<(Instant, AsyncGuard<'_, Option<Instant>>)> = None;
        loop {
            // One at a time, however many wait.
            if let Some((since, told)) = &mut looking {
                self.tell_somebody_to_leave(since.elapsed(), told);
            }
            tokio::select! {
                biased;
                Ok(permit) = &mut own => return Room::own(permit),
                Ok(permit) = &mut shared => return self.give(turn, permit, claim),
                look = &mut looks, if looking.is_none() => looking = Some((Instant::now(), look)),
                () = tokio::time::sleep(PATIENCE), if looking.is_some() => {}
            }
        }
    }

    async fn wait_for_what_is_left(&self, guest: &Arc<Guest>, turn: &Arc<Turn>) -> Option<Room> {
        let mut own = pin!(guest.own.clone().acquire_owned());
        loop {
            if let Ok(own) = tokio::time::timeout(LOOK_EVERY, &mut own).await {
                return own.ok().map(Room::own);
            }
            if let Some(room) = self.take_free(guest, turn) {
                return Some(room);
            }
        }
    }

    fn give(&self, turn: &Arc<Turn>, permit: OwnedSemaphorePermit, claim: Claim) -> Room {
        turn.settle();
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let taken = Taken { guest: claim.0.clone(), turn: turn.clone() };
        self.taken().insert(number, taken);
        Room { shared: Some((self.clone(), number)), _claim: Some(claim), _permit: permit }
    }

    /// How many requests a connection may have while none is free for others.
    fn share(&self) -> usize {
        match self.0.guests.load(Ordering::Relaxed) {
            // Nobody else is there who could want one.
            0 | 1 => usize::MAX,
            guests => (self.0.count / guests.max(FEW)).max(LEAST_SHARE),
        }
    }

    /// For a request that has looked for so long. Those who do nothing are told at once; those who do something one
    /// after the other, whoever looks: somebody who asks and goes, again and again, could have everybody told.
    fn tell_somebody_to_leave(&self, looked: Duration, told: &mut Option<Instant>) {
        let (share, taken) = (self.share(), self.taken());
        let mut leaving = 0;
        for Taken { guest, turn } in taken.values() {
            let Some(told_for) = turn.told_for() else { continue };
            leaving += 1;
            if told_for >= HEARS_WITHIN {
                guest.hang_up();
            }
        }
        // As many as wait are on their way out. More would be told in the place of those who take their time.
        if leaving >= self.0.in_turn.load(Ordering::Relaxed) {
            return;
        }
        // Where one connection alone has something in hand, it would take its own answers from itself.
        let is_alone = self.0.guests.load(Ordering::Relaxed) == 1;
        let is_time = !is_alone && told.is_none_or(|told| told.elapsed() >= LONG_WAIT);
        let waiting = taken.values().filter_map(|Taken { guest, turn }| {
            let is_modest = guest.claims.load(Ordering::Relaxed) <= share;
            let idle = turn.keeps_waiting(Duration::ZERO);
            // Doing a little all the time saves nobody who has more than their share.
            let may_be_told = is_time && (!is_modest || looked >= LONG_WAIT);
            let since = idle.or_else(|| turn.keeps_waiting(LONG_WAIT).filter(|_| may_be_told))?;
            Some(((is_modest, since), idle.is_none(), turn))
        });
        if let Some(((_, since), is_active, turn)) = waiting.min_by_key(|(order, ..)| *order)
            && turn.tell_if(since)
            && is_active
        {
            *told = Some(Instant::now());
        }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<u64, Taken>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// The one that a connection has to itself.
    fn own(permit: OwnedSemaphorePermit) -> Self {
        Self { shared: None, _claim: None, _permit: permit }
    }
}

impl Guest {
    /// One more room among those that are shared, where there are fewer.
    fn claim_below(self: &Arc<Self>, most: usize) -> Option<Claim> {
        let one_more = |claims| (claims < most).then_some(claims + 1);
        self.claims.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Claim(self.clone()))
    }

    /// One thing after the other, as with HTTP/1.1. None when too many wait for that already.
    async fn wait_in_line(&self) -> Option<Room> {
        let _in_line = self.in_line.try_acquire().ok()?;
        self.own.clone().acquire_owned().await.ok().map(Room::own)
    }

    /// Its connection hears nothing. What we work on is done first; while nothing is taken, nothing new is asked for.
    fn hang_up(&self) {
        let turn = self.line.turn();
        if let Some(since) = turn.keeps_waiting(LONG_WAIT) {
            turn.tell_if(since);
        }
    }

    /// A request has come.
    pub(super) fn begin(&self) {
        if self.requests.fetch_add(1, Ordering::Relaxed) == 0 {
            self.rooms.0.guests.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Its answer has gone.
    pub(super) fn end(&self) {
        if self.requests.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.rooms.0.guests.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The turn of one more.
    pub(super) fn turn(&self) -> Arc<Turn> {
        self.rooms.turn()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some((rooms, number)) = &self.shared {
            rooms.taken().remove(number);
        }
    }
}

#[cfg(test)]
mod tests;
