use std::time::Duration;

use axum::response::Response;
use http::Method;

use crate::RequestContext;
use crate::problem::Cause;

/// The line a request leaves in the log: what was asked and how it went. Never the query, a header
/// or a body, which may hold what nobody else should read. Faults are errors, changes are
/// information, reads are many and only for those who debug.
pub(super) fn write(context: &RequestContext, response: &Response, took: Duration) {
    let status = response.status().as_u16();
    let (request, method) = (context.id().as_str(), context.method());
    let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    let path = Shortened(context.uri().path());
    let cause = response.extensions().get().map(|Cause(cause)| cause.as_ref());
    let cause = cause.map(tracing::field::display);
    let is_read = method == Method::GET || method == Method::HEAD;
    let method = method.as_str();
    if status >= 500 {
        tracing::error!(request, method, %path, status, took_us, cause, "failed");
    } else if is_read {
        tracing::debug!(request, method, %path, status, took_us, cause, "answered");
    } else {
        tracing::info!(request, method, %path, status, took_us, cause, "answered");
    }
}

struct Shortened<'a>(&'a str);

impl std::fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.char_indices().nth(200) {
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}
