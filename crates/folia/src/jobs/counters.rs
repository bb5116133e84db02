use std::time::Duration;

use edge::Metrics;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use store::Store;
use store::outbox::Summary;

/// What the owner can see in the metrics of the work that waits. The same on all nodes, as all have one
/// queue.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobCounters {
    waiting: Family<Labels, Gauge>,
    failed: Family<Labels, Gauge>,
}

type Labels = [(&'static str, &'static str); 1];

const LOOK_EVERY: Duration = Duration::from_secs(15);

impl JobCounters {
    pub(crate) fn register(metrics: &Metrics) -> Self {
        let counters = Self::default();
        let Self { waiting, failed } = counters.clone();
        metrics.register(|registry| {
            registry.register("jobs_waiting", "Jobs that are to be done", waiting);
            registry.register("jobs_failed", "Jobs that were given up", failed);
        });
        counters
    }

    /// Looks again and again, for as long as the process lives.
    pub(crate) async fn follow(self, store: Store, topics: Vec<&'static str>) {
        loop {
            for topic in topics.iter().copied() {
                match store.job_summary(topic).await {
                    Ok(summary) => self.show(topic, &summary),
                    Err(error) => tracing::debug!(%error, topic, "jobs cannot be counted"),
                }
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    fn show(&self, topic: &'static str, summary: &Summary) {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let labels = [("topic", topic)];
        self.waiting.get_or_create(&labels).set(whole(summary.pending));
        self.failed.get_or_create(&labels).set(whole(summary.failed));
    }
}
