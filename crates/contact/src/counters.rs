use edge::Metrics;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;

use crate::chain::Refusal;

type Labels = [(&'static str, &'static str); 1];

/// What the owner can see of the form in the metrics: never who, only how many and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    accepted: Counter,
    refused: Family<Labels, Counter>,
    notifications: Family<Labels, Counter>,
}

/// How a notification went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notified {
    Sent,
    /// It was certainly not taken, and will be tried again.
    Failed,
    /// It may have been taken, so it is not tried again.
    Unknown,
}

impl Counters {
    pub(crate) fn register(metrics: &Metrics) -> Self {
        let counters = Self::default();
        let Self { accepted, refused, notifications } = counters.clone();
        metrics.register(|registry| {
            registry.register("contact_accepted", "Contact messages accepted", accepted);
            registry.register("contact_refused", "Contact messages refused", refused);
            let help = "Attempts to tell the owner about a contact message";
            registry.register("contact_notifications", help, notifications);
        });
        // Made before the first, so that an alarm has a zero to begin at.
        for outcome in ["sent", "failed", "unknown"] {
            drop(counters.notifications.get_or_create(&[("outcome", outcome)]));
        }
        counters
    }

    pub(crate) fn count_accepted(&self) {
        self.accepted.inc();
    }

    pub(crate) fn count_refused(&self, refusal: Refusal) {
        self.refused.get_or_create(&[("cause", refusal.name())]).inc();
    }

    pub(crate) fn count_notified(&self, notified: Notified) {
        let outcome = match notified {
            Notified::Sent => "sent",
            Notified::Failed => "failed",
            Notified::Unknown => "unknown",
        };
        self.notifications.get_or_create(&[("outcome", outcome)]).inc();
    }
}
