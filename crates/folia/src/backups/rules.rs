//! When a backup is due. Decisions without I/O.

use std::collections::BTreeMap;
use std::time::Duration;

use kernel::Timestamp;

use super::kind::BackupState;
use super::name::name;

const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// How long others believe whoever writes a backup without hearing more.
pub(super) const LEASE: Duration = Duration::from_secs(3 * 60);

/// Not before this; none where the first one is due at once. What a clock that was ahead has noted does not
/// count.
pub(super) fn due_at(state: &BackupState, every: Duration, now: Timestamp) -> Option<Timestamp> {
    let made_at = state.last_good.as_ref().map(|good| good.made_at);
    let made_at = made_at.filter(|made_at| !made_at.is_beyond(now));
    // From today's setting and not from one written down then: who makes it shorter does not wait for the
    // end of the longer one.
    let regular = made_at.map(|made_at| made_at.plus(every));
    let next_try = state.next_try.filter(|next| !next.is_beyond(now.plus(LONGEST_PAUSE)));
    regular.max(next_try)
}

/// Whether somebody has to begin now.
pub(super) fn is_due(state: &BackupState, every: Duration, now: Timestamp) -> bool {
    let until = state.holder.as_ref().map(|holder| holder.until);
    let in_hand = until.is_some_and(|until| now < until && !until.is_beyond(now.plus(LEASE)));
    !in_hand && due_at(state, every, now).is_none_or(|due| due <= now)
}

/// How long to wait after so many failures in a row.
pub(super) fn pause(failures: u32, every: Duration) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    FIRST_PAUSE.saturating_mul(1 << doublings).min(LONGEST_PAUSE).min(every)
}

/// Which of these names of one site go, so that so many are kept. They sort by time. The first to go are those of a
/// clock that was ahead, or the others would go before them for years. Where all that are kept miss files, up to two
/// more stay: the last that misses fewer, and the last of those that miss the fewest.
pub(super) fn too_many(
    mut names: Vec<String>,
    keep: usize,
    missing: &BTreeMap<String, u64>,
    now: Timestamp,
) -> Vec<String> {
    // What comes after the time in a name is less than this.
    let latest = name(now.latest(), "~");
    names.sort_by(|a, b| (*a <= latest).cmp(&(*b <= latest)).then_with(|| a.cmp(b)));
    let kept = names.split_off(names.len().saturating_sub(keep));
    let misses = |name: &String| missing.get(name).copied().unwrap_or(0);
    let fewest = kept.iter().map(misses).min().unwrap_or(0);
    let better = names.iter().rev().filter(|name| misses(name) < fewest);
    // Of several that are alike the first is found, which is the newest.
    let stay = [better.clone().next(), better.min_by_key(|name| misses(name))];
    let stay = stay.map(|name| name.cloned());
    names.retain(|name| !stay.iter().flatten().any(|it| it == name));
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
        state.holder = Some(Holder { claim: state.id, until: now.plus(2 * HOUR + LEASE) });
        assert!(!is_due(&state, HOUR, now.plus(2 * HOUR)));
        assert!(is_due(&state, HOUR, now.plus(2 * HOUR + LEASE)));
    }

    #[test]
    fn pauses_grow_and_never_pass_the_schedule() {
        let pauses = [1, 2, 3, 40].map(|failures| pause(failures, 24 * HOUR).as_secs());
        assert_eq!(pauses, [60, 120, 240, 3600]);
        assert_eq!(pause(40, Duration::from_secs(90)).as_secs(), 90);
    }

    #[test]
    fn only_what_is_known_to_be_ours_is_ours() {
        let mut state = state();
        let named =
            |file: &str| GoodBackup { file: file.to_owned(), ..good(Timestamp::from_micros(0)) };
        let [old, older] = ["folia-20261116T125235Z.tar", "folia-20261115T125235Z.tar"];
        let [own, others] =
            ["456789ab", "1f2e3d4c"].map(|mark| name(Timestamp::from_micros(0), mark));
        assert!(state.has_written(&own));
        assert!(!state.has_written(&others) && !state.has_written(old));
        state.has_made(named(old));
        assert!(state.has_written(old) && !state.has_written(older));
        for _ in 0..2 {
            state.has_made(named(&own));
            assert!(state.has_written(old), "it was ours and is still");
        }
        assert!(!state.has_written(older) && !state.has_written(&others));
        // What is written down there and is no name of a backup is nobody's.
        state.has_made(named("site.tar"));
        assert!(!state.has_written("site.tar"));
    }

    #[test]
    fn a_document_from_before_there_were_marks_is_read() {
        let mut text = serde_json::to_value(state()).unwrap();
        for later in ["unmarked", "missing"] {
            text.as_object_mut().unwrap().remove(later).unwrap();
        }
        assert_eq!(serde_json::from_value::<BackupState>(text).unwrap(), state());
    }

    #[test]
    fn the_oldest_go_first() {
        let names = ["c", "a", "b"].map(str::to_owned).to_vec();
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let all_whole = BTreeMap::new();
        assert_eq!(too_many(names.clone(), 2, &all_whole, now), ["a"]);
        assert!(too_many(names.clone(), 3, &all_whole, now).is_empty());
        assert_eq!(too_many(names, 1, &all_whole, now), ["a", "b"]);
    }

    /// How many files each of them misses, the oldest first, and which of them stay.
    #[test]
    fn what_misses_files_pushes_out_nothing_that_misses_fewer() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        for (missed, keep, expected) in [
            (&[0, 0, 0][..], 1, &[2][..]),
            (&[0, 5], 1, &[0, 1]),
            (&[0, 0, 5, 5], 1, &[1, 3]),
            (&[0, 0, 5, 5, 5], 2, &[1, 3, 4]),
            (&[0, 5, 0], 1, &[2]),
            (&[0, 5, 0, 5], 2, &[2, 3]),
            (&[3, 2, 5, 5], 1, &[1, 3]),
            (&[2, 3, 5, 5], 1, &[0, 1, 3]),
            // One file is lost for good, and later all of them are.
            (&[0, 1, 1, 24, 24], 2, &[0, 2, 3, 4]),
            (&[0, 1, 2, 3, 4, 5, 6], 2, &[0, 4, 5, 6]),
            (&[5, 4, 3], 1, &[2]),
        ] {
            let at = |number: usize| name(now.plus(HOUR * number as u32), "1f2e3d4c");
            let names: Vec<_> = (0..missed.len()).map(at).collect();
            let noted = names.iter().cloned().zip(missed.iter().copied());
            let missing = noted.filter(|(_, count)| *count > 0).collect();
            let gone = too_many(names.clone(), keep, &missing, now.plus(HOUR * 24));
            let stay: Vec<_> = names.into_iter().filter(|name| !gone.contains(name)).collect();
            let expected: Vec<_> = expected.iter().map(|number| at(*number)).collect();
            assert_eq!(stay, expected, "{missed:?}");
        }
    }

    #[test]
    fn of_backups_that_are_gone_nothing_is_remembered() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let [old, gone, young] =
            [100, 50, 1].map(|hours| name(now.minus(HOUR * hours), "456789ab"));
        let mut state = state();
        state.missing = [&old, &gone, &young].map(|name| (name.clone(), 3)).into();
        state.forget_all_but(std::slice::from_ref(&old), now);
        assert_eq!(state.missing, [old, young].map(|name| (name, 3)).into());
    }

    #[test]
    fn a_clock_that_was_set_back_neither_puts_off_backups_nor_takes_the_new_ones() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let ahead = now.plus(HOUR * 24 * 365);
        let mut state = state();
        state.last_good = Some(good(ahead));
        assert!(is_due(&state, HOUR, now));
        state.last_good = Some(good(now.plus(HOUR / 60)));
        assert!(!is_due(&state, HOUR, now), "nodes differ a little");
        state = BackupState { next_try: Some(ahead), last_good: None, ..state };
        assert!(is_due(&state, HOUR, now));
        state.holder = Some(Holder { claim: state.id, until: ahead.plus(LEASE) });
        assert!(is_due(&state, HOUR, now));
        let names = [now, ahead, now.plus(HOUR / 60)].map(|at| name(at, "1f2e3d4c"));
        let [first, of_future, second] = names.clone();
        let gone = |keep| too_many(names.to_vec(), keep, &BTreeMap::new(), now);
        assert_eq!(gone(2), [of_future.as_str()]);
        assert_eq!(gone(1), [of_future, first]);
        assert!(!gone(1).contains(&second));
    }
}
