use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::Timestamp;

/// How many messages get through, looked at in steps of ten minutes. Kept in memory and per node: it
/// only has to notice a flood, and a restart forgets it without harm.
#[derive(Debug)]
pub(crate) struct Pressure(Mutex<Steps>);

#[derive(Debug)]
struct Steps {
    began: Timestamp,
    current: u64,
    previous: u64,
}

const STEP: Duration = Duration::from_secs(10 * 60);
/// More than any personal site is written to in ten minutes.
const USUAL: u64 = 20;
const HIGHEST: u32 = 6;

impl Pressure {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self(Mutex::new(Steps { began: now, current: 0, previous: 0 }))
    }

    /// A message was accepted.
    pub(crate) fn note(&self, now: Timestamp) {
        self.with(now, |steps| steps.current += 1);
    }

    /// How often the usual number has doubled: the work doubles with each level.
    pub(crate) fn level(&self, now: Timestamp) -> u32 {
        // The step before counts too, or the work would be easy again at the start of every step.
        let busiest = self.with(now, |steps| steps.current.max(steps.previous));
        (busiest / USUAL).checked_ilog2().map_or(0, |doublings| doublings + 1).min(HIGHEST)
    }

    fn with<T>(&self, now: Timestamp, look: impl FnOnce(&mut Steps) -> T) -> T {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = now.since(steps.began);
        if passed >= STEP {
            let missed_one = passed >= STEP * 2;
            // The step before is only of use when it was the step just before.
            steps.previous = if missed_one { 0 } else { steps.current };
            steps.current = 0;
            steps.began = now;
        }
        look(&mut steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_raises_the_level_and_quiet_lowers_it_again() {
        let start = Timestamp::from_micros(0);
        let pressure = Pressure::new(start);
        let levels: Vec<_> = [19, 1, 20, 40, 80, 100_000]
            .map(|more| {
                (0..more).for_each(|_| pressure.note(start));
                pressure.level(start)
            })
            .into();
        assert_eq!(levels, [0, 1, 2, 3, 4, 6]);
        assert_eq!(pressure.level(start.plus(STEP)), 6, "the step before still counts");
        assert_eq!(pressure.level(start.plus(STEP * 2)), 0);
    }
}
