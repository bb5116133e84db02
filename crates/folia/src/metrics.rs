use axum::extract::State;
use edge::{Endpoint, Metrics};
use http::HeaderName;
use http::header::CONTENT_TYPE;

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
