//! The bytes of a connection, watched for the two things hyper keeps to itself.
//!
//! Out: hyper answers a request it cannot parse by itself, with an empty body, before any of our
//! code runs. Such a bare answer is noticed here and the problem document sent in its place, so
//! that every failure looks the same to a client.
//!
//! In: of a head with both Content-Length and Transfer-Encoding hyper drops one, and closes the
//! connection afterwards, which is safe; here it is noticed, so that it can also be refused.
//!
//! While a request is in hand: the client may close the connection without hyper hearing of it (`lookout.rs`).
//!
//! Between the two: whoever does not read what they asked for is not heard either, and is cut off
//! after a while (`pace.rs`).
//!
//! At the end: a connection that is closed while the client still sends is reset, and the client
//! may never see why it was refused. So the end waits a moment, without reading much more.

use std::future::Future;
use std::io::{IoSlice, Result};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use kernel::{Code, Randomness};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::lookout::{Lookout, Watched};
use super::pace::Pace;
use super::places::Turn;
use crate::{Problem, RequestId};

/// A bare head is short and has nothing after it.
const LONGEST_BARE_HEAD: usize = 256;

#[derive(Debug)]
pub(super) struct Wire<S> {
    inner: S,
    replacement: Option<Replacement>,
    noticed: Arc<Noticed>,
    farewell: Option<Farewell>,
    pace: Pace,
    /// Something wanted to read while the peer was behind.
    held: bool,
    lookout: Lookout,
    /// Whether heads are text, as those of HTTP/1.1 are.
    heads_are_text: bool,
}

/// The last moment of a connection, after we have said all we have to say.
#[derive(Debug)]
struct Farewell {
    over: Pin<Box<Sleep>>,
    discarded: usize,
}

const FAREWELL: Duration = Duration::from_secs(2);
/// A client that sends all before it looks for an answer gets to see one, unless it sends very much.
const MOST_DISCARDED: usize = 4 * 1024 * 1024;

/// What the two ends of a connection, its bytes and its service, tell each other.
#[derive(Debug)]
pub(super) struct Noticed {
    /// While a request is in hand, what arrives is its body.
    in_hand: AtomicBool,
    two_lengths: AtomicBool,
    /// A part of the last body was not taken.
    unread: AtomicBool,
    /// Not all that was written for the peer has gone yet.
    behind: AtomicBool,
    /// Since when, in milliseconds, and for how long before that.
    fell_behind: AtomicU64,
    was_behind_for: AtomicU64,
    began: Instant,
    turn: Arc<Turn>,
}

impl Noticed {
    pub(super) fn new(turn: Arc<Turn>) -> Self {
        let (in_hand, two_lengths) = (AtomicBool::default(), AtomicBool::default());
        let (unread, behind) = (AtomicBool::default(), AtomicBool::default());
        let (fell_behind, was_behind_for) = (AtomicU64::default(), AtomicU64::default());
        let began = Instant::now();
        Self { in_hand, two_lengths, unread, behind, fell_behind, was_behind_for, began, turn }
    }

    /// A request has been read. Whether its head told two lengths.
    pub(super) fn begin(&self) -> bool {
        self.turn.take();
        self.in_hand.store(true, Ordering::Relaxed);
        self.unread.store(false, Ordering::Relaxed);
        self.two_lengths.swap(false, Ordering::Relaxed)
    }

    /// A part of the body of the request in hand will not be taken.
    pub(super) fn leave_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// It is answered.
    pub(super) fn end(&self) {
        self.in_hand.store(false, Ordering::Relaxed);
        self.turn.hand_over();
    }

    pub(super) fn turn(&self) -> Arc<Turn> {
        self.turn.clone()
    }

    /// Whether the client is waited for by nobody but itself: its request is in hand, or an answer is made while it
    /// is sent.
    fn is_ours(&self) -> bool {
        self.in_hand.load(Ordering::Relaxed) || self.turn.is_ours()
    }

    fn is_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// Whether the peer still reads the last answer.
    pub(super) fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed)
    }

    /// For how long it has had something left to read, of all the time that the connection has lasted.
    pub(super) fn behind_for(&self) -> Duration {
        let before = self.was_behind_for.load(Ordering::Relaxed);
        let since = self.fell_behind.load(Ordering::Relaxed);
        let now = if self.is_behind() { self.now().saturating_sub(since) } else { 0 };
        Duration::from_millis(before + now)
    }

    fn fall_behind(&self) {
        if !self.is_behind() {
            self.fell_behind.store(self.now(), Ordering::Relaxed);
            self.behind.store(true, Ordering::Relaxed);
        }
    }

    fn catch_up(&self) {
        if self.is_behind() {
            let now = self.now().saturating_sub(self.fell_behind.load(Ordering::Relaxed));
            self.behind.store(false, Ordering::Relaxed);
            self.was_behind_for.fetch_add(now, Ordering::Relaxed);
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn read(&self, bytes: &[u8]) {
        // Only between requests: the same words in a body mean nothing.
        if !self.in_hand.load(Ordering::Relaxed) && tells_two_lengths(bytes) {
            self.two_lengths.store(true, Ordering::Relaxed);
        }
    }
}

fn tells_two_lengths(bytes: &[u8]) -> bool {
    // Only the first head of what was read. hyper judges those behind it, and closes the connection
    // after such a one.
    let head = match memchr::memmem::find(bytes, b"\r\n\r\n") {
        Some(end) => &bytes[..end],
        None => bytes,
    };
    let names = |name: &str| {
        memchr::memchr_iter(b'\n', head).any(|at| {
            head.get(at + 1..at + 1 + name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        })
    };
    names("transfer-encoding") && names("content-length")
}

/// What is being written instead, and for how many bytes of the original it stands.
#[derive(Debug)]
struct Replacement {
    bytes: Vec<u8>,
    written: usize,
    stands_for: usize,
}

impl<S> Wire<S> {
    pub(super) fn new(inner: S, noticed: Arc<Noticed>) -> Self {
        Self {
            inner,
            replacement: None,
            noticed,
            farewell: None,
            pace: Pace::default(),
            held: false,
            lookout: Lookout::default(),
            heads_are_text: true,
        }
    }

    /// For a protocol whose heads are not text: only the pace is watched.
    pub(super) fn of_frames(inner: S, noticed: Arc<Noticed>) -> Self {
        Self { heads_are_text: false, ..Self::new(inner, noticed) }
    }
}

impl<S: AsyncWrite + Unpin> Wire<S> {
    fn poll_replacement(&mut self, context: &mut Context<'_>) -> Poll<Result<usize>> {
        let mut replacement = self.replacement.take().expect("checked by the caller");
        while replacement.written < replacement.bytes.len() {
            let rest = &replacement.bytes[replacement.written..];
            let written = Pin::new(&mut self.inner).poll_write(context, rest);
            match self.keep_pace(context, written, rest.len()) {
                Poll::Ready(Ok(0)) => {
                    return Poll::Ready(Err(std::io::ErrorKind::WriteZero.into()));
                }
                Poll::Ready(Ok(written)) => replacement.written += written,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.replacement = Some(replacement);
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(replacement.stands_for))
    }

    /// What came of writing, as long as the peer reads fast enough.
    fn keep_pace(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<Result<usize>>,
        of: usize,
    ) -> Poll<Result<usize>> {
        match written {
            Poll::Pending => {
                self.noticed.fall_behind();
                self.pace.wait(context).map(Err)
            }
            Poll::Ready(Ok(bytes)) => {
                self.pace.wrote(bytes, of);
                if !self.pace.is_behind() {
                    self.noticed.catch_up();
                }
                // In frames goes much that is no answer: whoever only asks whether we are there does nothing.
                if self.heads_are_text {
                    self.noticed.turn.renew();
                }
                self.hear_again(context);
                Poll::Ready(Ok(bytes))
            }
            failed => failed,
        }
    }

    /// A read was refused while the peer was behind, and hyper only asks again when it is woken.
    fn hear_again(&mut self, context: &mut Context<'_>) {
        if self.held && !self.pace.is_behind() {
            self.held = false;
            context.waker().wake_by_ref();
        }
    }
}

impl<S: AsyncRead + Unpin> Wire<S> {
    /// Waits until the other side has closed, too, or the moment is over.
    fn poll_farewell(&mut self, context: &mut Context<'_>) -> Poll<Result<()>> {
        let farewell = self.farewell.get_or_insert_with(|| Farewell {
            over: Box::pin(tokio::time::sleep(FAREWELL)),
            discarded: 0,
        });
        let mut scratch = [MaybeUninit::uninit(); 4096];
        // Bounded in bytes as well as in time, so that a client that never stops sending does not
        // keep us.
        while farewell.discarded < MOST_DISCARDED {
            let mut buffer = ReadBuf::uninit(&mut scratch);
            match Pin::new(&mut self.inner).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    farewell.discarded += buffer.filled().len();
                }
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => break,
            }
        }
        farewell.over.as_mut().poll(context).map(Ok)
    }
}

/// The status of an answer that consists of a head without our request id and nothing else.
fn bare_failure(bytes: &[u8]) -> Option<u16> {
    let status = bytes.strip_prefix(b"HTTP/1.1 ").or(bytes.strip_prefix(b"HTTP/1.0 "))?;
    let status: u16 = std::str::from_utf8(status.get(..3)?).ok()?.parse().ok()?;
    // hyper writes such a head in one piece. If it ever did not, the bare answer would go out as it
    // is.
    let whole = bytes.len() <= LONGEST_BARE_HEAD
        && memchr::memmem::find(bytes, b"\r\n\r\n") == Some(bytes.len() - 4);
    // Every answer of ours has an id, so what has none was not written by us.
    let ours = memchr::memmem::find(bytes, b"x-request-id:").is_some();
    ((400..500).contains(&status) && whole && !ours).then_some(status)
}

fn complete(status: u16) -> Vec<u8> {
    let problem = match status {
        408 => Problem::new(Code::Timeout, "The request did not arrive in time."),
        414 => Problem::new(Code::UriTooLong, "The address is too long."),
        431 => Problem::new(Code::HeadersTooLarge, "The headers are too many or too long."),
        _ => Problem::malformed("The request is not valid HTTP/1.1."),
    };
    let (status, body) = (problem.code().status(), problem.to_json());
    let reason = http::StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .unwrap_or("Bad Request");
    let id = RequestId::generate(&Randomness::system());
    // Written by hand: what stands here must not depend on a request that could not even be read.
    let mut answer = format!(
        "HTTP/1.1 {status} {reason}\r\n\
         content-type: application/problem+json\r\n\
         content-length: {}\r\n\
         connection: close\r\n\
         x-content-type-options: nosniff\r\n\
         content-security-policy: default-src 'none'; frame-ancestors 'none'; base-uri 'none'\r\n\
         referrer-policy: strict-origin-when-cross-origin\r\n\
         x-request-id: {}\r\n\r\n",
        body.len(),
        id.as_str(),
    )
    .into_bytes();
    answer.extend(body);
    answer
}

impl<S: AsyncRead + AsyncWrite + Watched + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        if self.replacement.is_none() {
            let failure = bare_failure(bytes).filter(|_| self.heads_are_text);
            let Some(status) = failure else {
                let written = Pin::new(&mut self.inner).poll_write(context, bytes);
                return self.keep_pace(context, written, bytes.len());
            };
            let stands_for = bytes.len();
            let bytes = complete(status);
            self.replacement = Some(Replacement { bytes, written: 0, stands_for });
            // What could not be read as a request may lie behind it, unread.
            self.noticed.leave_unread();
        }
        self.poll_replacement(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let mut filled = slices.iter().filter(|slice| !slice.is_empty());
        let first = filled.next().map_or(&[][..], |slice| slice);
        // A bare head travels alone.
        let travels_alone = self.heads_are_text && filled.next().is_none();
        if self.replacement.is_some() || (travels_alone && bare_failure(first).is_some()) {
            return self.poll_write(context, first);
        }
        let of = slices.iter().map(|slice| slice.len()).sum();
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.keep_pace(context, written, of)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        // hyper asks for it each time it has tried to read.
        let wire = &mut *self;
        wire.lookout.look(&wire.inner, wire.noticed.is_ours(), context)?;
        match Pin::new(&mut self.inner).poll_flush(context) {
            // TLS holds the last piece of an answer itself. Until it has gone, the peer is behind.
            Poll::Pending => {
                self.noticed.fall_behind();
                self.pace.wait(context).map(Err)
            }
            flushed => {
                if self.noticed.is_behind() {
                    self.noticed.catch_up();
                    self.pace.caught_up();
                    self.hear_again(context);
                }
                flushed
            }
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        if self.farewell.is_none() {
            // Our half is closed first. The client sees the end of the answer and can stop sending. TLS says it in a
            // record of its own, which has to go like all others.
            if Pin::new(&mut self.inner).poll_shutdown(context)?.is_pending() {
                self.noticed.fall_behind();
                return self.pace.wait(context).map(Err);
            }
        }
        // Frames come to the very end, if only to say that all has arrived.
        match self.noticed.is_unread() || !self.heads_are_text {
            true => self.poll_farewell(context),
            false => Poll::Ready(Ok(())),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        // Whoever does not read the answers they asked for need not ask for more.
        if self.pace.is_behind() {
            // Kept for `keep_pace`, which wakes whoever asked.
            self.held = true;
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, buffer);
        self.lookout.heard(read.is_pending());
        ready!(read)?;
        if self.heads_are_text {
            self.noticed.read(&buffer.filled()[before..]);
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests;
