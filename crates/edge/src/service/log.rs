use std::time::Duration;

use axum::response::Response;
use http::Method;

use crate::RequestContext;
use crate::problem::Cause;

/// The line a request leaves in the log: what was asked and how it went. Never the query, a header
/// or a body, which may hold what nobody else should read. Faults are errors, changes and those who were
/// turned away are information, other reads are many and only for those who debug.
pub(super) fn write(context: &RequestContext, response: &Response, took: Duration) {
    let status = response.status().as_u16();
    let (request, method) = (context.id().as_str(), context.method());
    let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    let path = Shortened(context.uri().path());
    let cause = response.extensions().get().map(|Cause(cause)| cause.as_ref());
    let cause = cause.map(tracing::field::display);
    let is_refused = matches!(status, 401 | 403 | 429);
    let is_read = (method == Method::GET || method == Method::HEAD) && !is_refused;
    let method = method.as_str();
    if status >= 500 {
        // A failed read is an error like any other. Only what went well is sorted by method.
        tracing::error!(request, method, %path, status, took_us, cause, "failed");
    } else if is_read {
        tracing::debug!(request, method, %path, status, took_us, cause, "answered");
    } else {
        tracing::info!(request, method, %path, status, took_us, cause, "answered");
    }
}

/// A path without the end of what is long, and without what opens something to whoever knows it:
/// tokens in paths are long rows of hexadecimal digits, as nothing else is.
struct Shortened<'a>(&'a str);

const SECRET: usize = 40;

impl std::fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let secret =
            |part: &str| part.len() >= SECRET && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        let parts = self.0.split('/').map(|part| if secret(part) { "…" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        match path.char_indices().nth(200) {
            Some((end, _)) => write!(f, "{}…", &path[..end]),
            None => f.write_str(&path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_cut_and_tokens_left_out() {
        let token = "0123456789abcdefABCDEF0123456789abcdef0123456789abcdef0123456789";
        for (path, shown) in [
            ("/", "/".to_owned()),
            ("/work/rust/", "/work/rust/".to_owned()),
            (&format!("/preview/{token}"), "/preview/…".to_owned()),
            (&format!("/a/{token}/b.webp"), "/a/…/b.webp".to_owned()),
            ("/content/story/0193a5b2-7c00-7abc-8def-0123456789ab", String::new()),
            (&format!("/{}", "x".repeat(300)), format!("/{}…", "x".repeat(199))),
        ] {
            let shown = if shown.is_empty() { path.to_owned() } else { shown };
            assert_eq!(Shortened(path).to_string(), shown);
        }
    }
}
