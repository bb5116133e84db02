use std::time::Duration;

use kernel::Timestamp;
use serde::Serialize;

/// Something to be done after the transaction that asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub topic: &'static str,
    pub payload: serde_json::Value,
    /// Not before this time; at once when absent.
    pub due_at: Option<Timestamp>,
}

impl Job {
    pub fn new(topic: &'static str, payload: impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self { topic, payload: serde_json::to_value(payload)?, due_at: None })
    }

    pub fn due_at(mut self, due_at: Timestamp) -> Self {
        self.due_at = Some(due_at);
        self
    }
}

/// Why a job did not succeed. The message is kept with the job and shown to the owner, so it must
/// hold no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The world may be different later.
    #[error("{0}")]
    Retry(String),
    /// Trying again cannot help.
    #[error("{0}")]
    Fail(String),
}

/// How long to wait before the next attempt, and when to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    pub first: Duration,
    pub longest: Duration,
    /// A job this old is buried instead of retried.
    pub give_up_after: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first: Duration::from_secs(2),
            longest: Duration::from_secs(15 * 60),
            give_up_after: Duration::from_secs(24 * 60 * 60),
        }
    }
}

impl Backoff {
    /// The pause after attempt number `attempt` (the first is 1), doubling up to the longest.
    pub fn pause(&self, attempt: i64) -> Duration {
        // Bounded so that the shift cannot overflow. Long before that the longest pause holds.
        let doublings = u32::try_from(attempt.saturating_sub(1)).unwrap_or(0).min(31);
        self.first.saturating_mul(1 << doublings).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let backoff = Backoff::default();
        let pauses: Vec<_> = [1, 2, 3, 10, 1000].map(|n| backoff.pause(n).as_secs()).into();
        assert_eq!(pauses, [2, 4, 8, 900, 900]);
    }
}
