use axum::response::Response;
use http::header::{
    CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

const NO_SNIFFING: HeaderValue = HeaderValue::from_static("nosniff");
const TWO_YEARS: HeaderValue = HeaderValue::from_static("max-age=63072000");
const UNLESS_SET: [(HeaderName, HeaderValue); 3] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
    ),
    (REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (OPENER_POLICY, HeaderValue::from_static("same-origin")),
];

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
        // Only what the handler has not set: a page with scripts has a policy of its own, and two
        // policies would both hold.
        for (name, value) in UNLESS_SET {
            headers.entry(name).or_insert(value);
        }
        if self.https {
            // Only where visitors come over https: by http a browser ignores it, and on a test
            // machine it would lock others out.
            headers.insert(STRICT_TRANSPORT_SECURITY, TWO_YEARS);
        }
    }
}
