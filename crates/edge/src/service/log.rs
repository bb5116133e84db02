use std::borrow::Cow;
use std::time::Duration;

use axum::response::Response;
use http::Method;
use percent_encoding::percent_decode_str;

use crate::RequestContext;
use crate::problem::Cause;

/// An answer to somebody for whom there was no room. It is no fault of ours, and whoever sends a thousand requests must not
/// write a thousand lines. The metrics count them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowded;

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
    let is_crowded = response.extensions().get::<Crowded>().is_some();
    if status >= 500 && !is_crowded {
        // A failed read is an error like any other. Only what went well is sorted by method.
        tracing::error!(request, method, %path, status, took_us, cause, "failed");
    } else if is_read || is_crowded {
        tracing::debug!(request, method, %path, status, took_us, cause, "answered");
    } else {
        tracing::info!(request, method, %path, status, took_us, cause, "answered");
    }
}

/// A path without the end of what is long, and without what opens something to whoever knows it:
/// tokens in paths have long rows of hexadecimal digits, as nothing else has. Ids have dashes.
struct Shortened<'a>(&'a str);

const SECRET: usize = 32;

impl std::fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.0.split('/').map(|part| if is_secret(part) { "…" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        match path.char_indices().nth(200) {
            Some((end, _)) => write!(f, "{}…", &path[..end]),
            None => f.write_str(&path),
        }
    }
}

fn is_secret(part: &str) -> bool {
    // As the router reads it: each digit may be written as an escape.
    let bytes: Cow<'_, [u8]> = percent_decode_str(part).into();
    bytes.split(|byte| !byte.is_ascii_hexdigit()).any(|row| row.len() >= SECRET)
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
            (
                &format!("/media/previews/63a1f-{}/warm.webp", &token[..32]),
                "/media/previews/…/warm.webp".to_owned(),
            ),
            (
                &format!("/media/previews/63a1f-%30{}/x", &token[1..32]),
                "/media/previews/…/x".to_owned(),
            ),
            (&format!("/preview/{}", token.replace('a', "%61")), "/preview/…".to_owned()),
            (&format!("/{}", &token[..31]), String::new()),
            ("/content/story/0193a5b2-7c00-7abc-8def-0123456789ab", String::new()),
            (&format!("/{}", "x".repeat(300)), format!("/{}…", "x".repeat(199))),
        ] {
            let shown = if shown.is_empty() { path.to_owned() } else { shown };
            assert_eq!(Shortened(path).to_string(), shown);
        }
    }
}
