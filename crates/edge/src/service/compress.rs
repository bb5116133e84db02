use std::convert::Infallible;
use std::future::ready;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, VARY,
};
use http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use tower::{Service, service_fn};
use tower_http::compression::Compression;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// The encodings a client understands. Most programs name none, and for those an answer must not
/// be wrapped, only marked as one that others may get in another form.
#[derive(Debug)]
pub(super) struct Accepted(Vec<HeaderValue>);

impl Accepted {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self(headers.get_all(ACCEPT_ENCODING).iter().cloned().collect())
    }

    pub(super) fn encode(self, mut response: Response) -> Response {
        // As most pages are that lie ready. The library would leave it alone, too, and wrap it first.
        if response.headers().contains_key(CONTENT_ENCODING) {
            return response;
        }
        let is_head = is_of_head(&response);
        if self.0.is_empty() || is_head {
            if varies(&response, is_head) {
                // A cache that keeps this answer must know that others may get another form.
                response.headers_mut().append(VARY, ACCEPT_ENCODING.into());
            }
            return response;
        }
        let mut request = Request::default();
        for encodings in self.0 {
            request.headers_mut().append(ACCEPT_ENCODING, encodings);
        }
        let status = response.status();
        let mut answer = Some(response);
        // The library compresses services, not answers. So the answer is wrapped as a service that
        // is asked once and is ready at once.
        let answering = service_fn(move |_: Request| {
            ready(Ok::<_, Infallible>(answer.take().expect("asked once")))
        });
        let mut compression = Compression::new(answering).compress_when(worth_it());
        let encoded = compression.call(request).now_or_never();
        match encoded.expect("the answer is there already") {
            Ok(mut response) => {
                // Who takes no encoding at all (`identity;q=0`) gets the plain one and not a refusal
                // with the whole page in it: better something that may be read than nothing.
                *response.status_mut() = status;
                response.map(Body::new)
            }
            Err(never) => match never {},
        }
    }
}

/// Whether it is what `HEAD` gets: no body, and the length of one.
fn is_of_head(response: &Response) -> bool {
    let length = response.headers().get(CONTENT_LENGTH);
    response.body().size_hint().exact() == Some(0) && length.is_some_and(|length| length != "0")
}

/// Whether another client would get another form: as [`Compression`] sees it, which does not see
/// that there would be a body.
fn varies(response: &Response, is_head: bool) -> bool {
    let headers = response.headers();
    !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_RANGE)
        && !headers.get_all(VARY).iter().any(names_encoding)
        && match is_head {
            true => {
                let (status, version) = (response.status(), response.version());
                shrinks(status, version, headers, response.extensions())
            }
            false => worth_it().should_compress(response),
        }
}

/// What is more than a few bytes and of a type that is known to become smaller. Pictures, videos,
/// faces and archives are compressed by their nature, and of a new type nobody knows.
fn worth_it() -> impl Predicate {
    SizeAbove::default().and(shrinks)
}

fn shrinks(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE) else { return true };
    // Asked for every answer there is, and most are one of these two, spelt like this.
    if value == "application/json" || value == "text/html; charset=utf-8" {
        return true;
    }
    let media_type = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    let media_type = media_type.trim().to_ascii_lowercase();
    let is_known =
        ["application/json", "application/javascript", "application/wasm", "application/xml"]
            .contains(&media_type.as_str());
    // Events are sent one by one, and a compressor would hold them back.
    let is_text = media_type.starts_with("text/") && media_type != "text/event-stream";
    is_known || is_text || media_type.ends_with("+json") || media_type.ends_with("+xml")
}

fn names_encoding(vary: &HeaderValue) -> bool {
    let names = String::from_utf8_lossy(vary.as_bytes()).to_ascii_lowercase();
    names.contains(ACCEPT_ENCODING.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(accepted: &[&'static str], body: &'static str) -> (Option<String>, Option<String>) {
        let values = accepted.iter().map(|value| HeaderValue::from_static(value));
        let response = Accepted(values.collect()).encode(Response::new(Body::from(body)));
        let header =
            |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        (header(CONTENT_ENCODING), header(VARY))
    }

    #[test]
    fn whoever_takes_nothing_gets_the_answer_as_it_is() {
        for nothing in ["identity;q=0", "*;q=0", "br;q=nan, *;q=0"] {
            let response = Response::new(Body::from("x".repeat(500)));
            let response = Accepted(vec![HeaderValue::from_static(nothing)]).encode(response);
            assert_eq!(response.status(), StatusCode::OK, "{nothing}");
            assert!(!response.headers().contains_key(CONTENT_ENCODING), "{nothing}");
        }
    }

    #[test]
    fn what_is_compressed_already_is_not_compressed_again() {
        let encoded = |media_type: &'static str| {
            let mut response = Response::new(Body::from("x".repeat(500)));
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
            let response = Accepted(vec![HeaderValue::from_static("gzip")]).encode(response);
            response.headers().contains_key(CONTENT_ENCODING)
        };
        for text in [
            "text/html; charset=utf-8",
            "Application/JSON",
            "application/problem+json",
            "application/atom+xml; charset=utf-8",
            "image/svg+xml",
        ] {
            assert!(encoded(text), "{text}");
        }
        for packed in [
            "font/woff2",
            "image/webp",
            "video/mp4",
            "application/zip",
            "application/pdf",
            "application/octet-stream",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "text/event-stream",
        ] {
            assert!(!encoded(packed), "{packed}");
        }
    }

    #[test]
    fn an_answer_worth_compressing_always_says_that_it_varies() {
        const LONG: &str = "an answer of more than a few bytes, as most of them are";
        let varies = Some("accept-encoding".to_owned());
        assert_eq!(encoded(&[], LONG), (None, varies.clone()));
        assert_eq!(encoded(&["identity"], LONG), (None, varies.clone()));
        assert_eq!(encoded(&["identity", "gzip"], LONG), (Some("gzip".to_owned()), varies));
        assert_eq!(encoded(&[], "short"), (None, None));
        assert_eq!(encoded(&["gzip"], "short"), (None, None));
    }
}
