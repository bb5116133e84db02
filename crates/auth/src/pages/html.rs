use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
pub(super) use edge::html::escape;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Exactly this style sheet and this script, and requests to this site only.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; \
         form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        hash(STYLE),
        hash(SCRIPT),
    )
});

/// A whole page around a body that is HTML already.
pub(super) fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><main><h1>{title}</h1>{body}</main>\
         <script>{SCRIPT}</script></body></html>"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY.as_str()),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (status, headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_cannot_become_markup() {
        assert_eq!(escape("<a b=\"c\">'&"), "&lt;a b=&quot;c&quot;&gt;&#39;&amp;");
    }

    #[test]
    fn the_policy_allows_nothing_inline_but_what_is_ours() {
        assert!(!POLICY.contains("unsafe"));
        assert_eq!(POLICY.matches("'sha256-").count(), 2);
    }
}
