use axum::extract::State;
use edge::{Endpoint, Metrics};
use http::HeaderName;
use http::header::CONTENT_TYPE;

pub(crate) fn show(metrics: Metrics) -> Endpoint {
    Endpoint::new("What the service counts about itself", answer, metrics)
        .answers_with("text/plain", "Prometheus' text format")
}

async fn answer(State(metrics): State<Metrics>) -> ([(HeaderName, &'static str); 1], String) {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
