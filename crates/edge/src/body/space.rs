//! What bodies may take in memory. Visitors, members and administrators have space of their own each, so that none of
//! them takes it from another. When nothing is left, whoever holds the most of it gives way to those who hold less,
//! and of their bodies the one that has kept us waiting for longest.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::holder::{Held, Holder, Holdings, Wish};

const MEBIBYTE: usize = 1024 * 1024;
pub(super) const OF_VISITORS: usize = 32 * MEBIBYTE;
const OF_MEMBERS: usize = 48 * MEBIBYTE;
const OF_ADMINS: usize = 48 * MEBIBYTE;

/// So much of each body is not counted. There are no more bodies than places and rooms for requests, so all of that is
/// a few megabytes; and what most people send needs no space that others could take.
pub(super) const UNCOUNTED: usize = 16 * 1024;

/// Between two pieces nobody has to be quicker than this for another body of their own.
const LEAST_PATIENCE: Duration = Duration::from_millis(100);
/// For so long a body waits for space.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// While bodies wait, space is looked for as often, and not more often than that, however many wait and come and go:
/// looking at all of them costs more than what most of them send.
const USUALLY_BETWEEN: Duration = Duration::from_millis(20);
const AT_LEAST_BETWEEN: Duration = Duration::from_millis(5);
/// For as many of the holders who hold the least somebody is told to leave at a time.
const SERVED_AT_A_TIME: usize = 32;

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

/// Who sends, and who has what.
#[derive(Debug)]
struct Senders {
    free: usize,
    all: HashMap<u64, Sender>,
    next: u64,
    /// How many wait for space.
    waiting: usize,
    looked_at: Duration,
}

/// A body that is not there yet, or is and was not given back.
#[derive(Debug)]
struct Sender {
    holder: Holder,
    stage: Stage,
    held: usize,
    /// How much more it waits for.
    wants: usize,
    line: Arc<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Arriving,
    /// What it holds will be free in a moment.
    Leaving,
    /// Nothing more of it is waited for. It stays until its request is answered.
    Whole,
}

/// What may be looked at without looking at all senders.
#[derive(Debug)]
struct Line {
    /// Since when we have been waiting for the next piece, in milliseconds; [`NOT_WAITING`] while we are not.
    since: AtomicU64,
    /// It was told to leave, or given what it wants.
    news: Notify,
}

const NOT_WAITING: u64 = u64::MAX;

impl Pool {
    pub(super) fn of(bytes: usize) -> Arc<Self> {
        let senders = Senders {
            free: bytes,
            all: HashMap::new(),
            next: 0,
            waiting: 0,
            looked_at: Duration::ZERO,
        };
        Arc::new(Self { senders: Mutex::new(senders), opened: Instant::now() })
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
        self.senders().free
    }
}

impl Senders {
    fn enter(&mut self, holder: Holder, line: Arc<Line>) -> u64 {
        let number = self.next;
        self.next += 1;
        let sender = Sender { holder, stage: Stage::Arriving, held: 0, wants: 0, line };
        self.all.insert(number, sender);
        number
    }

    /// Whether it holds so much now, or has to wait.
    fn ask(&mut self, number: u64, bytes: usize) -> Result<bool, TooMuchAtOnce> {
        self.forget_wish(number);
        let Some(sender) = self.all.get_mut(&number) else { return Err(TooMuchAtOnce) };
        if sender.stage == Stage::Leaving {
            return Err(TooMuchAtOnce);
        }
        let more = bytes.saturating_sub(sender.held);
        // What is free is for those who wait.
        let at_once = more == 0 || (self.waiting == 0 && more <= self.free);
        match at_once {
            true => {
                sender.held += more;
                self.free -= more;
            }
            false => {
                sender.wants = more;
                self.waiting += 1;
            }
        }
        Ok(at_once)
    }

    /// Whether it has got what it asked for.
    fn has_got(&self, number: u64) -> Result<bool, TooMuchAtOnce> {
        match self.all.get(&number) {
            Some(sender) if sender.stage != Stage::Leaving => Ok(sender.wants == 0),
            _ => Err(TooMuchAtOnce),
        }
    }

    /// Waits no longer. It may have been given at this very moment.
    fn give_up(&mut self, number: u64) -> Result<(), TooMuchAtOnce> {
        let has_got = self.has_got(number)?;
        self.forget_wish(number);
        has_got.then_some(()).ok_or(TooMuchAtOnce)
    }

    fn forget_wish(&mut self, number: u64) {
        if let Some(sender) = self.all.get_mut(&number)
            && std::mem::take(&mut sender.wants) > 0
        {
            self.waiting -= 1;
        }
    }

    fn give(&mut self, number: u64) {
        if let Some(sender) = self.all.get_mut(&number) {
            let bytes = std::mem::take(&mut sender.wants);
            sender.held += bytes;
            self.free -= bytes;
            self.waiting -= 1;
            sender.line.news.notify_one();
        }
    }

    fn tell_to_leave(&mut self, number: u64) {
        self.forget_wish(number);
        if let Some(sender) = self.all.get_mut(&number) {
            sender.stage = Stage::Leaving;
            sender.line.news.notify_one();
        }
    }

    /// It takes no more than so much from now on.
    fn settle(&mut self, number: u64, bytes: usize) {
        self.forget_wish(number);
        if let Some(sender) = self.all.get_mut(&number) {
            // Also when it was told to leave at this very moment.
            sender.stage = Stage::Whole;
            let left = sender.held.min(bytes);
            self.free += sender.held - left;
            sender.held = left;
        }
    }

    fn leave(&mut self, number: u64) {
        self.forget_wish(number);
        if let Some(sender) = self.all.remove(&number) {
            self.free += sender.held;
        }
    }

    /// Gives what is free to those who wait, and first to whoever would hold the least. Where that is not enough, tells
    /// as many to leave as it takes, and nobody if that would not be enough either.
    fn look(&mut self, now: Duration) {
        if self.waiting == 0 || now < self.looked_at + AT_LEAST_BETWEEN {
            return;
        }
        self.looked_at = now;
        let staying = self.all.iter().filter(|(_, sender)| sender.stage != Stage::Leaving);
        let mut holdings = Holdings::of(staying.clone().map(|(number, sender)| Held {
            holder: &sender.holder,
            bytes: sender.held,
            idle: sender.line.waits_for(now),
            // Who holds nothing has nothing to give.
            what: (sender.stage == Stage::Arriving && sender.held > 0).then_some(*number),
        }));
        let mut wishes: Vec<_> = staying
            .filter(|(_, sender)| sender.wants > 0)
            .map(|(number, sender)| (holdings.held_by(&sender.holder) + sender.wants, *number))
            .collect();
        wishes.sort_unstable();
        let is_leaving = |sender: &&Sender| sender.stage == Stage::Leaving;
        let leaving: usize = self.all.values().filter(is_leaving).map(|sender| sender.held).sum();
        let (mut free, mut soon_free) = (self.free, self.free + leaving);
        let (mut given, mut told) = (Vec::new(), HashSet::new());
        let mut served = HashSet::new();
        for (_, number) in wishes {
            let Sender { holder, wants: bytes, .. } = &self.all[&number];
            if told.contains(&number) {
                continue;
            }
            if *bytes > soon_free {
                if served.len() == SERVED_AT_A_TIME || !served.insert(holder) {
                    continue;
                }
                let missing = *bytes - soon_free;
                let wish = Wish {
                    holder,
                    bytes: *bytes,
                    missing,
                    patience: LEAST_PATIENCE,
                    insists: false,
                };
                let Some(giving_way) = holdings.grant(&wish) else { continue };
                soon_free += giving_way.iter().map(|number| self.all[number].held).sum::<usize>();
                told.extend(giving_way);
            }
            soon_free -= bytes;
            match free.checked_sub(*bytes) {
                Some(rest) => {
                    free = rest;
                    given.push(number);
                }
                // Kept until those have left who were told to.
                None => free = 0,
            }
        }
        given.into_iter().for_each(|number| self.give(number));
        told.into_iter().for_each(|number| self.tell_to_leave(number));
    }
}

impl Line {
    /// For how long we have been waiting for more.
    fn waits_for(&self, now: Duration) -> Duration {
        Duration::from_millis(millis(now).saturating_sub(self.since.load(Ordering::Relaxed)))
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
        let line = Arc::new(Line { since: AtomicU64::new(NOT_WAITING), news: Notify::new() });
        let number = pool.senders().enter(holder, line.clone());
        Self { pool, number, line }
    }

    /// Waits for the next piece, unless what this body has is needed for somebody else.
    pub(super) async fn wait_for<T>(
        &self,
        piece: impl Future<Output = T>,
    ) -> Result<T, TooMuchAtOnce> {
        self.line.since.store(millis(self.pool.now()), Ordering::Relaxed);
        let (piece, told) = (pin!(piece), pin!(self.is_told_to_leave()));
        // A piece that is there is taken.
        let waited = match select(piece, told).await {
            Either::Left((piece, _)) => Ok(piece),
            Either::Right(_) => Err(TooMuchAtOnce),
        };
        self.line.since.store(NOT_WAITING, Ordering::Relaxed);
        waited
    }

    async fn is_told_to_leave(&self) {
        while self.pool.senders().has_got(self.number).is_ok() {
            self.line.news.notified().await;
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
            {
                let mut senders = self.pool.senders();
                senders.look(self.pool.now());
                if senders.has_got(self.number)? {
                    return Ok(());
                }
            }
            // Whichever comes first.
            let _ = tokio::time::timeout(USUALLY_BETWEEN, self.line.news.notified()).await;
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

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(NOT_WAITING - 1)
}
