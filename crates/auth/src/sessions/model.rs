use std::time::Duration;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};

use crate::identity::Identity;
use crate::secret::Secret;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub id: Id,
    /// Hexadecimal SHA-256 of what the cookie holds.
    pub hash: String,
    pub user_id: String,
    pub identity: Identity,
    /// The words for the browser that signed in. Sessions from before there were any have none.
    #[serde(default)]
    pub browser: Option<String>,
    pub created_at: Timestamp,
    /// Kept to the minute.
    pub seen_at: Timestamp,
    pub expires_at: Timestamp,
}

/// How long sessions last.
#[derive(Clone, Copy, Debug)]
pub struct Life {
    /// Without a request.
    pub idle: Duration,
    /// At all, however busy.
    pub absolute: Duration,
}

impl Life {
    pub(super) fn end(self, created_at: Timestamp, seen_at: Timestamp) -> Timestamp {
        // Whichever comes first. A busy session ends, too.
        created_at.plus(self.absolute).min(seen_at.plus(self.idle))
    }
}

impl Session {
    /// Whether it has ended by today's configuration, which may be stricter than the one under
    /// which it was written.
    pub(super) fn is_over(&self, life: Life, now: Timestamp) -> bool {
        now >= life.end(self.created_at, self.seen_at)
    }

    /// Whether the clock was set back since it began or was seen.
    pub(super) fn is_of_the_future(&self, now: Timestamp) -> bool {
        self.created_at.is_beyond(now) || self.seen_at.is_beyond(now)
    }
}

/// What a cookie holds, if it can be one of ours.
pub(crate) fn parse(cookie: &str) -> Option<Secret> {
    Secret::parse("", cookie)
}

/// What a change has to repeat. It follows from the cookie, which no page can read, and is stored
/// nowhere.
pub(crate) fn csrf_token(secret: &Secret) -> String {
    secret.derive("folia csrf")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn being_seen_prolongs_a_session_only_up_to_its_absolute_end() {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        let life = Life { idle: hours(2), absolute: hours(5) };
        let start: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(life.end(start, start), start.plus(hours(2)));
        assert_eq!(life.end(start, start.plus(hours(1))), start.plus(hours(3)));
        assert_eq!(life.end(start, start.plus(hours(4))), start.plus(hours(5)));
    }
}
