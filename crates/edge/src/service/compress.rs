//! Answers for those who take them smaller. An answer is compressed as a whole before it is sent: a compressor that
//! works while somebody reads is memory that somebody who does not read can hold, many times over.

use std::future::{Ready, ready};
use std::num::NonZero;
use std::thread::available_parallelism;

use axum::body::HttpBody;
use axum::response::Response;
use bytes::Bytes;
use futures_util::future::{BoxFuture, Either};
use http::header::{
    ACCEPT_ENCODING, ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE,
    CONTENT_TYPE, VARY,
};
use http::response::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};

use super::whole;
use crate::compression::{brotli, gzip};
use crate::{Encoding, Workers};

const WORTH: u64 = 32;
/// What is longer is sent as it is. Pages and lists are far below it.
const MOST: u64 = 4 * 1024 * 1024;
/// Up to here it takes less time than to hand it to another thread.
const AT_ONCE: usize = 16 * 1024;
const BROTLI_QUALITY: i32 = 4;

/// For half of the processors: whoever asks for long answers again and again leaves the others to those who answer.
pub(super) fn workers() -> Workers {
    let processors = available_parallelism().map_or(1, NonZero::get);
    Workers::of((processors / 2).max(1))
}

/// The encoding that a client would rather have. Most programs name none.
#[derive(Debug)]
pub(super) struct Accepted(Encoding);

impl Accepted {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self(Encoding::preferred(headers))
    }

    pub(super) fn encode(
        self,
        mut response: Response,
        workers: &Workers,
    ) -> Either<Ready<Response>, BoxFuture<'static, Response>> {
        if response.status() == StatusCode::NOT_MODIFIED {
            vary_like_the_whole(response.headers_mut());
        }
        let is_head = is_of_head(&response);
        if !is_worth_it(&response, is_head) {
            return Either::Left(ready(response));
        }
        vary(response.headers_mut());
        match self.0 {
            // Also for who takes no encoding at all (`identity;q=0`): better something that may be read than a
            // refusal.
            Encoding::Identity => Either::Left(ready(response)),
            _ if is_head => {
                // It would become smaller, and nobody has tried by how much.
                response.headers_mut().remove(CONTENT_LENGTH);
                Either::Left(ready(response))
            }
            encoding => Either::Right(Box::pin(encoded(response, encoding, workers.clone()))),
        }
    }
}

/// A cache that keeps this answer must know that others may get another form.
fn vary(headers: &mut HeaderMap) {
    if !headers.get_all(VARY).iter().any(names_encoding) {
        headers.append(VARY, ACCEPT_ENCODING.into());
    }
}

/// What says that something has not changed takes the place of what was said with the whole, and does not tell of what
/// type that is. Pictures and files that never change come in one form.
fn vary_like_the_whole(headers: &mut HeaderMap) {
    let never_changes = headers
        .get(CACHE_CONTROL)
        .is_some_and(|value| memchr::memmem::find(value.as_bytes(), b"immutable").is_some());
    if !never_changes {
        vary(headers);
    }
}

async fn encoded(response: Response, encoding: Encoding, workers: Workers) -> Response {
    let (head, plain) = match whole::take(response).await {
        Ok(taken) => taken,
        Err(broken) => return broken,
    };
    if plain.len() <= AT_ONCE {
        let compressed = compress(&plain, encoding);
        return smaller(head, compressed, encoding);
    }
    let bytes = plain.clone();
    let working = workers.work_if_idle(move || compress(&bytes, encoding));
    match working {
        Some(working) => match working.await {
            Ok(compressed) => smaller(head, compressed, encoding),
            Err(_) => Response::from_parts(head, plain.into()),
        },
        // All are at work for others. It is as good, and longer.
        None => Response::from_parts(head, plain.into()),
    }
}

fn compress(plain: &[u8], encoding: Encoding) -> Bytes {
    match encoding {
        Encoding::Brotli => brotli(plain, BROTLI_QUALITY),
        Encoding::Gzip => gzip(plain),
        Encoding::Identity => Bytes::copy_from_slice(plain),
    }
}

fn smaller(mut head: Parts, compressed: Bytes, encoding: Encoding) -> Response {
    head.headers.remove(CONTENT_LENGTH);
    head.headers.remove(ACCEPT_RANGES);
    if let Some(name) = encoding.header() {
        head.headers.insert(CONTENT_ENCODING, name);
    }
    Response::from_parts(head, compressed.into())
}

/// Whether it is what `HEAD` gets: no body, and the length of one.
fn is_of_head(response: &Response) -> bool {
    let length = response.headers().get(CONTENT_LENGTH);
    response.body().size_hint().exact() == Some(0) && length.is_some_and(|length| length != "0")
}

/// Whether it becomes smaller: a text of more than a few bytes, of a length that is known, and not compressed already,
/// as most pages are that lie ready.
fn is_worth_it(response: &Response, is_head: bool) -> bool {
    let headers = response.headers();
    let length = match is_head {
        true => headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok()),
        false => response.body().size_hint().exact(),
    };
    length.is_some_and(|length| (WORTH..=MOST).contains(&length))
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_RANGE)
        && shrinks(headers)
}

/// Of a type that is known to become smaller. Pictures, videos, faces and archives are compressed by their nature, and of
/// a new type nobody knows.
fn shrinks(headers: &HeaderMap) -> bool {
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
    use axum::body::Body;
    use axum::response::IntoResponse;
    use futures_util::FutureExt;

    use super::*;

    async fn encode(accepted: &[&'static str], response: Response) -> Response {
        let values =
            accepted.iter().map(|value| (ACCEPT_ENCODING, HeaderValue::from_static(value)));
        Accepted::of(&values.collect()).encode(response, &workers()).await
    }

    fn encoded(accepted: &[&'static str], body: &'static str) -> (Option<String>, Option<String>) {
        let response = encode(accepted, Response::new(Body::from(body))).now_or_never();
        let response = response.expect("it is short");
        let header =
            |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        (header(CONTENT_ENCODING), header(VARY))
    }

    #[tokio::test]
    async fn whoever_takes_nothing_gets_the_answer_as_it_is() {
        for nothing in ["identity;q=0", "*;q=0", "br;q=nan, *;q=0"] {
            let response = encode(&[nothing], Response::new(Body::from("x".repeat(500)))).await;
            assert_eq!(response.status(), StatusCode::OK, "{nothing}");
            assert!(!response.headers().contains_key(CONTENT_ENCODING), "{nothing}");
        }
    }

    #[tokio::test]
    async fn what_is_compressed_already_is_not_compressed_again() {
        let encoded = async |media_type: &'static str| {
            let mut response = Response::new(Body::from("x".repeat(500)));
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
            encode(&["gzip"], response).await.headers().contains_key(CONTENT_ENCODING)
        };
        for text in [
            "text/html; charset=utf-8",
            "Application/JSON",
            "application/problem+json",
            "application/atom+xml; charset=utf-8",
            "image/svg+xml",
        ] {
            assert!(encoded(text).await, "{text}");
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
            assert!(!encoded(packed).await, "{packed}");
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

    #[tokio::test]
    async fn what_has_not_changed_varies_like_the_whole() {
        let answer = |cached: &'static str| {
            let mut response = StatusCode::NOT_MODIFIED.into_response();
            response.headers_mut().insert(VARY, HeaderValue::from_static("cookie"));
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cached));
            response
        };
        for (cached, expected) in [
            ("no-cache", &["cookie", "accept-encoding"][..]),
            ("public, max-age=31536000, immutable", &["cookie"]),
        ] {
            let response = encode(&["br"], answer(cached)).await;
            let told: Vec<_> = response.headers().get_all(VARY).iter().collect();
            assert_eq!(told, expected, "{cached}");
        }
    }

    #[tokio::test]
    async fn the_head_of_what_would_be_compressed_tells_no_length() {
        for (accepted, tells) in [("identity", true), ("br", false), ("gzip", false)] {
            let mut response = Response::new(Body::empty());
            response.headers_mut().insert(CONTENT_LENGTH, 2000.into());
            let response = encode(&[accepted], response).await;
            assert_eq!(response.headers().contains_key(CONTENT_LENGTH), tells, "{accepted}");
            assert_eq!(response.headers()[VARY], "accept-encoding");
        }
    }

    /// Of an answer that nobody reads no more is kept than what is to be sent.
    #[tokio::test]
    async fn an_answer_is_compressed_whole_before_anybody_reads_it() {
        for (accepted, length) in
            [("br", 2000), ("gzip", 2000), ("br", 1_000_000), ("gzip", 1_000_000)]
        {
            let mut response = Response::new(Body::from("an answer ".repeat(length / 10)));
            response.headers_mut().insert(CONTENT_LENGTH, length.into());
            let response = encode(&[accepted], response).await;
            assert_eq!(response.headers()[CONTENT_ENCODING], accepted);
            assert!(
                !response.headers().contains_key(CONTENT_LENGTH),
                "it was that of the plain one"
            );
            let left = response.body().size_hint().exact().expect("all of it is there");
            assert!(left < length as u64 / 10, "{accepted}: {left} of {length}");
        }
    }

    #[tokio::test]
    async fn where_all_are_busy_a_long_answer_is_sent_as_it_is() {
        let (workers, (gate, opened)) = (Workers::of(1), std::sync::mpsc::channel::<()>());
        let busy =
            workers.work_if_idle(move || opened.recv().ok()).expect("the first has a thread");
        let accepted = || Accepted(Encoding::Brotli);
        let answer = || Response::new(Body::from("long ".repeat(10_000)));
        let plain = accepted().encode(answer(), &workers).await;
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        assert_eq!(plain.headers()[VARY], "accept-encoding");
        drop(gate);
        busy.await.unwrap();
        let smaller = accepted().encode(answer(), &workers).await;
        assert_eq!(smaller.headers()[CONTENT_ENCODING], "br");
    }
}
