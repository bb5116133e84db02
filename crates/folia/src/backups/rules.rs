//! When a backup is due. Decisions without I/O.

use std::time::Duration;

use kernel::Timestamp;

use super::kind::BackupState;

const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Not before this; none where the first one is due at once.
pub(super) fn due_at(state: &BackupState, every: Duration) -> Option<Timestamp> {
    // From today's setting and not from one written down then: who makes it shorter does not wait for the
    // end of the longer one.
    let regular = state.last_good.as_ref().map(|good| good.made_at.plus(every));
    regular.max(state.next_try)
}

/// Whether somebody has to begin now.
pub(super) fn is_due(state: &BackupState, every: Duration, now: Timestamp) -> bool {
    let in_hand = state.holder.as_ref().is_some_and(|holder| now < holder.until);
    !in_hand && due_at(state, every).is_none_or(|due| due <= now)
}

/// How long to wait after so many failures in a row.
pub(super) fn pause(failures: u32, every: Duration) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE).min(every)
}

/// Which of these names go, so that so many are kept. They sort by time.
pub(super) fn too_many(mut names: Vec<String>, keep: usize) -> Vec<String> {
    names.sort();
    let many = names.len().saturating_sub(keep);
    names.truncate(many);
    names
}

#[cfg(test)]
mod tests {
    use super::super::kind::{GoodBackup, Holder};
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn state() -> BackupState {
        BackupState::new("01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap())
    }

    fn good(made_at: Timestamp) -> GoodBackup {
        let file = String::new();
        GoodBackup { file, made_at, bytes: 0, documents: 0, files: 0, faults: 0 }
    }

    #[test]
    fn the_first_is_due_at_once_and_the_next_after_the_setting_of_today() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let mut state = state();
        assert!(is_due(&state, HOUR, now));
        state.last_good = Some(good(now));
        assert!(!is_due(&state, HOUR, now.plus(HOUR / 2)));
        assert!(is_due(&state, HOUR / 2, now.plus(HOUR / 2)));
        assert!(is_due(&state, HOUR, now.plus(HOUR)));
        state.next_try = Some(now.plus(2 * HOUR));
        assert!(!is_due(&state, HOUR, now.plus(HOUR)));
        state.holder = Some(Holder { claim: state.id, until: now.plus(3 * HOUR) });
        assert!(!is_due(&state, HOUR, now.plus(2 * HOUR)));
        assert!(is_due(&state, HOUR, now.plus(3 * HOUR)));
    }

    #[test]
    fn pauses_grow_and_never_pass_the_schedule() {
        let pauses = [1, 2, 3, 40].map(|failures| pause(failures, 24 * HOUR).as_secs());
        assert_eq!(pauses, [60, 120, 240, 3600]);
        assert_eq!(pause(40, Duration::from_secs(90)).as_secs(), 90);
    }

    #[test]
    fn the_oldest_go_first() {
        let names = ["c", "a", "b"].map(str::to_owned).to_vec();
        assert_eq!(too_many(names.clone(), 2), ["a"]);
        assert!(too_many(names.clone(), 3).is_empty());
        assert_eq!(too_many(names, 1), ["a", "b"]);
    }
}
