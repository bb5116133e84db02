use std::time::Duration;

use edge::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;

/// What the owner can see of the work on pictures in the metrics.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    /// Uploads and previews that were let in and are not done.
    pub(crate) places: Gauge,
    /// How many of them are being worked on.
    pub(crate) working: Gauge,
    /// Sent away because no place was free.
    pub(crate) refused: Counter,
    seconds: Histogram,
}

impl Default for Counters {
    fn default() -> Self {
        let seconds = Histogram::new([0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0]);
        let (places, working, refused) = <(Gauge, Gauge, Counter)>::default();
        Self { places, working, refused, seconds }
    }
}

impl Counters {
    pub(crate) fn register(&self, metrics: &Metrics) {
        let Self { places, working, refused, seconds } = self.clone();
        metrics.register(|registry| {
            let help = "Uploads and previews that were let in and are not done";
            registry.register("media_places", help, places);
            registry.register("media_working", "Pictures being worked on", working);
            let help = "Uploads and previews sent away because too many were waiting";
            registry.register("media_refused", help, refused);
            registry.register("media_work_seconds", "Time at work on a picture", seconds);
        });
    }

    pub(crate) fn count_work(&self, took: Duration) {
        self.seconds.observe(took.as_secs_f64());
    }
}

/// One more, until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted(Gauge);

impl Counted {
    pub(crate) fn one_more(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
