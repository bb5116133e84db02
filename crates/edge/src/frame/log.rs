use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use http::{Method, Uri};

use super::RequestId;
use crate::problem::Cause;

/// The line a request leaves in the log: what was asked and how it went. Never the query, a header
/// or a body, which may hold what nobody else should read.
pub(super) struct Entry {
    method: Method,
    uri: Uri,
}

impl Entry {
    pub(super) fn of(request: &Request) -> Self {
        Self { method: request.method().clone(), uri: request.uri().clone() }
    }

    /// Faults are errors, changes are information, reads are many and only for those who debug.
    pub(super) fn write(&self, response: &Response, id: &RequestId, took: Duration) {
        let status = response.status().as_u16();
        let (request, method) = (id.as_str(), self.method.as_str());
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let path = Shortened(self.uri.path());
        let cause = response.extensions().get().map(|Cause(cause)| cause.as_ref());
        let cause = cause.map(tracing::field::display);
        if status >= 500 {
            tracing::error!(request, method, %path, status, took_us, cause, "failed");
        } else if self.method == Method::GET || self.method == Method::HEAD {
            tracing::debug!(request, method, %path, status, took_us, cause, "answered");
        } else {
            tracing::info!(request, method, %path, status, took_us, cause, "answered");
        }
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
