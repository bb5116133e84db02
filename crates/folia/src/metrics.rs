use axum::extract::State;
use edge::{Endpoint, Metrics};
use http::HeaderName;
use http::header::CONTENT_TYPE;
use prometheus_client::metrics::info::Info;

/// Which program this is, as a metric that is always 1.
pub(crate) fn tell_version(metrics: &Metrics) {
    let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
    metrics.register(|registry| registry.register("build", "Which version runs", version));
}

pub(crate) fn show(metrics: Metrics) -> Endpoint {
    Endpoint::new("What the service counts about itself", answer, metrics)
        .answers_with(&["application/openmetrics-text"], "OpenMetrics text, as Prometheus reads it")
}

async fn answer(State(metrics): State<Metrics>) -> ([(HeaderName, &'static str); 1], String) {
    (
        [(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")],
        metrics.render(),
    )
}
