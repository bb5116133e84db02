//! How slowly an answer may be read. Who reads nothing, or nearly nothing, is cut off, and nothing more
//! is read from them before they have taken what they asked for.

use std::future::Future;
use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep};

/// In every such stretch of a write that has to wait, at least this much has to go.
const STRETCH: Duration = Duration::from_secs(30);
const LEAST_BYTES: usize = 30 * 1024;

/// How it goes with writing to a peer.
#[derive(Debug, Default)]
pub(super) struct Pace {
    stretch: Option<Pin<Box<Sleep>>>,
    written: usize,
}

impl Pace {
    /// Whether the peer has yet to read what was written for it.
    pub(super) fn is_behind(&self) -> bool {
        self.stretch.is_some()
    }

    /// So much went, of so much that there was.
    pub(super) fn wrote(&mut self, bytes: usize, of: usize) {
        self.written += bytes;
        if bytes >= of {
            self.stretch = None;
        }
    }

    /// Nothing goes at this moment. An error when that has been so for too long.
    pub(super) fn wait(&mut self, context: &mut Context<'_>) -> Poll<Error> {
        if self.stretch.is_none() {
            self.written = 0;
        }
        let stretch = self.stretch.get_or_insert_with(|| Box::pin(tokio::time::sleep(STRETCH)));
        while stretch.as_mut().poll(context).is_ready() {
            if self.written < LEAST_BYTES {
                return Poll::Ready(Error::new(ErrorKind::TimedOut, "the peer reads too slowly"));
            }
            self.written = 0;
            stretch.as_mut().reset(Instant::now() + STRETCH);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_too_little_is_cut_off_and_one_that_reads_is_not() {
        let began = Instant::now();
        let mut pace = Pace::default();
        assert!(!pace.is_behind());
        poll_fn(|context| pace.wait(context)).await;
        assert_eq!(began.elapsed(), STRETCH);
        assert!(pace.is_behind());

        let mut pace = Pace::default();
        let waiting = |pace: &mut Pace, context: &mut Context<'_>| pace.wait(context).is_pending();
        for _ in 0..5 {
            assert!(poll_fn(|context| Poll::Ready(waiting(&mut pace, context))).await);
            pace.wrote(LEAST_BYTES, usize::MAX);
            tokio::time::advance(STRETCH).await;
        }
        // All of it went, so that nothing is owed.
        pace.wrote(10, 10);
        tokio::time::advance(STRETCH * 10).await;
        assert!(poll_fn(|context| Poll::Ready(waiting(&mut pace, context))).await);
    }
}
