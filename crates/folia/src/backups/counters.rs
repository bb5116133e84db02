use std::time::Duration;

use edge::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

use super::kind::BackupState;

/// What the owner can see of the backups in the metrics.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    /// Zero where there are none.
    every: Gauge,
    last_good: Gauge,
    bytes: Gauge,
    faults: Gauge,
    failures: Counter,
}

impl Counters {
    pub(super) fn register(metrics: &Metrics, every: Option<Duration>) -> Self {
        let counters = Self::default();
        let seconds = every.map_or(0, |every| every.as_secs());
        counters.every.set(i64::try_from(seconds).unwrap_or(i64::MAX));
        let Self { every, last_good, bytes, faults, failures } = counters.clone();
        metrics.register(|registry| {
            let help = "How often a backup is to be written; 0 is never";
            registry.register("backup_every_seconds", help, every);
            let help = "When the last backup that can be brought back was begun, in seconds since 1970";
            registry.register("backup_last_good_seconds", help, last_good);
            registry.register("backup_last_bytes", "How large the last good backup is", bytes);
            let help = "How many things in the last backup are not in order, files that it misses among them";
            registry.register("backup_last_faults", help, faults);
            registry.register("backup_failures", "Backups of this node that failed or cannot be brought back", failures);
        });
        counters
    }

    pub(super) fn show(&self, state: &BackupState) {
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        if let Some(good) = &state.last_good {
            self.last_good.set(good.made_at.as_micros() / 1_000_000);
            self.bytes.set(whole(good.bytes));
            self.faults.set(whole(good.faults));
        }
        if let Some(stuck) = &state.last_stuck {
            self.faults.set(whole(stuck.faults));
        }
    }

    pub(super) fn count_failure(&self) {
        self.failures.inc();
    }
}
