//! Who may keep an answer, decided in one place for every answer there is.
//!
//! An answer depends on who asks unless its route has said that it is the same for all. So it names
//! the headers that tell who asks, and a cache keeps a copy for each; and what was written for
//! somebody, or for nobody but those who may come in, is for their own cache alone. A handler can
//! say less than that (`no-store`) and never more.

use axum::response::Response;
use http::header::{AUTHORIZATION, CACHE_CONTROL, COOKIE, SET_COOKIE, VARY};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::RequestContext;
use crate::route::{Access, Audience};

/// A browser may keep it, and has to ask each time.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Anybody may keep it, and has to ask each time. What nobody has said more about.
const ASK_FIRST: HeaderValue = HeaderValue::from_static("no-cache");

pub(super) fn settle(response: &mut Response, context: &RequestContext) {
    let failed = response.status().is_client_error() || response.status().is_server_error();
    let route = context.route();
    let is_common = route.is_some_and(|route| route.audience == Audience::Everybody);
    let is_open = route.is_none_or(|route| route.access == Access::Anyone);
    let headers = response.headers_mut();
    let brings_cookie = headers.contains_key(SET_COOKIE);
    // A token that does not hold is refused everywhere, and a cookie is for one browser.
    // Only what the route has declared as common, and only when it went well.
    if is_common && !failed && !brings_cookie {
        headers.entry(CACHE_CONTROL).or_insert(ASK_FIRST);
        vary(headers, &[]);
        return;
    }
    vary(headers, &[AUTHORIZATION, COOKIE]);
    // Any of the three makes it somebody's own: it sets a cookie, is not for everybody, or was
    // asked for with a credential.
    if brings_cookie || !is_open || context.has_credential() {
        keep_private(headers);
    } else {
        headers.entry(CACHE_CONTROL).or_insert(ASK_FIRST);
    }
}

fn keep_private(headers: &mut HeaderMap) {
    let said = headers.get(CACHE_CONTROL).map_or(&b""[..], HeaderValue::as_bytes);
    // A handler that is stricter keeps its word.
    if !(said == b"no-store" || said.starts_with(b"private")) {
        headers.insert(CACHE_CONTROL, PRIVATE);
    }
}

/// Everything the answer depends on, in one line: some caches look at one line only.
fn vary(headers: &mut HeaderMap, also: &[HeaderName]) {
    let said: Vec<_> = headers.get_all(VARY).iter().map(HeaderValue::as_bytes).collect();
    let usual: Option<&'static str> = match (said.as_slice(), also.is_empty()) {
        ([] | [_], true) => return,
        ([], false) => Some("authorization, cookie"),
        ([b"accept-encoding"], false) => Some("accept-encoding, authorization, cookie"),
        // Of pages that lie ready.
        ([b"accept-encoding, cookie"], false) => Some("accept-encoding, cookie, authorization"),
        _ => None,
    };
    let line = match usual {
        Some(usual) => HeaderValue::from_static(usual),
        None => joined(&said, also),
    };
    headers.insert(VARY, line);
}

fn joined(said: &[&[u8]], also: &[HeaderName]) -> HeaderValue {
    let said = said.iter().map(|line| String::from_utf8_lossy(line).to_ascii_lowercase());
    let mut names: Vec<String> = Vec::new();
    for line in said.chain(also.iter().map(|name| name.as_str().to_owned())) {
        for name in line.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    HeaderValue::try_from(names.join(", ")).expect("names of headers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_answer_depends_on_is_said_once_and_in_one_line() {
        let lines = |said: &[&'static str], also: &[HeaderName]| {
            let mut headers = HeaderMap::new();
            for line in said {
                headers.append(VARY, HeaderValue::from_static(line));
            }
            vary(&mut headers, also);
            let lines = headers.get_all(VARY).iter().map(|line| line.to_str().unwrap().to_owned());
            lines.collect::<Vec<_>>()
        };
        let asker = [AUTHORIZATION, COOKIE];
        assert_eq!(lines(&[], &[]), [] as [&str; 0]);
        assert_eq!(lines(&["accept-encoding"], &[]), ["accept-encoding"]);
        assert_eq!(lines(&["accept-encoding", "Accept"], &[]), ["accept-encoding, accept"]);
        assert_eq!(lines(&[], &asker), ["authorization, cookie"]);
        let usual = "accept-encoding, authorization, cookie";
        assert_eq!(lines(&["accept-encoding"], &asker), [usual]);
        let page = "accept-encoding, cookie, authorization";
        assert_eq!(lines(&["accept-encoding, cookie"], &asker), [page]);
        assert_eq!(lines(&["Accept-Encoding, cookie"], &asker), [page]);
        let many = "accept-encoding, cookie, accept, authorization";
        assert_eq!(lines(&["accept-encoding, Cookie", "accept"], &asker), [many]);
    }

    #[test]
    fn a_handler_can_ask_for_less_than_private_and_never_for_more() {
        for (said, kept) in [
            (None, "private, no-cache"),
            (Some("public, max-age=300"), "private, no-cache"),
            (Some("no-cache"), "private, no-cache"),
            (Some("no-store"), "no-store"),
            (Some("private, max-age=60"), "private, max-age=60"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(said) = said {
                headers.insert(CACHE_CONTROL, HeaderValue::from_static(said));
            }
            keep_private(&mut headers);
            assert_eq!(headers[CACHE_CONTROL], kept);
        }
    }
}
