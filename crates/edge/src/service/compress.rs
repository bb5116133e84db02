use std::convert::Infallible;
use std::future::ready;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::FutureExt;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_RANGE, VARY};
use http::{HeaderMap, HeaderValue};
use tower::{Service, service_fn};
use tower_http::compression::predicate::NotForContentType;
use tower_http::compression::{Compression, DefaultPredicate, Predicate};

/// The encodings a client understands. Most programs name none, and for those an answer must not
/// be wrapped, only marked as one that others may get in another form.
#[derive(Debug)]
pub(super) struct Accepted(Vec<HeaderValue>);

impl Accepted {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self(headers.get_all(ACCEPT_ENCODING).iter().cloned().collect())
    }

    pub(super) fn encode(self, mut response: Response) -> Response {
        if self.0.is_empty() {
            if varies(&response) {
                // A cache that keeps this answer must know that others may get another form.
                response.headers_mut().append(VARY, ACCEPT_ENCODING.into());
            }
            return response;
        }
        let mut request = Request::default();
        for encodings in self.0 {
            request.headers_mut().append(ACCEPT_ENCODING, encodings);
        }
        let mut answer = Some(response);
        // The library compresses services, not answers. So the answer is wrapped as a service that
        // is asked once and is ready at once.
        let answering = service_fn(move |_: Request| {
            ready(Ok::<_, Infallible>(answer.take().expect("asked once")))
        });
        let mut compression = Compression::new(answering).compress_when(worth_it());
        let encoded = compression.call(request).now_or_never();
        match encoded.expect("the answer is there already") {
            Ok(response) => response.map(Body::new),
            Err(never) => match never {},
        }
    }
}

/// Whether another client would get another form: as [`Compression`] sees it.
fn varies(response: &Response) -> bool {
    let headers = response.headers();
    !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_RANGE)
        && !headers.get_all(VARY).iter().any(names_encoding)
        && worth_it().should_compress(response)
}

/// What is more than a few bytes and not compressed by its nature: pictures, videos.
fn worth_it() -> impl Predicate {
    // Nothing is gained, and the ranges of a video are only meaningful over its own bytes.
    DefaultPredicate::new().and(NotForContentType::const_new("video/"))
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
