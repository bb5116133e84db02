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
