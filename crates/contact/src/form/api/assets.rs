use axum::response::{IntoResponse, Response};
use edge::Endpoint;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

const SCRIPT: &str = include_str!("../../../assets/form.js");
const SOLVER: &str = include_str!("../../../assets/solver.js");
const STYLE: &str = include_str!("../../../assets/form.css");

pub fn script() -> Endpoint {
    Endpoint::new("The script of the contact form", || file(SCRIPT, "text/javascript"), ())
        .answers_with(&["text/javascript"], "A script")
}

pub fn solver() -> Endpoint {
    Endpoint::new("The worker that solves challenges", || file(SOLVER, "text/javascript"), ())
        .answers_with(&["text/javascript"], "A script")
}

pub fn style() -> Endpoint {
    Endpoint::new("The style of the contact form", || file(STYLE, "text/css"), ())
        .answers_with(&["text/css"], "A style sheet")
}

/// They change with the service only; an hour is short enough after an update.
async fn file(text: &'static str, media: &'static str) -> Response {
    let media = format!("{media}; charset=utf-8");
    let caching = "public, max-age=3600".to_owned();
    ([(CONTENT_TYPE, media), (CACHE_CONTROL, caching)], text).into_response()
}
