//! What goes on at once on a connection of HTTP/2: how many requests are in hand, whose turn it is, and
//! whether the peer takes what it has asked for.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::pace::{LEAST_BYTES, STRETCH};
use super::places::Turn;
use crate::body::Waits;

/// Answers go out in pieces of this size, so that it shows how much of them has gone.
const PIECE: usize = 16 * 1024;

#[derive(Debug)]
pub(super) struct Streams {
    turn: Arc<Turn>,
    state: Mutex<State>,
    end: Notify,
}

#[derive(Debug)]
struct State {
    /// Requests whose answer has not gone to its end.
    open: usize,
    /// Those of them that wait for us, and not for their own bodies or for being read.
    working: usize,
    /// Since when nothing has been open.
    quiet_since: Instant,
    /// Pieces of answers that wait for room at the peer.
    held_up: usize,
    held_up_since: Option<Instant>,
    /// Bytes of answers that have gone.
    gone: u64,
}

impl Streams {
    pub(super) fn new(turn: Arc<Turn>) -> Arc<Self> {
        let state = State {
            open: 0,
            working: 0,
            quiet_since: Instant::now(),
            held_up: 0,
            held_up_since: None,
            gone: 0,
        };
        Arc::new(Self { turn, state: Mutex::new(state), end: Notify::new() })
    }

    /// The connection is to end when what is in hand is answered.
    pub(super) fn tell_to_end(&self) {
        self.end.notify_one();
    }

    /// Comes back when it is.
    pub(super) async fn told_to_end(&self) {
        self.end.notified().await;
    }

    /// A request has been read.
    pub(super) fn begin(self: &Arc<Self>) -> Arc<Exchange> {
        let mut state = self.lock();
        state.open += 1;
        self.turn.hold(state.open);
        self.work(&mut state, true);
        Arc::new(Exchange { streams: self.clone(), stage: Mutex::new(Stage::Working) })
    }

    /// Since when nothing has been asked for, unless something is in hand.
    pub(super) fn quiet_since(&self) -> Option<Instant> {
        let state = self.lock();
        (state.open == 0).then_some(state.quiet_since)
    }

    /// Comes back when the peer does not take what it has asked for: as with HTTP/1.1, so much has to go
    /// in every stretch in which something waits to go.
    pub(super) async fn left_unread(&self) {
        loop {
            let (began, before) = (Instant::now(), self.lock().gone);
            tokio::time::sleep(STRETCH).await;
            if self.was_left(began, before) {
                return;
            }
        }
    }

    /// Whether too little has gone since then, of what waited to go all the time.
    fn was_left(&self, began: Instant, before: u64) -> bool {
        let state = self.lock();
        // Only who was waited for all the time: between two pieces nobody is.
        state.held_up_since.is_some_and(|since| since <= began)
            && state.gone - before < LEAST_BYTES as u64
    }

    fn work(&self, state: &mut State, more: bool) {
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

/// One request and its answer, until both are dropped.
#[derive(Debug)]
pub(super) struct Exchange {
    streams: Arc<Streams>,
    stage: Mutex<Stage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Working,
    AwaitsBody,
    Answered,
}

impl Exchange {
    fn go(&self, from: Stage, to: Stage) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        // Told twice, or after the answer: nothing changes.
        if *stage != from {
            return;
        }
        *stage = to;
        if (from == Stage::Working) != (to == Stage::Working) {
            self.streams.work(&mut self.streams.lock(), to == Stage::Working);
        }
    }

    /// The next piece of an answer of unknown length has to be made first.
    fn make_more(&self) {
        self.go(Stage::Answered, Stage::Working);
    }

    /// From now on it is sent.
    pub(super) fn answered(&self) {
        self.go(Stage::Working, Stage::Answered);
        self.go(Stage::AwaitsBody, Stage::Answered);
    }

    fn hold(&self) {
        let mut state = self.streams.lock();
        state.held_up += 1;
        state.held_up_since.get_or_insert_with(Instant::now);
    }

    fn count(&self, bytes: usize) {
        self.streams.lock().gone += bytes as u64;
        self.streams.turn.renew();
    }

    fn let_go(&self) {
        let mut state = self.streams.lock();
        state.held_up -= 1;
        if state.held_up == 0 {
            state.held_up_since = None;
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.answered();
        let mut state = self.streams.lock();
        state.open -= 1;
        self.streams.turn.hold(state.open);
        if state.open == 0 {
            state.quiet_since = Instant::now();
        }
    }
}

/// The body of a request is waited for like any other part of it.
#[derive(Debug)]
pub(super) struct BodyOf(pub(super) Arc<Exchange>);

impl Waits for BodyOf {
    fn begin(&self) {
        self.0.go(Stage::Working, Stage::AwaitsBody);
    }

    fn heard(&self) {
        self.0.streams.turn.renew();
    }

    fn end(&self) {
        self.0.go(Stage::AwaitsBody, Stage::Working);
    }
}

/// The body of an answer on its way out, piece by piece. The next is asked for when the one before has
/// found room at the peer.
#[derive(Debug)]
pub(super) struct Leaving {
    body: Body,
    rest: Bytes,
    /// Bytes of the piece that waits for room.
    waiting: usize,
    /// Whether it counts as held up: from one piece to the next, as long as there is a next.
    is_held: bool,
    exchange: Arc<Exchange>,
}

impl Leaving {
    pub(super) fn new(body: Body, exchange: Arc<Exchange>) -> Self {
        exchange.answered();
        Self { body, rest: Bytes::new(), waiting: 0, is_held: false, exchange }
    }

    fn hand_out(&mut self) -> Frame<Bytes> {
        let piece = self.rest.split_to(PIECE.min(self.rest.len()));
        self.waiting = piece.len();
        if !self.is_held {
            self.is_held = true;
            self.exchange.hold();
        }
        Frame::data(piece)
    }

    fn let_go(&mut self) {
        if self.is_held {
            self.is_held = false;
            self.exchange.let_go();
        }
    }
}

impl HttpBody for Leaving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let went = std::mem::take(&mut self.waiting);
        if went > 0 {
            self.exchange.count(went);
        }
        if self.rest.is_empty() {
            let polled = Pin::new(&mut self.body).poll_frame(context);
            match polled.is_pending() && self.body.size_hint().exact().is_none() {
                true => self.exchange.make_more(),
                false => self.exchange.answered(),
            }
            if !matches!(&polled, Poll::Ready(Some(Ok(frame))) if frame.is_data()) {
                // Now we are the ones who are waited for, or it is over.
                self.let_go();
            }
            match ready!(polled).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        Poll::Ready(Some(Ok(self.hand_out())))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, inner) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.let_go();
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::serve::places::Places;

    async fn streams() -> (Arc<Streams>, crate::serve::places::Place) {
        let place = Places::new(1).take().await;
        (Streams::new(place.turn.clone()), place)
    }

    #[tokio::test]
    async fn it_is_our_turn_while_any_request_waits_for_us() {
        let (streams, place) = streams().await;
        assert!(!place.turn.is_ours());
        let (first, second) = (streams.begin(), streams.begin());
        let body = BodyOf(first.clone());
        body.begin();
        body.begin();
        assert!(place.turn.is_ours(), "the second is in hand");
        second.answered();
        assert!(!place.turn.is_ours(), "the first waits for its body");
        body.end();
        body.end();
        assert!(place.turn.is_ours());
        // Answered though its body never came, as too slow ones are.
        body.begin();
        drop(body);
        drop(first);
        assert!(!place.turn.is_ours());
        assert!(streams.quiet_since().is_none(), "an answer is on its way");
        drop(second);
        assert!(streams.quiet_since().is_some());
    }

    #[tokio::test]
    async fn an_answer_leaves_whole_and_in_pieces() {
        let (streams, _place) = streams().await;
        let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut leaving = Leaving::new(Body::from(text.clone()), streams.begin());
        assert_eq!(leaving.size_hint().exact(), Some(text.len() as u64));
        let mut read = Vec::new();
        while let Some(frame) = leaving.frame().await {
            let piece = frame.unwrap().into_data().unwrap();
            assert!(piece.len() <= PIECE);
            read.extend_from_slice(&piece);
            assert_eq!(leaving.is_end_stream(), read.len() == text.len());
            assert_eq!(streams.lock().held_up, 1);
        }
        assert!(read == text);
        assert_eq!(streams.lock().held_up, 0);
        assert_eq!(streams.lock().gone, text.len() as u64);
        drop(leaving);
        assert!(streams.quiet_since().is_some());
    }

    #[tokio::test]
    async fn whoever_takes_too_little_is_noticed() {
        let (streams, _place) = streams().await;
        let mut leaving = Leaving::new(Body::from(vec![0; 1_000_000]), streams.begin());
        let before_all = Instant::now();
        leaving.frame().await;
        let began = Instant::now();
        assert!(streams.was_left(began, 0), "a piece waits and nothing goes");
        assert!(!streams.was_left(before_all, 0), "it has not waited for so long");
        leaving.frame().await;
        assert!(streams.was_left(began, 0), "too little has gone");
        leaving.frame().await;
        assert!(!streams.was_left(began, 0), "enough has gone");
        assert!(streams.was_left(began, 2 * PIECE as u64), "and nothing since");
        drop(leaving);
        assert!(!streams.was_left(Instant::now(), 2 * PIECE as u64), "nothing is left to go");
    }
}
