//! What goes on at once on a connection of HTTP/2: which requests are in hand, whose turn it is, and whether the peer
//! takes what it has asked for.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::sync::Notify;
use tokio::time::Instant;

use super::leaving::PIECE;
use super::pace::{LEAST_BYTES, STRETCH};
use super::places::Turn;
use super::rooms::{Guest, HEARS_WITHIN, Head, Room, Rooms};
use super::wire::Noticed;
use crate::body::Waits;

/// So much of one answer may go before it is the turn of the next.
const A_TURN: u64 = 2 * PIECE as u64;
/// Whoever takes less of an answer in half a second does nothing, and gives way like somebody who takes nothing: a few
/// bytes at a time are no reading.
const A_LITTLE: u64 = 512;
/// In so many stretches something of an answer has to go, whatever goes of others.
const STRETCHES: u32 = 2;
/// So many bodies that we have yet to read, and those that wait for room, may use up what a connection may send ahead.
const MANY_UNREAD: usize = 2;

#[derive(Debug)]
pub(super) struct Streams {
    /// Of the connection.
    turn: Arc<Turn>,
    guest: Arc<Guest>,
    state: Mutex<State>,
    end: Notify,
}

#[derive(Debug)]
struct State {
    /// Requests whose answer has not gone to its end.
    open: HashMap<u64, Way>,
    next: u64,
    /// Those of them that wait for us, and not for room, for their own bodies, or for being read.
    working: usize,
    /// Since when nothing has been open.
    quiet_since: Instant,
    /// Bytes of answers that have gone, and when the last of them went.
    gone: u64,
    last_gone: Option<Instant>,
    /// The turn of the request that was begun last, for whoever runs it.
    begun: Option<Arc<Turn>>,
    /// When the peer has heard that the connection ends. What it asks for after that is not answered any more.
    ends: Option<Instant>,
    /// Bodies of which something has come that we have yet to read.
    unread: usize,
}

/// How it goes with an answer.
#[derive(Debug)]
struct Way {
    turn: Arc<Turn>,
    /// Bytes that were handed to the library and not yet written, and since when there are any.
    under_way: usize,
    since: Option<Instant>,
    gone: u64,
    /// What had gone when the stretch began.
    gone_before: u64,
    /// What had gone when its reader last counted as one who does something.
    counted: u64,
    /// Stretches since something went.
    idle: u32,
    /// Waits for all of it to be gone.
    waker: Option<Waker>,
}

impl Streams {
    pub(super) fn new(line: Arc<Noticed>, rooms: &Rooms) -> Arc<Self> {
        let state = State {
            open: HashMap::new(),
            next: 0,
            working: 0,
            quiet_since: Instant::now(),
            gone: 0,
            last_gone: None,
            begun: None,
            ends: None,
            unread: 0,
        };
        let (turn, guest, state) = (line.turn(), rooms.guest(line), Mutex::new(state));
        Arc::new(Self { turn, guest, state, end: Notify::new() })
    }

    /// The connection is to end when what is in hand is answered.
    pub(super) fn tell_to_end(&self) {
        self.end.notify_one();
    }

    /// Comes back when it is.
    pub(super) async fn told_to_end(&self) {
        self.end.notified().await;
    }

    /// The end was said. Whoever does not listen could keep us working for ever, with one request after the other.
    pub(super) fn end(&self) {
        self.lock().ends.get_or_insert_with(|| Instant::now() + HEARS_WITHIN);
    }

    /// A request has been read.
    pub(super) fn begin(self: &Arc<Self>) -> Arc<Exchange> {
        let turn = self.guest.turn();
        self.guest.begin();
        let stage = Mutex::new((Stage::AwaitsRoom, None));
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.begun = Some(turn.clone());
        if state.ends.is_some_and(|ends| Instant::now() >= ends) {
            // It is refused, and nothing waits for that: neither the end nor a newcomer.
            return Arc::new(Exchange {
                streams: self.clone(),
                number,
                turn,
                stage,
                is_late: true,
            });
        }
        self.turn.renew();
        let way = Way {
            turn: turn.clone(),
            under_way: 0,
            since: None,
            gone: 0,
            gone_before: 0,
            counted: 0,
            idle: 0,
            waker: None,
        };
        state.open.insert(number, way);
        Arc::new(Exchange { streams: self.clone(), number, turn, stage, is_late: false })
    }

    /// The turn of the request that was just begun.
    pub(super) fn just_begun(&self) -> Option<Arc<Turn>> {
        self.lock().begun.take()
    }

    /// Since when nothing has been asked for, unless something is in hand.
    pub(super) fn quiet_since(&self) -> Option<Instant> {
        let state = self.lock();
        state.open.is_empty().then_some(state.quiet_since)
    }

    /// When we have last written something of an answer.
    pub(super) fn last_gone(&self) -> Option<Instant> {
        self.lock().last_gone
    }

    /// Gives answers up that the peer does not take, for as long as the connection lasts.
    pub(super) async fn give_up_unread(&self, line: &Noticed) -> Infallible {
        loop {
            let (began, before) = (Instant::now(), self.begin_stretch());
            let behind = line.behind_for();
            tokio::time::sleep(STRETCH).await;
            // How quickly a line has to take what it can take is the business of the pace. Being behind now and then
            // is no excuse.
            if line.behind_for() - behind < STRETCH / 2 {
                self.give_up_what_was_left(began, before);
            }
        }
    }

    fn begin_stretch(&self) -> u64 {
        let mut state = self.lock();
        state.open.values_mut().for_each(|way| way.gone_before = way.gone);
        state.gone
    }

    /// There was room on the line for most of the time: an answer of which nothing went, though each could have had its
    /// turn, was not wanted. Nor was one of which nothing went again and again. Of all together so much has to go as
    /// with HTTP/1.1.
    fn give_up_what_was_left(&self, began: Instant, before: u64) {
        let mut state = self.lock();
        let gone = state.gone - before;
        let under_way = state.open.values().filter(|way| way.since.is_some()).count() as u64;
        let (is_little, is_round) = (gone < LEAST_BYTES as u64, gone >= under_way * A_TURN);
        for way in state.open.values_mut() {
            // Only who was waited for all the time: between two pieces nobody is.
            let has_waited = way.since.is_some_and(|since| since <= began);
            let is_idle = has_waited && way.gone == way.gone_before;
            way.idle = if is_idle { way.idle + 1 } else { 0 };
            if (has_waited && is_little) || (is_idle && is_round) || way.idle >= STRETCHES {
                way.turn.tell();
            }
        }
    }

    fn work(&self, more: bool) {
        let mut state = self.lock();
        match more {
            true => state.working += 1,
            false => state.working -= 1,
        }
        match state.working {
            0 => self.turn.hand_over(),
            _ => self.turn.take(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One request and its answer, until both have gone.
#[derive(Debug)]
pub(super) struct Exchange {
    streams: Arc<Streams>,
    number: u64,
    turn: Arc<Turn>,
    /// And the room it has.
    stage: Mutex<(Stage, Option<Room>)>,
    /// Begun after the end.
    is_late: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    AwaitsRoom,
    Working,
    /// For its body, or for others who have come before.
    Waits,
    Answered,
}

impl Exchange {
    /// Whether there is room for it now. Waiting for it is no work of ours.
    pub(super) async fn enter(&self, rooms: &Rooms, head: Head) -> bool {
        if self.is_late {
            return false;
        }
        let room = rooms.admit(&self.streams.guest, &self.turn, head).await;
        let is_in = room.is_some();
        self.stage().1 = room;
        if is_in {
            self.go(Stage::AwaitsRoom, Stage::Working);
        }
        is_in
    }

    /// Told twice, or after the answer: nothing changes.
    fn go(&self, from: Stage, to: Stage) {
        self.go_if(|stage| stage == from, to);
    }

    fn go_if(&self, is_so: impl FnOnce(Stage) -> bool, to: Stage) {
        let mut stage = self.stage();
        let from = stage.0;
        if !is_so(from) {
            return;
        }
        stage.0 = to;
        match to {
            Stage::Working => self.turn.take(),
            _ => self.turn.hand_over(),
        }
        if (from == Stage::Working) != (to == Stage::Working) {
            self.streams.work(to == Stage::Working);
        }
    }

    /// The next piece of an answer of unknown length has to be made first.
    pub(super) fn make_more(&self) {
        self.go(Stage::Answered, Stage::Working);
    }

    /// From now on it is sent.
    pub(super) fn answered(&self) {
        self.go_if(|stage| stage != Stage::Answered, Stage::Answered);
    }

    /// So many bytes are on their way.
    pub(super) fn hand_out(&self, bytes: usize) {
        self.change_way(|way| {
            way.under_way += bytes;
            way.since.get_or_insert_with(Instant::now);
        });
    }

    /// So many were written.
    pub(super) fn has_gone(&self, bytes: usize) {
        if self.is_late {
            return;
        }
        let mut state = self.streams.lock();
        state.gone += bytes as u64;
        state.last_gone = Some(Instant::now());
        drop(state);
        self.streams.turn.renew();
        self.change_way(|way| {
            way.gone += bytes as u64;
            way.under_way -= bytes;
            if way.gone - way.counted >= A_LITTLE {
                way.counted = way.gone;
                way.turn.renew();
            }
        });
    }

    /// So many never will be.
    pub(super) fn take_back(&self, bytes: usize) {
        self.change_way(|way| way.under_way -= bytes);
    }

    fn change_way(&self, change: impl FnOnce(&mut Way)) {
        let mut state = self.streams.lock();
        let Some(way) = state.open.get_mut(&self.number) else { return };
        change(way);
        if way.under_way == 0 {
            way.since = None;
            if let Some(waker) = way.waker.take() {
                waker.wake();
            }
        }
    }

    /// Whether all that was handed out has been written.
    pub(super) fn poll_gone(&self, context: &Context<'_>) -> Poll<()> {
        let mut state = self.streams.lock();
        match state.open.get_mut(&self.number).filter(|way| way.under_way > 0) {
            None => Poll::Ready(()),
            Some(way) => {
                way.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    fn stage(&self) -> MutexGuard<'_, (Stage, Option<Room>)> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.answered();
        let mut state = self.streams.lock();
        let was_open = state.open.remove(&self.number).is_some();
        if was_open && state.open.is_empty() {
            state.quiet_since = Instant::now();
        }
        drop(state);
        self.streams.guest.end();
    }
}

/// The body of a request is waited for like any other part of it.
#[derive(Debug)]
pub(super) struct BodyOf {
    exchange: Arc<Exchange>,
    /// We have taken a piece of it, and not asked for the next.
    is_unread: AtomicBool,
}

impl BodyOf {
    pub(super) fn new(exchange: Arc<Exchange>) -> Self {
        Self { exchange, is_unread: AtomicBool::new(false) }
    }

    fn count(&self, is_unread: bool) {
        if self.is_unread.swap(is_unread, Ordering::Relaxed) == is_unread {
            return;
        }
        let mut state = self.exchange.streams.lock();
        match is_unread {
            true => state.unread += 1,
            false => state.unread -= 1,
        }
    }
}

impl Waits for BodyOf {
    fn begin(&self) {
        self.count(false);
        self.exchange.begin();
    }

    fn end(&self) {
        self.exchange.end();
    }

    fn has_read(&self, is_whole: bool) {
        self.count(!is_whole);
    }

    fn is_hindered(&self) -> bool {
        self.exchange.streams.lock().unread >= MANY_UNREAD
    }
}

impl Drop for BodyOf {
    fn drop(&mut self) {
        self.count(false);
    }
}

/// Whatever a request waits for, it is no work of ours.
impl Waits for Exchange {
    fn begin(&self) {
        self.go(Stage::Working, Stage::Waits);
    }

    fn end(&self) {
        self.go(Stage::Waits, Stage::Working);
    }
}

#[cfg(test)]
pub(super) mod tests;
