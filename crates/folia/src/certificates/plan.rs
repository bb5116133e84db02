//! When an authority may be asked, and which of two certificates is shown. An authority counts every attempt, good
//! or bad, and shuts out who asks too often; so does this, across restarts. The numbers stay below what Let's
//! Encrypt allows: five failed proofs of a name in an hour, five certificates for the same names in a week.

use std::time::Duration;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

const FIRST_PAUSE: Duration = Duration::from_secs(2 * 60);
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);
/// Nobody needs the next certificate sooner, whatever the clock says.
const AFTER_SUCCESS: Duration = Duration::from_secs(60 * 60);
/// So many certificates for the same names within a week, and no more.
const MOST_IN_A_WEEK: usize = 4;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Before the end of a certificate it is warned of, unless its life is short.
const SOON: Duration = Duration::from_secs(10 * 24 * 60 * 60);
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// What an authority was asked for one set of names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Attempts {
    /// When the last one began.
    last: Option<Timestamp>,
    /// How many have begun since the last one that led to a certificate.
    failures: u32,
    /// The authority has said not to come before.
    not_before: Option<Timestamp>,
    /// When it gave certificates, of the last week.
    issued: Vec<Timestamp>,
    /// The clock was found to have been ahead. One that jumps is no measure of how long ago something was.
    #[serde(default)]
    in_doubt: bool,
}

impl Attempts {
    /// The moment from which it may be asked.
    pub(super) fn earliest(&self) -> Option<Timestamp> {
        let pause = self.last.map(|last| last.plus(self.pause()));
        let crowded = self.issued.len().checked_sub(MOST_IN_A_WEEK);
        let crowded = crowded.and_then(|at| self.issued.get(at)).map(|first| first.plus(WEEK));
        [pause, self.not_before, crowded].into_iter().flatten().max()
    }

    /// Two minutes, four, eight and so on: the sixth attempt is more than an hour after the first.
    fn pause(&self) -> Duration {
        match self.failures.checked_sub(1) {
            Some(earlier) => (FIRST_PAUSE * 2_u32.pow(earlier.min(20))).min(LONGEST_PAUSE),
            None => AFTER_SUCCESS,
        }
    }

    /// How many have failed in a row.
    pub(super) fn failures(&self) -> u32 {
        self.failures
    }

    /// Written down before it is asked, so that a process that dies over it counts as having asked.
    pub(super) fn begin(&mut self, now: Timestamp) {
        self.last = Some(now);
        self.failures = self.failures.saturating_add(1);
        self.not_before = None;
    }

    pub(super) fn succeed(&mut self, now: Timestamp) {
        self.failures = 0;
        self.count(now);
    }

    /// What was signed counts for the authority, whatever became of it here.
    pub(super) fn count(&mut self, now: Timestamp) {
        let in_doubt = self.in_doubt;
        self.issued.retain(|issued| in_doubt || now.since(*issued) < WEEK);
        self.issued.push(now);
    }

    /// Nobody knows what was asked.
    pub(super) fn unknown(now: Timestamp) -> Self {
        Self { last: Some(now), ..Self::default() }
    }

    /// How long this process has to have lived, and not to have asked, before it asks: nothing, unless the clock is
    /// not to be believed.
    pub(super) fn patience(&self) -> Duration {
        match self.in_doubt {
            true if self.issued.len() >= MOST_IN_A_WEEK => DAY,
            true => self.pause(),
            false => Duration::ZERO,
        }
    }

    /// The clock was as it should be for so long. Whether it is believed from now on, and was not.
    pub(super) fn believe(&mut self, lived: Duration) -> bool {
        lived >= DAY && std::mem::take(&mut self.in_doubt)
    }

    pub(super) fn wait(&mut self, now: Timestamp, told: Option<Duration>) {
        self.not_before = told.map(|told| now.plus(told));
    }

    /// A clock that was wrong when something was written down must not keep us from asking for ever. What it has
    /// noted for later has happened by now: forgotten, it would let us ask once more each time the clock is set
    /// back. Whether there was anything.
    pub(super) fn bring_back(&mut self, now: Timestamp) -> bool {
        let before = self.clone();
        self.in_doubt |= self.last.iter().chain(&self.issued).any(|time| time.is_beyond(now));
        self.last = self.last.map(|last| last.min(now));
        self.issued.iter_mut().for_each(|issued| *issued = now.min(*issued));
        // What an authority asks for is days, not years.
        self.not_before = self.not_before.map(|time| time.min(now.plus(WEEK)));
        *self != before
    }
}

/// What a certificate is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
    /// Whether it is for the names of the site.
    pub(super) fits: bool,
}

/// What becomes of a new certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Take,
    /// The old one stays until the time of the new one has come.
    Wait,
    Refuse,
}

/// The worse of two is not shown while the better one is good. Where none is good the new one is: by it the owner
/// sees what is wrong.
pub(super) fn judge(new: Worth, shown: Option<Worth>, now: Timestamp) -> Verdict {
    let is_good = |worth: Worth| worth.from <= now && now < worth.until;
    let Some(shown) = shown.filter(|shown| is_good(*shown)) else { return Verdict::Take };
    match (new.fits, shown.fits) {
        (false, true) => Verdict::Refuse,
        _ if is_good(new) => Verdict::Take,
        _ if now < new.from && new.from < new.until => Verdict::Wait,
        _ => Verdict::Refuse,
    }
}

/// When a certificate that is good from one moment until another is to be replaced: with a third of its
/// life left, there is time for an authority that is down.
pub(super) fn renewal_of(from: Timestamp, until: Timestamp) -> Timestamp {
    from.plus(until.since(from) / 3 * 2)
}

/// Whole days until a certificate ends; none when it has.
pub(super) fn days_left(until: Timestamp, now: Timestamp) -> Option<u64> {
    (until > now).then(|| until.since(now).as_secs() / DAY.as_secs())
}

/// Whether the end is so near that a new one should be there: ten days, or a sixth of its life. That is half
/// of what was left when the first attempt was due, also for one that lives for six days.
pub(super) fn ends_soon(from: Timestamp, until: Timestamp, now: Timestamp) -> bool {
    until.since(now) <= SOON.min(until.since(from) / 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    const MINUTE: Duration = Duration::from_secs(60);
    const HOUR: Duration = Duration::from_secs(60 * 60);

    #[test]
    fn nobody_fails_more_than_five_times_in_an_hour() {
        let mut attempts = Attempts::default();
        let start = at("2026-01-01T00:00:00Z");
        let mut now = start;
        let mut began = Vec::new();
        for _ in 0..40 {
            assert!(attempts.earliest().is_none_or(|earliest| earliest <= now));
            attempts.begin(now);
            began.push(now);
            now = attempts.earliest().unwrap();
        }
        for window in began.windows(6) {
            assert!(window[5].since(window[0]) >= HOUR, "{window:?}");
        }
        let last = began.windows(2).last().unwrap();
        assert_eq!(last[1].since(last[0]), DAY, "and once a day for ever");
        assert_eq!(began[1].since(began[0]), 2 * MINUTE);
    }

    #[test]
    fn the_word_of_the_authority_counts() {
        let now = at("2026-01-01T00:00:00Z");
        let mut attempts = Attempts::default();
        attempts.begin(now);
        attempts.wait(now, Some(10 * HOUR));
        assert_eq!(attempts.earliest(), Some(now.plus(10 * HOUR)));
        attempts.wait(now, Some(MINUTE));
        assert_eq!(attempts.earliest(), Some(now.plus(2 * MINUTE)), "never sooner than our own");
        attempts.wait(now, None);
        assert_eq!(attempts.earliest(), Some(now.plus(2 * MINUTE)));
    }

    #[test]
    fn a_certificate_that_gets_lost_is_not_asked_for_again_and_again() {
        let mut attempts = Attempts::default();
        let start = at("2026-01-01T00:00:00Z");
        for day in 0..4 {
            let now = start.plus(DAY * day);
            assert!(attempts.earliest().is_none_or(|earliest| earliest <= now), "{day}");
            attempts.begin(now);
            attempts.succeed(now);
        }
        assert_eq!(attempts.earliest(), Some(start.plus(WEEK)));
        assert_eq!(attempts.failures(), 0);
    }

    #[test]
    fn a_clock_that_was_wrong_does_not_stop_us_for_ever() {
        let (now, future) = (at("2026-01-01T00:00:00Z"), at("2040-01-01T00:00:00Z"));
        let mut attempts = Attempts::default();
        attempts.begin(future);
        attempts.succeed(future);
        attempts.begin(future);
        attempts.wait(future, None);
        assert!(attempts.bring_back(now));
        assert_eq!(attempts.earliest(), Some(now.plus(2 * MINUTE)), "as if asked now");
        assert!(!attempts.bring_back(now.plus(MINUTE)), "once is enough");
        attempts.wait(future, Some(HOUR));
        assert!(attempts.bring_back(now));
        assert_eq!(attempts.earliest(), Some(now.plus(WEEK)));
    }

    #[test]
    fn a_clock_that_jumps_again_and_again_lets_nobody_ask_more_often() {
        let start = at("2026-01-01T00:00:00Z");
        for succeeds in [false, true] {
            let (mut attempts, mut asked) = (Attempts::default(), 0);
            // Ten hours of somebody who sets the clock back by a minute each minute.
            for _ in 0..600 {
                for now in [start.plus(MINUTE), start] {
                    attempts.bring_back(now);
                    if attempts.earliest().is_none_or(|earliest| earliest <= now) {
                        asked += 1;
                        attempts.begin(now);
                        if succeeds {
                            attempts.succeed(now);
                        }
                    }
                }
            }
            assert_eq!(asked, 1, "{succeeds}");
        }
    }

    #[test]
    fn a_clock_that_jumps_by_years_lets_nobody_ask_more_often() {
        let start = at("2026-01-01T00:00:00Z");
        for succeeds in [false, true] {
            let (mut attempts, mut asked) = (Attempts::default(), 0);
            // Ten hours of somebody whose clock is wrong for each second minute, and who starts anew each minute.
            for _ in 0..300 {
                for now in [start, start.plus(DAY * 1461)] {
                    attempts.bring_back(now);
                    let is_over = attempts.earliest().is_none_or(|earliest| earliest <= now);
                    if is_over && attempts.patience() <= MINUTE {
                        asked += 1;
                        attempts.begin(now);
                        if succeeds {
                            attempts.succeed(now);
                        }
                    }
                }
            }
            assert_eq!(asked, 2, "{succeeds}: nobody could know of the first jump");
            assert!(attempts.patience() >= 2 * MINUTE);
            assert!(!attempts.believe(DAY - MINUTE) && attempts.believe(DAY));
            assert_eq!(attempts.patience(), Duration::ZERO);
        }
    }

    #[test]
    fn what_was_signed_is_not_forgotten_by_a_clock_that_jumps() {
        let mut attempts = Attempts::default();
        let start = at("2026-01-01T00:00:00Z");
        for _ in 0..3 {
            for now in [start, start.plus(DAY * 70)] {
                attempts.bring_back(now);
                attempts.begin(now);
                attempts.succeed(now);
            }
        }
        attempts.bring_back(start);
        assert_eq!(attempts.patience(), DAY);
        assert_eq!(attempts.earliest(), Some(start.plus(WEEK)));
    }

    #[test]
    fn what_is_of_no_use_counts_all_the_same() {
        let mut attempts = Attempts::default();
        let start = at("2026-01-01T00:00:00Z");
        for day in 0..4 {
            attempts.begin(start.plus(DAY * day));
            attempts.count(start.plus(DAY * day));
        }
        assert_eq!(attempts.failures(), 4);
        assert_eq!(attempts.earliest(), Some(start.plus(WEEK)));
    }

    #[test]
    fn the_worse_of_two_certificates_is_not_shown_while_the_better_one_is_good() {
        let now = at("2026-06-01T00:00:00Z");
        let life = |from: &str, until: &str, fits| Worth { from: at(from), until: at(until), fits };
        let good = |fits| life("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z", fits);
        let ended = |fits| life("2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z", fits);
        let ahead = |fits| life("2026-06-01T00:00:01Z", "2026-08-01T00:00:00Z", fits);
        let never = life("2026-08-01T00:00:00Z", "2026-07-01T00:00:00Z", true);
        for (new, shown, verdict) in [
            (good(true), good(true), Verdict::Take),
            (good(false), good(true), Verdict::Refuse),
            (ended(true), good(true), Verdict::Refuse),
            (ahead(true), good(true), Verdict::Wait),
            (ahead(false), good(true), Verdict::Refuse),
            (never, good(true), Verdict::Refuse),
            // Good for some names at least.
            (good(true), good(false), Verdict::Take),
            (good(false), good(false), Verdict::Take),
            (ended(true), good(false), Verdict::Refuse),
            (ahead(true), good(false), Verdict::Wait),
        ] {
            assert_eq!(judge(new, Some(shown), now), verdict, "{new:?} for {shown:?}");
        }
        for new in [good(true), good(false), ended(true), ended(false), ahead(true), never] {
            for shown in [None, Some(ended(true)), Some(ahead(true)), Some(never)] {
                assert_eq!(judge(new, shown, now), Verdict::Take, "{new:?} for {shown:?}");
            }
        }
        assert_eq!(judge(ahead(true), Some(good(true)), ahead(true).from), Verdict::Take);
    }

    #[test]
    fn a_certificate_is_replaced_with_a_third_of_its_life_left() {
        let (from, until) = (at("2026-01-01T00:00:00Z"), at("2026-04-01T00:00:00Z"));
        assert_eq!(renewal_of(from, until), at("2026-03-02T00:00:00Z"));
        assert_eq!(days_left(until, at("2026-03-31T23:00:00Z")), Some(0));
        assert_eq!(days_left(until, at("2026-03-02T00:00:00Z")), Some(30));
        assert_eq!(days_left(until, until), None);
    }

    #[test]
    fn a_certificate_is_warned_of_late_in_its_life_however_short_that_is() {
        let from = at("2026-01-01T00:00:00Z");
        for (days, warned) in [(398, 10 * 24), (90, 10 * 24), (60, 10 * 24), (45, 180), (6, 24)] {
            let until = from.plus(DAY * days);
            let soon = until.minus(HOUR * warned);
            assert!(ends_soon(from, until, soon), "{days}");
            assert!(!ends_soon(from, until, soon.minus(MINUTE)), "{days}");
            assert!(soon > renewal_of(from, until), "{days}: nobody was asked before");
        }
    }
}
