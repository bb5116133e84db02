//! Everybody whose body is in memory or on its way there, and who of them gets what is free.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use super::TooMuchAtOnce;
use crate::holder::{Held, Holder, Holdings, Wish};

/// Between two pieces nobody has to be quicker than this for another body of their own.
const LEAST_PATIENCE: Duration = Duration::from_millis(100);
/// While bodies wait, space is looked for as often, and not more often than that, however many wait and come and go:
/// looking at all of them costs more than what most of them send.
const USUALLY_BETWEEN: Duration = Duration::from_millis(20);
const AT_LEAST_BETWEEN: Duration = Duration::from_millis(5);
/// For as many of the holders who hold the least somebody is told to leave at a time.
const SERVED_AT_A_TIME: usize = 32;

/// Who sends, and who has what.
#[derive(Debug)]
pub(super) struct Senders {
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
pub(super) struct Line {
    /// Since when we have been waiting for the next piece, in milliseconds; [`NOT_WAITING`] while we are not.
    since: AtomicU64,
    /// It was told to leave, or given what it wants.
    news: Notify,
}

const NOT_WAITING: u64 = u64::MAX;

impl Senders {
    pub(super) fn with(free: usize) -> Self {
        Self { free, all: HashMap::new(), next: 0, waiting: 0, looked_at: Duration::ZERO }
    }

    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.free
    }

    pub(super) fn enter(&mut self, holder: Holder, line: Arc<Line>) -> u64 {
        let number = self.next;
        self.next += 1;
        let sender = Sender { holder, stage: Stage::Arriving, held: 0, wants: 0, line };
        self.all.insert(number, sender);
        number
    }

    /// Whether it holds so much now, or has to wait.
    pub(super) fn ask(&mut self, number: u64, bytes: usize) -> Result<bool, TooMuchAtOnce> {
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
    pub(super) fn has_got(&self, number: u64) -> Result<bool, TooMuchAtOnce> {
        match self.all.get(&number) {
            Some(sender) if sender.stage != Stage::Leaving => Ok(sender.wants == 0),
            _ => Err(TooMuchAtOnce),
        }
    }

    /// Waits no longer. It may have been given at this very moment.
    pub(super) fn give_up(&mut self, number: u64) -> Result<(), TooMuchAtOnce> {
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
    pub(super) fn settle(&mut self, number: u64, bytes: usize) {
        self.forget_wish(number);
        if let Some(sender) = self.all.get_mut(&number) {
            // Also when it was told to leave at this very moment.
            sender.stage = Stage::Whole;
            let left = sender.held.min(bytes);
            self.free += sender.held - left;
            sender.held = left;
        }
    }

    pub(super) fn leave(&mut self, number: u64) {
        self.forget_wish(number);
        if let Some(sender) = self.all.remove(&number) {
            self.free += sender.held;
        }
    }

    /// Gives what is free to those who wait, and first to whoever would hold the least. Where that is not enough, tells
    /// as many to leave as it takes, and nobody if that would not be enough either. What comes back is how long whoever
    /// asked had best wait before the next look.
    pub(super) fn look(&mut self, now: Duration) -> Duration {
        if self.waiting == 0 || now < self.looked_at + AT_LEAST_BETWEEN {
            return USUALLY_BETWEEN;
        }
        self.looked_at = now;
        let staying = self.all.iter().filter(|(_, sender)| sender.stage != Stage::Leaving);
        let holdings = Holdings::of(staying.clone().map(|(number, sender)| Held {
            holder: &sender.holder,
            bytes: sender.held,
            idle: sender.line.waits_for(now),
            // Who holds nothing has nothing to give.
            what: (sender.stage == Stage::Arriving && sender.held > 0).then_some(*number),
        }));
        let mut wishes = HashMap::<&Holder, Wishes>::new();
        for (number, sender) in staying.filter(|(_, sender)| sender.wants > 0) {
            wishes.entry(&sender.holder).or_default().push(Reverse((sender.wants, *number)));
        }
        let is_leaving = |sender: &&Sender| sender.stage == Stage::Leaving;
        let leaving: usize = self.all.values().filter(is_leaving).map(|sender| sender.held).sum();
        let mut round = Round {
            senders: &self.all,
            free: self.free,
            soon_free: self.free + leaving,
            holdings,
            served: HashSet::new(),
            given: Vec::new(),
            told: HashSet::new(),
        };
        // The next of each. What somebody is given counts before the next of theirs.
        let mut next: BinaryHeap<_> = wishes.iter_mut().filter_map(|it| round.next(it)).collect();
        while let Some(Reverse((_, number))) = next.pop() {
            round.serve(number);
            let holder = &self.all[&number].holder;
            let of_same = wishes.get_mut(holder).and_then(|wishes| round.next((&holder, wishes)));
            next.extend(of_same);
        }
        let Round { given, told, .. } = round;
        given.into_iter().for_each(|number| self.give(number));
        told.into_iter().for_each(|number| self.tell_to_leave(number));
        // Those who were told have soon left, and it is enough if one looks after them.
        AT_LEAST_BETWEEN
    }
}

/// One look at all who wait.
struct Round<'a> {
    senders: &'a HashMap<u64, Sender>,
    free: usize,
    /// With what those hold who are leaving, and without what was promised.
    soon_free: usize,
    holdings: Holdings<'a, u64>,
    /// For whom somebody is told to leave.
    served: HashSet<&'a Holder>,
    given: Vec<u64>,
    told: HashSet<u64>,
}

type Wishes = BinaryHeap<Reverse<(usize, u64)>>;

impl Round<'_> {
    /// The least of somebody's wishes, with what they would hold in all.
    fn next(&self, (holder, wishes): (&&Holder, &mut Wishes)) -> Option<Reverse<(usize, u64)>> {
        let Reverse((wants, number)) = wishes.pop()?;
        Some(Reverse((self.holdings.held_by(holder) + wants, number)))
    }

    fn serve(&mut self, number: u64) {
        let Sender { holder, wants: bytes, .. } = &self.senders[&number];
        if self.told.contains(&number) {
            return;
        }
        if *bytes > self.soon_free {
            if self.served.len() == SERVED_AT_A_TIME || !self.served.insert(holder) {
                return;
            }
            let (missing, patience) = (*bytes - self.soon_free, LEAST_PATIENCE);
            let wish = Wish { holder, bytes: *bytes, missing, patience, insists: false };
            let Some(giving_way) = self.holdings.grant(&wish) else { return };
            let freed = giving_way.iter().map(|number| self.senders[number].held);
            self.soon_free += freed.sum::<usize>();
            self.told.extend(giving_way);
        }
        self.soon_free -= bytes;
        self.holdings.charge(holder, *bytes);
        match self.free.checked_sub(*bytes) {
            Some(rest) => {
                self.free = rest;
                self.given.push(number);
            }
            // Kept until those have left who were told to.
            None => self.free = 0,
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self { since: AtomicU64::new(NOT_WAITING), news: Notify::new() }
    }
}

impl Line {
    pub(super) fn begin_to_wait(&self, now: Duration) {
        self.since.store(millis(now), Ordering::Relaxed);
    }

    pub(super) fn end_to_wait(&self) {
        self.since.store(NOT_WAITING, Ordering::Relaxed);
    }

    pub(super) async fn news(&self) {
        self.news.notified().await;
    }

    /// For how long we have been waiting for more.
    fn waits_for(&self, now: Duration) -> Duration {
        Duration::from_millis(millis(now).saturating_sub(self.since.load(Ordering::Relaxed)))
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(NOT_WAITING - 1)
}
