use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, SET_COOKIE, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

const NO_SNIFFING: HeaderValue = HeaderValue::from_static("nosniff");
const TWO_YEARS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");
const UNLESS_SET: [(HeaderName, HeaderValue); 3] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    ),
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (OPENER_POLICY, HeaderValue::from_static("same-origin")),
];

/// What a browser session gets to see may be for its eyes only, and shared caches do not look at
/// cookies as they do at `Authorization`. A handler that says whose cache may keep its answer has
/// thought of everybody; only a cookie in the answer takes that back.
pub(super) fn keep_private(response: &mut Response) {
    let headers = response.headers_mut();
    let said = headers.get(CACHE_CONTROL).map_or(&b""[..], HeaderValue::as_bytes);
    let is_safe = said == b"no-store"
        || said.starts_with(b"private")
        || said.starts_with(b"public") && !headers.contains_key(SET_COOKIE);
    if !is_safe {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

/// The headers that keep a browser from doing more with an answer than it should. A handler that
/// needs another policy (a page with its own scripts) sets it; what is missing is set here.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecurityHeaders {
    pub(super) https: bool,
}

impl SecurityHeaders {
    pub(super) fn add(self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.insert(X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
        for (name, value) in UNLESS_SET {
            headers.entry(name).or_insert(value);
        }
        if self.https {
            headers.insert(STRICT_TRANSPORT_SECURITY, TWO_YEARS);
        }
    }
}
