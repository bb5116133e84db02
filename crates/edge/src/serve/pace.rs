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
        let stretch = self.stretch.get_or_insert_with(|| Box::pin(tokio::time::sleep(STRETCH)));
        // A loop, because a timer that was reset has to be polled once to be heard.
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
