//! A body on its way in: how long it may take, and what becomes of a part nobody has read.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Buf;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep};

/// A body may begin slowly for so long; from then on it has to come at this rate.
const GRACE: Duration = Duration::from_secs(5);
const LEAST_BYTES_A_SECOND: u64 = 1024;
/// A body that comes at this rate has the time that it takes, up to that of an upload.
const USUAL_BYTES_A_SECOND: u64 = 16 * 1024;

/// How much of a body that nobody reads is taken, so that the connection can go on, and for how
/// long.
const MOST_DRAINED: u64 = 64 * 1024;
const DRAINED_WITHIN: Duration = Duration::from_secs(1);

/// How long the body of a request may take, in its extensions. Whoever reads a form with files
/// takes more time.
#[derive(Clone, Debug)]
pub(crate) struct BodyTime {
    allowed: Arc<AtomicU64>,
    upload: Duration,
}

impl BodyTime {
    pub(crate) fn new(usual: Duration, upload: Duration) -> Self {
        Self { allowed: Arc::new(AtomicU64::new(millis(usual))), upload }
    }

    pub(crate) fn allow_upload(&self) {
        self.allowed.store(millis(self.upload), Ordering::Relaxed);
    }

    /// For a body of which so much has come.
    fn allowed(&self, received: u64) -> Duration {
        let usual = Duration::from_millis(self.allowed.load(Ordering::Relaxed));
        let longer = usual + Duration::from_secs(received / USUAL_BYTES_A_SECOND);
        longer.min(self.upload.max(usual))
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// What is left of a body after its request was answered.
#[derive(Debug)]
pub(crate) struct Rest<B> {
    body: Arc<Held<B>>,
}

#[derive(Debug)]
struct Held<B> {
    body: Mutex<B>,
    is_complete: AtomicBool,
    /// Told when we begin to wait for the peer, and when we no longer do.
    waits: Box<dyn Waits>,
}

/// Somebody who wants to know whether a body is waited for.
pub(crate) trait Waits: std::fmt::Debug + Send + Sync {
    /// Told each time that there is nothing yet.
    fn begin(&self);
    /// It is there, or comes as quickly as it has to.
    fn end(&self);
    /// A piece was taken, and whether that was the last.
    fn has_read(&self, _is_whole: bool) {}
    /// Whether it may not be able to come, because of what else its client has sent and we have not read.
    fn is_hindered(&self) -> bool {
        false
    }
}

impl<B> Held<B> {
    fn lock(&self) -> MutexGuard<'_, B> {
        self.body.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body that has to arrive whole within a given time and at a given rate. Only the time counts in which somebody
/// waits for it: a handler that waits for its turn, or for a disk, uses up none of the client's.
#[derive(Debug)]
pub(crate) struct Arriving<B> {
    body: Arc<Held<B>>,
    time: BodyTime,
    received: u64,
    wait: Option<Wait>,
}

#[derive(Debug)]
struct Wait {
    /// Before the present wait.
    waited: Duration,
    since: Option<Instant>,
    over: Pin<Box<Sleep>>,
}

impl Wait {
    fn so_far(&self) -> Duration {
        self.waited + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

impl<B: Body + Unpin> Arriving<B> {
    /// The body, and what is left of it when whoever was given it is done.
    pub(crate) fn new(body: B, time: BodyTime, waits: Box<dyn Waits>) -> (Self, Rest<B>) {
        let held = Held { body: Mutex::new(body), is_complete: AtomicBool::new(false), waits };
        let body = Arc::new(held);
        (Self { body: body.clone(), time, received: 0, wait: None }, Rest { body })
    }

    /// Whether more has come than has to come in this time, while it was waited for.
    fn keeps_up(&self) -> bool {
        self.wait.as_ref().is_some_and(|wait| {
            self.received >= (wait.so_far().as_secs() + 1) * LEAST_BYTES_A_SECOND
        })
    }

    /// How long may be waited for it: to the end of the time allowed, or until it falls behind the rate.
    fn patience(&self) -> Duration {
        // What has come buys time for what is still to come, so an honest slow line is never cut
        // off.
        let by_rate = GRACE + Duration::from_secs(self.received / LEAST_BYTES_A_SECOND);
        by_rate.min(self.time.allowed(self.received))
    }
}

impl<B> Body for Arriving<B>
where
    B: Body + Unpin,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Data = B::Data;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let (polled, is_whole) = {
            // The lock is let go before the timer is touched. `Rest::drain` takes it too.
            let mut body = self.body.lock();
            let polled = Pin::new(&mut *body).poll_frame(context);
            // Where the length was told, the last piece is the end, and nobody asks for another.
            let is_whole = matches!(polled, Poll::Ready(None)) || body.is_end_stream();
            if is_whole {
                self.body.is_complete.store(true, Ordering::Relaxed);
                self.body.waits.end();
            }
            (polled, is_whole)
        };
        if let Poll::Ready(frame) = polled {
            self.body.waits.has_read(is_whole);
            if let Some(Ok(frame)) = &frame {
                let bytes = frame.data_ref().map_or(0, Buf::remaining);
                self.received += bytes as u64;
                if self.keeps_up() {
                    // Until the next is asked for and not there, nobody waits for the peer.
                    self.body.waits.end();
                }
            }
            if let Some(wait) = &mut self.wait
                && let Some(since) = wait.since.take()
            {
                wait.waited += since.elapsed();
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.body.waits.begin();
        let (now, patience, held) = (Instant::now(), self.patience(), self.body.clone());
        let wait = self.wait.get_or_insert_with(|| Wait {
            waited: Duration::ZERO,
            since: None,
            over: Box::pin(tokio::time::sleep_until(now + patience)),
        });
        let since = *wait.since.get_or_insert(now);
        let mut deadline = since + patience.saturating_sub(wait.waited);
        // The deadline only moves into the future, and with every piece. Resetting the timer each time would cost more
        // than looking when it rings.
        loop {
            ready!(wait.over.as_mut().poll(context));
            if wait.over.deadline() >= deadline {
                if !held.waits.is_hindered() {
                    break;
                }
                // None of this was its client's time.
                let now = Instant::now();
                wait.since = Some(now);
                deadline = now + patience.saturating_sub(wait.waited).max(GRACE);
            }
            wait.over.as_mut().reset(deadline);
        }
        Poll::Ready(Some(Err(Box::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.lock().is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.lock().size_hint()
    }
}

impl<B: Body + Unpin> Rest<B> {
    pub(crate) fn is_unread(&self) -> bool {
        !self.body.is_complete.load(Ordering::Relaxed)
    }

    /// Takes what is left, if that is little and comes soon. Whether the connection can go on.
    pub(crate) async fn drain(&self) -> bool {
        if !self.is_unread() {
            return true;
        }
        // Where the length was told, a body that is too large need not be tried.
        if self.body.lock().size_hint().lower() > MOST_DRAINED {
            return false;
        }
        // We have our answer, and wait for the peer.
        self.body.waits.begin();
        let mut taken = 0;
        let draining = poll_fn(|context| {
            loop {
                // Locked for each piece, not for the whole drain: the handler's half may still be
                // alive.
                let mut body = self.body.lock();
                match ready!(Pin::new(&mut *body).poll_frame(context)) {
                    None => return Poll::Ready(true),
                    Some(Ok(frame)) => {
                        taken += frame.data_ref().map_or(0, Buf::remaining) as u64;
                        if body.is_end_stream() {
                            return Poll::Ready(true);
                        }
                        if taken > MOST_DRAINED {
                            return Poll::Ready(false);
                        }
                    }
                    Some(Err(_)) => return Poll::Ready(false),
                }
            }
        });
        tokio::time::timeout(DRAINED_WITHIN, draining).await.unwrap_or(false)
    }
}

pub(crate) fn is_too_slow(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<TooSlow>() {
            return true;
        }
        cause = error.source();
    }
    false
}

#[derive(Debug)]
struct TooSlow;

impl std::fmt::Display for TooSlow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the body did not arrive in time")
    }
}

impl std::error::Error for TooSlow {}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use bytes::Bytes;
    use futures_util::{FutureExt, stream};
    use http_body_util::{BodyExt, StreamBody};

    use super::*;

    #[derive(Debug)]
    struct Nobody;

    impl Waits for Nobody {
        fn begin(&self) {}
        fn end(&self) {}
    }

    /// Pieces of this many bytes, one each second.
    fn dripping(
        bytes: usize,
        pieces: usize,
    ) -> impl Body<Data = Bytes, Error = Infallible> + Unpin {
        let drip = stream::unfold(0, move |sent| async move {
            if sent == pieces {
                return None;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
            Some((Ok(Frame::data(Bytes::from(vec![b'x'; bytes]))), sent + 1))
        });
        StreamBody::new(Box::pin(drip))
    }

    #[tokio::test]
    async fn what_nobody_has_read_is_taken_if_it_is_little() {
        let time = BodyTime::new(Duration::from_secs(25), Duration::from_secs(300));
        let whole = |bytes: usize| http_body_util::Full::new(Bytes::from(vec![b'x'; bytes]));
        let rest = |bytes| Arriving::new(whole(bytes), time.clone(), Box::new(Nobody)).1;
        assert!(rest(64 * 1024).drain().await);
        assert!(!rest(64 * 1024 + 1).drain().await);
        let (_, slow) = Arriving::new(dripping(1, 10), time.clone(), Box::new(Nobody));
        assert!(!slow.drain().await);
    }

    /// Whether a body is waited for, as far as we were told.
    #[derive(Debug, Default)]
    struct Told(AtomicBool);

    impl Told {
        fn is_waited_for(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    impl Waits for Arc<Told> {
        fn begin(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        fn end(&self) {
            self.0.store(false, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn between_pieces_only_who_drips_is_waited_for() {
        for (bytes, drips) in [(9000, false), (10, true)] {
            let told = Arc::new(Told::default());
            let time = BodyTime::new(Duration::from_secs(25), Duration::from_secs(300));
            let (mut body, _rest) = Arriving::new(dripping(bytes, 2), time, Box::new(told.clone()));
            for _ in 0..2 {
                assert!(body.frame().now_or_never().is_none());
                assert!(told.is_waited_for(), "{bytes} a second");
                body.frame().await.unwrap().unwrap();
                assert_eq!(told.is_waited_for(), drips, "{bytes} a second");
            }
            assert!(body.frame().await.is_none());
            assert!(!told.is_waited_for(), "it is there");
        }
    }

    #[tokio::test]
    async fn time_in_which_nobody_asks_for_more_is_not_the_clients() {
        let allowed = Duration::from_millis(2500);
        let (mut body, _rest) =
            Arriving::new(dripping(9000, 3), BodyTime::new(allowed, allowed), Box::new(Nobody));
        body.frame().await.unwrap().unwrap();
        // A disk that is busy.
        tokio::time::sleep(Duration::from_secs(2)).await;
        body.frame().await.unwrap().unwrap();
        assert!(body.frame().await.unwrap().is_err(), "now it was waited for too long");
    }

    #[test]
    fn a_body_has_the_time_that_it_takes_as_long_as_it_comes_quickly_enough() {
        let seconds = Duration::from_secs;
        let usual = BodyTime::new(seconds(25), seconds(300));
        // One second more for each 16 KiB that have come.
        for (received, allowed) in
            [(0, 25), (1, 25), (16 * 1024, 26), (1_000_000, 86), (4 << 20, 281), (40 << 20, 300)]
        {
            assert_eq!(usual.allowed(received), seconds(allowed), "{received}");
        }
        let upload = usual.clone();
        upload.allow_upload();
        assert_eq!(upload.allowed(40 << 20), seconds(300));
        // A limit for uploads below the usual one takes nothing away.
        assert_eq!(BodyTime::new(seconds(25), seconds(10)).allowed(40 << 20), seconds(25));
    }

    /// Whether what else its client has sent is in the way.
    impl Waits for Arc<AtomicBool> {
        fn begin(&self) {}
        fn end(&self) {}
        fn is_hindered(&self) -> bool {
            self.load(Ordering::Relaxed)
        }
    }

    #[tokio::test]
    async fn time_in_which_a_body_cannot_come_is_not_the_clients() {
        let (allowed, is_hindered) = (Duration::from_millis(300), Arc::new(AtomicBool::new(true)));
        let time = BodyTime::new(allowed, allowed);
        let slow = StreamBody::new(stream::pending::<Result<Frame<Bytes>, Infallible>>());
        let (mut body, _rest) = Arriving::new(slow, time, Box::new(is_hindered.clone()));
        assert!(tokio::time::timeout(4 * allowed, body.frame()).await.is_err(), "it may come");
        is_hindered.store(false, Ordering::Relaxed);
        let frame = tokio::time::timeout(2 * GRACE, body.frame()).await;
        assert!(frame.expect("now it has to").unwrap().is_err());
    }

    #[tokio::test]
    async fn whoever_is_waited_for_while_a_rest_is_taken_counts_as_waited_for() {
        let told = Arc::new(Told::default());
        let time = BodyTime::new(Duration::from_secs(25), Duration::from_secs(300));
        let (_, slow) = Arriving::new(dripping(1, 10), time, Box::new(told.clone()));
        assert!(slow.drain().now_or_never().is_none());
        assert!(told.is_waited_for());
    }
}
