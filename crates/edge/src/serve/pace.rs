//! How slowly an answer may be read. Who reads nothing, or nearly nothing, is cut off, and nothing more
//! is read from them before they have taken what they asked for.

use std::future::Future;
use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// In every such stretch of a write that has to wait, at least this much has to go.
pub(super) const STRETCH: Duration = Duration::from_secs(30);
pub(super) const LEAST_BYTES: usize = 30 * 1024;

/// How it goes with writing to a peer.
#[derive(Debug)]
pub(super) struct Pace {
    stretch: Option<Pin<Box<Sleep>>>,
    written: usize,
    length: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self::with_stretches_of(STRETCH)
    }
}

impl Pace {
    pub(super) fn with_stretches_of(length: Duration) -> Self {
        Self { stretch: None, written: 0, length }
    }

    /// Whether the peer has yet to read what was written for it.
    pub(super) fn is_behind(&self) -> bool {
        self.stretch.is_some()
    }

    /// So much went, of so much that there was.
    pub(super) fn wrote(&mut self, bytes: usize, of: usize) {
        self.written += bytes;
        // All that there was has gone: whoever takes everything is not behind, however long it
        // took.
        if bytes >= of {
            self.stretch = None;
        }
    }

    /// Nothing is left to go.
    pub(super) fn caught_up(&mut self) {
        self.stretch = None;
    }

    /// Nothing goes at this moment. An error when that has been so for too long.
    pub(super) fn wait(&mut self, context: &mut Context<'_>) -> Poll<Error> {
        if self.stretch.is_none() {
            self.written = 0;
        }
        let length = self.length;
        let stretch = self.stretch.get_or_insert_with(|| Box::pin(tokio::time::sleep(length)));
        // A loop, because a timer that was reset has to be polled once to be heard.
        while stretch.as_mut().poll(context).is_ready() {
            if self.written < LEAST_BYTES {
                return Poll::Ready(Error::new(ErrorKind::TimedOut, "the peer reads too slowly"));
            }
            self.written = 0;
            stretch.as_mut().reset(Instant::now() + length);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};
    use std::task::{Wake, Waker};

    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

    use super::super::lookout::Watched;
    use super::super::places::Places;
    use super::super::wire::{Noticed, Wire};
    use super::*;

    /// Stretches that a test can wait for.
    const SHORT: Duration = Duration::from_millis(100);

    fn poll(pace: &mut Pace) -> Poll<ErrorKind> {
        pace.wait(&mut Context::from_waker(Waker::noop())).map(|error| error.kind())
    }

    async fn behind() -> Pace {
        assert_eq!(Pace::default().length, Duration::from_secs(30));
        let mut pace = Pace::with_stretches_of(SHORT);
        assert!(!pace.is_behind());
        assert_eq!(poll(&mut pace), Poll::Pending);
        assert!(pace.is_behind());
        pace
    }

    #[tokio::test]
    async fn whoever_takes_too_little_in_a_stretch_is_cut_off() {
        for taken in [0, 1, LEAST_BYTES - 1] {
            let mut pace = behind().await;
            pace.wrote(taken, 10 * LEAST_BYTES);
            tokio::time::sleep(2 * SHORT).await;
            assert_eq!(poll(&mut pace), Poll::Ready(ErrorKind::TimedOut), "{taken}");
        }
    }

    #[tokio::test]
    async fn whoever_takes_enough_goes_on_and_has_to_take_as_much_again() {
        let mut pace = behind().await;
        // In pieces, as they go.
        pace.wrote(1, 10 * LEAST_BYTES);
        pace.wrote(LEAST_BYTES - 1, 10 * LEAST_BYTES);
        tokio::time::sleep(2 * SHORT).await;
        assert_eq!(poll(&mut pace), Poll::Pending);
        assert!(pace.is_behind());
        // What went in the last stretch does not count in this one.
        pace.wrote(LEAST_BYTES - 1, 10 * LEAST_BYTES);
        tokio::time::sleep(2 * SHORT).await;
        assert_eq!(poll(&mut pace), Poll::Ready(ErrorKind::TimedOut));
    }

    #[tokio::test]
    async fn whoever_has_taken_everything_begins_anew() {
        type CatchUp = fn(&mut Pace);
        let ways: [CatchUp; 2] = [|pace| pace.wrote(7, 7), Pace::caught_up];
        for catch_up in ways {
            let mut pace = behind().await;
            catch_up(&mut pace);
            assert!(!pace.is_behind());
            tokio::time::sleep(2 * SHORT).await;
            // However long ago that was, this is the beginning of a stretch.
            assert_eq!(poll(&mut pace), Poll::Pending);
            pace.wrote(LEAST_BYTES, 10 * LEAST_BYTES);
            tokio::time::sleep(2 * SHORT).await;
            assert_eq!(poll(&mut pace), Poll::Pending);
        }
    }

    /// A peer with so much room for what it is sent, who always has something to say.
    #[derive(Clone, Default)]
    struct Peer(Arc<Mutex<Dealings>>);

    #[derive(Default)]
    struct Dealings {
        room: usize,
        heard: usize,
    }

    impl Watched for Peer {
        fn is_gone(&self) -> bool {
            false
        }
    }

    impl AsyncWrite for Peer {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<std::io::Result<usize>> {
            let mut dealings = self.0.lock().unwrap();
            let taken = bytes.len().min(dealings.room);
            dealings.room -= taken;
            if taken == 0 { Poll::Pending } else { Poll::Ready(Ok(taken)) }
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncRead for Peer {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<std::io::Result<()>> {
            self.0.lock().unwrap().heard += 1;
            buffer.put_slice(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
            Poll::Ready(Ok(()))
        }
    }

    #[derive(Default)]
    struct Calls(AtomicUsize);

    impl Wake for Calls {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[tokio::test]
    async fn nothing_more_is_heard_of_whoever_does_not_read() {
        let (peer, calls) = (Peer::default(), Arc::new(Calls::default()));
        let place = Places::new(1).take().await;
        let mut wire = Wire::new(peer.clone(), Arc::new(Noticed::new(place.turn.clone())));
        let waker = Waker::from(calls.clone());
        let mut context = Context::from_waker(&waker);
        let read = |wire: &mut Wire<Peer>, context: &mut Context<'_>| {
            let mut space = [0; 100];
            Pin::new(wire).poll_read(context, &mut ReadBuf::new(&mut space)).is_ready()
        };
        let heard = || peer.0.lock().unwrap().heard;
        let answer = [b'x'; 100];
        assert!(read(&mut wire, &mut context));
        assert_eq!(heard(), 1);
        // A part of the answer goes, and then nothing.
        peer.0.lock().unwrap().room = 40;
        let wrote = Pin::new(&mut wire).poll_write(&mut context, &answer);
        assert!(matches!(wrote, Poll::Ready(Ok(40))), "{wrote:?}");
        assert!(Pin::new(&mut wire).poll_write(&mut context, &answer[40..]).is_pending());
        // More heads wait, and stay where they are.
        for _ in 0..3 {
            assert!(!read(&mut wire, &mut context));
        }
        assert_eq!(heard(), 1);
        assert_eq!(calls.0.load(Ordering::SeqCst), 0);
        // Still not, as long as some of the answer is left.
        peer.0.lock().unwrap().room = 20;
        let wrote = Pin::new(&mut wire).poll_write(&mut context, &answer[40..]);
        assert!(matches!(wrote, Poll::Ready(Ok(20))), "{wrote:?}");
        assert!(!read(&mut wire, &mut context));
        assert_eq!((heard(), calls.0.load(Ordering::SeqCst)), (1, 0));
        // All of it has gone: whoever wanted to read is woken, and may.
        peer.0.lock().unwrap().room = 1000;
        let wrote = Pin::new(&mut wire).poll_write(&mut context, &answer[60..]);
        assert!(matches!(wrote, Poll::Ready(Ok(40))), "{wrote:?}");
        assert_eq!(calls.0.load(Ordering::SeqCst), 1);
        assert!(read(&mut wire, &mut context));
        assert_eq!(heard(), 2);
    }
}
