use std::time::Duration;

use kernel::{Clock, Randomness};
use tokio::sync::watch;

use crate::transaction::Effects;

/// What the store and its engine both need.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) randomness: Randomness,
    /// Ticks when a stream moved, here or in another process.
    pub(crate) changes: watch::Sender<u64>,
    /// Ticks when a job was enqueued here.
    pub(crate) jobs: watch::Sender<u64>,
}

impl Shared {
    /// Before a write that lost is tried again. Longer after each loss, and different for everybody: those who
    /// lost together would meet again otherwise.
    pub(crate) fn pause_after(&self, losses: u32) -> Duration {
        let [chance] = self.randomness.bytes();
        Duration::from_millis(5 << losses.min(6)).mul_f64(0.5 + f64::from(chance) / 255.0)
    }

    /// Tells whoever waits what a commit did.
    pub(crate) fn announce(&self, effects: &Effects) {
        if !effects.entered.is_empty() {
            self.changes.send_modify(|ticks| *ticks += 1);
        }
        if effects.enqueued {
            self.jobs.send_modify(|ticks| *ticks += 1);
        }
    }
}
