//! When a backup is due. Decisions without I/O.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use kernel::Timestamp;

use super::kind::BackupState;
use super::name::name;
use crate::archive::Worth;

const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);

/// How long others believe whoever writes a backup without hearing more.
pub(super) const LEASE: Duration = Duration::from_secs(3 * 60);

/// Not before this; none where the first one is due at once. What a clock that was ahead has noted does not
/// count.
pub(super) fn due_at(state: &BackupState, every: Duration, now: Timestamp) -> Option<Timestamp> {
    let made_at = state.last_made().filter(|made_at| !made_at.is_beyond(now));
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
/// clock that was ahead, or the others would go before them for years.
///
/// A worse one pushes out no better one. Where none that is kept can be brought back with everything in it, some of the
/// older ones stay that are better than all of them: the last one and the last of the best, by whether they come back
/// and by how much is lost in them; and of what is lost in all of these, the last ones that have it, each of which has
/// more than those before. So does each of which nothing is known. It may be better, and it is no reason to
/// remove another. There are only so many of these, as each new one is judged.
pub(super) fn too_many(
    mut names: Vec<String>,
    keep: usize,
    worth: &BTreeMap<String, Worth>,
    now: Timestamp,
) -> Vec<String> {
    // What comes after the time in a name is less than this.
    let latest = name(now.latest(), "~");
    names.sort_by(|a, b| (*a <= latest).cmp(&(*b <= latest)).then_with(|| a.cmp(b)));
    let kept = names.split_off(names.len().saturating_sub(keep));
    let kept: Vec<&Worth> = kept.iter().filter_map(|name| worth.get(name)).collect();
    if kept.iter().any(|it| it.is_whole()) {
        return names;
    }
    let mut stay = HashSet::new();
    for cost in [cost_by_return, cost_by_loss] {
        let lowest = kept.iter().copied().map(cost).min();
        let known = names.iter().rev().filter_map(|name| Some((name, cost(worth.get(name)?))));
        let better = known.filter(|(_, cost)| lowest.is_none_or(|lowest| *cost < lowest));
        // Of several that are alike the first is found, which is the newest.
        let found = [better.clone().next(), better.min_by_key(|(_, cost)| *cost)];
        stay.extend(found.into_iter().flatten().map(|(name, _)| name.clone()));
    }
    let staying = stay.iter().filter_map(|name| worth.get(name));
    let left = kept.into_iter().chain(staying).filter(|it| it.comes_back);
    let lost_in_all = left.map(|it| it.lost.clone()).reduce(|all, lost| all.shared_with(&lost));
    if let Some(mut lost_in_all) = lost_in_all {
        for name in names.iter().rev() {
            let known = worth.get(name).filter(|it| it.comes_back);
            if let Some(Worth { lost, .. }) = known.filter(|it| it.lost.spares(&lost_in_all)) {
                lost_in_all = lost_in_all.shared_with(lost);
                stay.insert(name.clone());
            }
        }
    }
    names.retain(|name| worth.contains_key(name) && !stay.contains(name));
    names
}

/// The less, the better.
type Cost = (u64, u64);

fn cost_by_return(worth: &Worth) -> Cost {
    (u64::from(!worth.comes_back), worth.lost.count())
}

fn cost_by_loss(worth: &Worth) -> Cost {
    (worth.lost.count(), u64::from(!worth.comes_back))
}

#[cfg(test)]
mod tests {
    use super::super::kind::{Cleared, GoodBackup, Holder, StuckBackup};
    use super::*;
    use crate::archive::Losses;

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
        for later in ["unmarked", "last_stuck", "worth"] {
            text.as_object_mut().unwrap().remove(later).unwrap();
        }
        assert_eq!(serde_json::from_value::<BackupState>(text).unwrap(), state());
    }

    const STUCK: u64 = 1000;

    /// How good some are by their names: so many files are lost in each, and with `STUCK` more it does not come back.
    fn worth_of<const N: usize>(
        names: &[String],
        told: [Option<u64>; N],
    ) -> BTreeMap<String, Worth> {
        let noted = names.iter().cloned().zip(told);
        noted.filter_map(|(name, told)| Some((name, worth(told?)))).collect()
    }

    /// What is lost in one is lost in another that lost more.
    fn worth(told: u64) -> Worth {
        let lost = Losses::of((0..told % STUCK).map(|number| number.to_string()));
        Worth { comes_back: told < STUCK, lost }
    }

    fn stay<const N: usize>(told: [Option<u64>; N], keep: usize) -> Vec<usize> {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let at = |number: usize| name(now.plus(HOUR * number as u32), "1f2e3d4c");
        let names: Vec<_> = (0..N).map(at).collect();
        let gone = too_many(names.clone(), keep, &worth_of(&names, told), now.plus(HOUR * 24));
        (0..N).filter(|number| !gone.contains(&names[*number])).collect()
    }

    #[test]
    fn the_oldest_go_first() {
        assert_eq!(stay([Some(0); 3], 2), [1, 2]);
        assert_eq!(stay([Some(0); 3], 3), [0, 1, 2]);
        assert_eq!(stay([Some(0); 3], 1), [2]);
    }

    /// How much is lost in each of them, the oldest first, and which of them stay.
    #[test]
    fn what_misses_files_pushes_out_nothing_that_misses_fewer() {
        let stay = |lost: [u64; 5], keep| stay(lost.map(Some), keep);
        assert_eq!(stay([0, 0, 0, 0, 5], 1), [3, 4]);
        assert_eq!(stay([0, 0, 0, 5, 5], 1), [2, 4]);
        assert_eq!(stay([0, 0, 5, 5, 5], 2), [1, 3, 4]);
        assert_eq!(stay([0, 0, 0, 5, 0], 1), [4]);
        assert_eq!(stay([0, 5, 0, 0, 5], 2), [3, 4]);
        assert_eq!(stay([9, 3, 2, 5, 5], 1), [2, 4]);
        assert_eq!(stay([9, 2, 3, 5, 5], 1), [1, 2, 4]);
        // One file is lost for good, and later all of them are.
        assert_eq!(stay([0, 1, 1, 24, 24], 2), [0, 2, 3, 4]);
        assert_eq!(stay([0, 1, 2, 3, 4], 2), [0, 2, 3, 4]);
        assert_eq!(stay([7, 6, 5, 4, 3], 1), [4]);
    }

    #[test]
    fn what_does_not_come_back_pushes_out_nothing_that_does() {
        let stay = |told: [u64; 4], keep| stay(told.map(Some), keep);
        assert_eq!(stay([0, 0, STUCK, STUCK], 1), [1, 3]);
        assert_eq!(stay([0, STUCK, STUCK, STUCK], 2), [0, 2, 3]);
        assert_eq!(stay([STUCK, STUCK, STUCK, 0], 1), [3]);
        // One that comes back without its files, and one with all files that does not: each has what the other lacks.
        assert_eq!(stay([STUCK, STUCK, 24, 24], 1), [1, 3]);
        assert_eq!(stay([24, 24, STUCK, STUCK], 1), [1, 3]);
        assert_eq!(stay([0, STUCK, 24, STUCK + 24], 1), [0, 2, 3]);
    }

    #[test]
    fn of_what_nothing_is_known_pushes_out_nothing_and_stays_until_one_is_whole() {
        // A disk that was away is there again.
        assert_eq!(stay([Some(0), None, Some(24)], 1), [0, 1, 2]);
        assert_eq!(stay([None, None, Some(24)], 1), [0, 1, 2]);
        assert_eq!(stay([Some(0), Some(0), None], 1), [1, 2]);
        assert_eq!(stay([Some(0), Some(STUCK), None, None], 2), [0, 1, 2, 3]);
        assert_eq!(stay([None, None, Some(0)], 1), [2]);
        assert_eq!(stay([Some(0), None, None, Some(0)], 2), [2, 3]);
    }

    /// Whatever came before: of each thing that is good about some, one is left that is as good.
    #[test]
    fn the_best_are_always_there() {
        let kinds = [None, Some(0), Some(1), Some(STUCK), Some(STUCK + 1)];
        for number in 0..kinds.len().pow(5) {
            let told: [_; 5] =
                std::array::from_fn(|at| kinds[number / kinds.len().pow(at as u32) % kinds.len()]);
            let left = stay(told, 2);
            let best = |of: &[usize], cost: fn(&Worth) -> Cost| {
                let known = of.iter().filter_map(|at| told[*at]);
                known.map(|it| cost(&worth(it))).min()
            };
            for cost in [cost_by_return as fn(&Worth) -> Cost, cost_by_loss] {
                assert_eq!(best(&left, cost), best(&[0, 1, 2, 3, 4], cost), "{told:?}");
            }
            assert!(left.contains(&3) && left.contains(&4), "{told:?}");
            let unknown = (0..5).filter(|at| told[*at].is_none()).collect::<Vec<_>>();
            let is_whole = left.iter().any(|at| told[*at] == Some(0));
            assert!(is_whole || unknown.iter().all(|at| left.contains(at)), "{told:?}");
        }
    }

    /// One file is away at a time, and another each time.
    #[test]
    fn whatever_is_in_one_of_them_is_in_one_that_stays() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let stay = |told: &[&[&str]], keep| {
            let names: Vec<_> =
                (0..told.len()).map(|at| name(now.plus(HOUR * at as u32), "1f2e3d4c")).collect();
            let worth = |lost: &&[&str]| Worth { comes_back: true, lost: Losses::of(*lost) };
            let worth = names.iter().cloned().zip(told.iter().map(worth)).collect();
            let gone = too_many(names.clone(), keep, &worth, now.plus(HOUR * 24));
            let left = (0..told.len()).filter(|at| !gone.contains(&names[*at]));
            left.collect::<Vec<_>>()
        };
        // What the new one lacks is in the one before, and the other way round.
        assert_eq!(stay(&[&["a"], &["b"]], 1), [0, 1]);
        assert_eq!(stay(&[&["a"], &["b"], &["c"]], 1), [1, 2]);
        // A bucket that fails now and then: two of them have everything between them.
        assert_eq!(stay(&[&["a"], &["b"], &["c"], &["d"], &["e"]], 2), [3, 4]);
        assert_eq!(stay(&[&["a"], &["b", "a"], &["c", "b"], &["b"]], 1), [0, 3]);
        assert_eq!(stay(&[&["a", "c"], &["b", "c"], &["a", "b"], &["a", "b"]], 1), [0, 1, 3]);
        assert_eq!(stay(&[&["a", "b"], &["a", "b"], &["b"]], 1), [2]);
    }

    #[test]
    fn of_backups_that_were_removed_nothing_is_remembered_and_of_those_that_are_away_most_is() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let names: Vec<_> = (0..=150).map(|hour| name(now.plus(HOUR * hour), "456789ab")).collect();
        let mut state = state();
        state.worth = names.iter().map(|name| (name.clone(), Worth::WHOLE)).collect();
        // The disk is not mounted: only the new one is there.
        let left = names[150..].to_vec();
        state.forget(&Cleared { left: left.clone(), removed: Vec::new() });
        assert!(state.worth.keys().eq(&names[50..]));
        state.forget(&Cleared { left, removed: names[140..145].to_vec() });
        assert!(state.worth.keys().eq(names[50..140].iter().chain(&names[145..])));
    }

    /// It is made as often as a good one would be, and no sign of a good one.
    #[test]
    fn one_that_does_not_come_back_is_no_good_one_and_is_not_made_again_at_once() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let mut state = state();
        state.has_made(good(now));
        state.is_stuck(StuckBackup { made_at: now.plus(HOUR), faults: 1 });
        assert_eq!(state.last_good.as_ref().map(|good| good.made_at), Some(now));
        assert!(!is_due(&state, HOUR, now.plus(HOUR + HOUR / 2)));
        assert!(is_due(&state, HOUR, now.plus(2 * HOUR)));
        state.has_made(good(now.plus(2 * HOUR)));
        assert_eq!((state.last_stuck, state.failures), (None, 0));
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
        let gone = |keep| too_many(names.to_vec(), keep, &worth_of(&names, [Some(0); 3]), now);
        assert_eq!(gone(2), [of_future.as_str()]);
        assert_eq!(gone(1), [of_future, first]);
        assert!(!gone(1).contains(&second));
    }
}
