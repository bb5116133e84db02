use axum::response::Response;
use http::header::{
    CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue};

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The headers that keep a browser from doing more with an answer than it should. A handler that
/// needs another policy (a page with its own scripts) sets it; what is missing is set here.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecurityHeaders {
    pub(super) https: bool,
}

impl SecurityHeaders {
    pub(super) fn add(self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        let or_set = [
            (
                CONTENT_SECURITY_POLICY,
                "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
            ),
            (REFERRER_POLICY, "strict-origin-when-cross-origin"),
            (OPENER_POLICY, "same-origin"),
        ];
        for (name, value) in or_set {
            headers.entry(name).or_insert(HeaderValue::from_static(value));
        }
        if self.https {
            let two_years = HeaderValue::from_static("max-age=63072000; includeSubDomains");
            headers.insert(STRICT_TRANSPORT_SECURITY, two_years);
        }
    }
}
