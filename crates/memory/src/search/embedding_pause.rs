use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use kernel::Timestamp;

/// After a query could not be embedded, the next ones do not wait for the same to happen again.
#[derive(Debug, Default)]
pub(crate) struct EmbeddingPause(AtomicI64);

const PAUSE: Duration = Duration::from_secs(5);

impl EmbeddingPause {
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        now.as_micros() >= self.0.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&self, now: Timestamp) {
        self.0.store(now.plus(PAUSE).as_micros(), Ordering::Relaxed);
    }
}
