use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kernel::Timestamp;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

type Labels = Vec<(String, String)>;

/// What the service counts about itself. Handed around, not global, so that two services in one
/// process (as in tests) do not count into each other.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Mutex<Registry>>,
    requests: Family<Labels, Counter>,
    durations: Family<Labels, Histogram, fn() -> Histogram>,
    pub(crate) connections: Gauge,
    /// Made when there is a certificate.
    certificate_life: Arc<OnceLock<[Gauge; 2]>>,
}

/// The counters of one route, looked up once when the table is built, so that counting a request
/// takes no lookup.
#[derive(Clone, Debug)]
pub(crate) struct RouteMetrics(Arc<RouteCounters>);

#[derive(Debug)]
struct RouteCounters {
    by_class: [Counter; 6],
    duration: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let requests = Family::<Labels, Counter>::default();
        let histogram: fn() -> Histogram = duration_histogram;
        let durations = Family::new_with_constructor(histogram);
        let connections = Gauge::default();
        let mut registry = Registry::with_prefix("folia");
        registry.register("http_requests", "Requests answered", requests.clone());
        registry.register("http_request_seconds", "Time to the answer", durations.clone());
        registry.register("http_connections", "Open connections", connections.clone());
        Self {
            registry: Arc::new(Mutex::new(registry)),
            requests,
            durations,
            connections,
            certificate_life: Arc::default(),
        }
    }
}

impl Metrics {
    /// Registers what a wing counts for itself.
    pub fn register(&self, register: impl FnOnce(&mut Registry)) {
        register(&mut self.registry.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// From when the certificate that is shown is good, and until when.
    pub fn set_certificate_life(&self, from: Timestamp, until: Timestamp) {
        let gauges = self.certificate_life.get_or_init(|| {
            let gauges = [Gauge::default(), Gauge::default()];
            let told = [
                (
                    "certificate_start_seconds",
                    "When the life of the certificate began, in seconds since 1970",
                ),
                ("certificate_end_seconds", "When the certificate ends, in seconds since 1970"),
            ];
            for ((name, help), gauge) in told.into_iter().zip(&gauges) {
                self.register(|registry| registry.register(name, help, gauge.clone()));
            }
            gauges
        });
        for (gauge, moment) in gauges.iter().zip([from, until]) {
            gauge.set(moment.as_micros() / 1_000_000);
        }
    }

    pub(crate) fn route(&self, method: &str, path: &str) -> RouteMetrics {
        let labels = |class: Option<usize>| -> Labels {
            let mut labels = vec![
                ("method".to_owned(), method.to_owned()),
                ("route".to_owned(), path.to_owned()),
            ];
            labels.extend(class.map(|class| ("status".to_owned(), format!("{class}xx"))));
            labels
        };
        RouteMetrics(Arc::new(RouteCounters {
            // Made for all classes at once, so that a dashboard shows a zero where nothing has
            // failed yet.
            by_class: std::array::from_fn(|class| {
                self.requests.get_or_create(&labels(Some(class))).clone()
            }),
            duration: self.durations.get_or_create(&labels(None)).clone(),
        }))
    }

    /// Everything as OpenMetrics text.
    pub fn render(&self) -> String {
        let mut text = String::new();
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        encode(&mut text, &registry).expect("a string takes all text");
        text
    }
}

impl RouteMetrics {
    pub(crate) fn count(&self, status: u16, took: Duration) {
        self.0.by_class[usize::from(status / 100).min(5)].inc();
        self.0.duration.observe(took.as_secs_f64());
    }
}

fn duration_histogram() -> Histogram {
    Histogram::new([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0])
}
