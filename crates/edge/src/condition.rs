use std::convert::Infallible;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use kernel::{ExpectedVersion, Role};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::{Problem, RequestContext};

/// What the entity tag of an answer is made from. It becomes a tag together with the answer, so
/// that no tag can stand for less than the whole of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag(Made);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// The version of a document, and the bytes it is answered with: where a document stands, and
    /// what else is told with it, can change while its version stays.
    Version(i64),
    /// A number that stands for all the bytes.
    Number(u64),
}

impl Tag {
    /// The tag of a single document. It names the version, for `If-Match`, and the whole answer.
    pub fn of_version(version: i64) -> Self {
        Self(Made::Version(version))
    }

    /// The tag of an answer made of many documents.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::of_number(xxh3_64(bytes))
    }

    /// The tag of an answer that a number stands for: another number as soon as any byte of the
    /// answer is another one.
    pub fn of_number(number: u64) -> Self {
        Self(Made::Number(number))
    }
}

/// The tag of an answer that is not JSON, and the same for all who get these bytes.
pub fn tag_of_bytes(bytes: &[u8]) -> HeaderValue {
    of_number(xxh3_64(bytes))
}

/// The tag of a document in one version, answered with these bytes.
fn of_document(version: i64, bytes: &[u8]) -> HeaderValue {
    let text = format!("\"v{version}-{:016x}\"", xxh3_64(bytes));
    HeaderValue::try_from(text).expect("digits and letters")
}

/// Nearly every answer has one, so it is written without the detour of a text.
fn of_number(number: u64) -> HeaderValue {
    let mut text = [b'"'; 18];
    for (place, digit) in text[1..17].iter_mut().enumerate() {
        let value = (number >> (60 - 4 * place)) & 0xf;
        *digit = b"0123456789abcdef"[value as usize];
    }
    HeaderValue::from_bytes(&text).expect("digits and letters")
}

/// A document in one version as the answer to a change, with the tag that reading it would give.
#[derive(Clone, Copy, Debug)]
pub struct Versioned<T>(pub i64, pub T);

impl<T: Serialize> IntoResponse for Versioned<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.1) {
            Ok(bytes) => {
                let tag = of_document(self.0, &bytes);
                json(bytes.into(), tag)
            }
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

fn json(body: Bytes, tag: HeaderValue) -> Response {
    let mut response = Response::new(Body::from(body));
    // Room for these and for all that the service adds, at once.
    response.headers_mut().reserve(12);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(ETAG, tag);
    response
}

/// What the client says about the state it has seen.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    if_match: Option<String>,
    if_none_match: Option<HeaderValue>,
    /// Who asks: the same content is not the same answer to everybody.
    asker: Option<Role>,
}

impl Conditions {
    /// Fails when the client wants to change another version than this one.
    pub fn require(&self, version: i64) -> Result<(), Problem> {
        Ok(self.expected_version().check(version)?)
    }

    /// The version `If-Match` names, as a value that services understand.
    pub fn expected_version(&self) -> ExpectedVersion {
        let Some(wanted) = &self.if_match else { return ExpectedVersion::Any };
        let mut tags = wanted.split(',').map(str::trim);
        // `*` asks only that the thing exists, which the service finds out anyway.
        if tags.clone().any(|tag| tag == "*") {
            return ExpectedVersion::Any;
        }
        let version = |tag: &str| -> Option<i64> {
            // A proxy that compresses makes tags weak. The version in it is still ours.
            let tag = tag.strip_prefix("W/").unwrap_or(tag);
            let tag = tag.strip_prefix("\"v")?.strip_suffix('"')?;
            // Which answer it was, after the version, does not matter for a change.
            let digits = tag.split_once('-').map_or(tag, |(digits, _)| digits);
            let number: i64 = digits.parse().ok()?;
            // Only the spelling we hand out: "v03" and "v+3" are no tags of ours.
            (number.to_string() == digits).then_some(number)
        };
        ExpectedVersion::OneOf(tags.by_ref().filter_map(version).collect())
    }

    /// Answers 304 when the client has these bytes already.
    pub fn answer_json(&self, tag: &Tag, body: impl FnOnce() -> Bytes) -> Response {
        match tag.0 {
            Made::Version(version) => {
                // The body must be made to know its tag. Such answers are single documents, and
                // small.
                let body = body();
                let tag = of_document(version, &body);
                self.answer(tag, || body)
            }
            Made::Number(number) => self.answer(of_number(self.seen_by_asker(number)), body),
        }
    }

    fn answer(&self, tag: HeaderValue, body: impl FnOnce() -> Bytes) -> Response {
        let wanted = self.if_none_match.as_ref().and_then(|wanted| wanted.to_str().ok());
        if !wanted.is_some_and(|wanted| names(wanted, &tag)) {
            return json(body(), tag);
        }
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(ETAG, tag);
        response
    }

    /// Another number for each kind of reader.
    fn seen_by_asker(&self, number: u64) -> u64 {
        // Otherwise an admin who signs out would be told 304 and go on seeing what the public may
        // not.
        match self.asker {
            None => number,
            Some(Role::Member) => number.rotate_left(17) ^ 0x9e37_79b9_7f4a_7c15,
            Some(Role::Admin) => number.rotate_left(31) ^ 0xc2b2_ae3d_27d4_eb4f,
        }
    }
}

/// Whether a list of tags (or `*`) names this one. A compressed answer keeps its tag, so weak and
/// strong spellings are the same to us.
fn names(list: &str, tag: &HeaderValue) -> bool {
    let current = tag.as_bytes();
    list.split(',').map(str::trim).any(|candidate| {
        candidate == "*" || candidate.strip_prefix("W/").unwrap_or(candidate).as_bytes() == current
    })
}

impl<S: Sync> FromRequestParts<S> for Conditions {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        // A header that is not text names no version, and so must not pass for absent.
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        Ok(Self {
            if_match: parts.headers.get(IF_MATCH).map(text),
            if_none_match: parts.headers.get(IF_NONE_MATCH).cloned(),
            asker: parts
                .extensions
                .get::<RequestContext>()
                .and_then(|context| context.principal().caller())
                .map(|caller| caller.role),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_of_a_number_is_its_sixteen_digits() {
        for (number, tag) in [
            (0, "\"0000000000000000\""),
            (0x0123_4567_89ab_cdef, "\"0123456789abcdef\""),
            (u64::MAX, "\"ffffffffffffffff\""),
        ] {
            assert_eq!(of_number(number), tag);
        }
    }

    #[test]
    fn a_condition_names_versions_in_any_usual_spelling() {
        let given = |value: &str| Conditions { if_match: Some(value.into()), ..Default::default() };
        for matching in ["\"v3\"", "W/\"v3\"", "\"v1\", \"v3\"", "*", "\"v3-0123456789abcdef\""] {
            assert!(given(matching).require(3).is_ok(), "{matching}");
        }
        for other in ["\"v2\"", "v3", "", "\"v33\"", "\"v03\"", "\"v+3\"", "\"v2-3\"", "\"v-3\""] {
            assert!(given(other).require(3).is_err(), "{other}");
        }
        assert!(Conditions::default().require(3).is_ok());
    }

    #[test]
    fn a_tag_covers_every_byte_of_the_answer_and_who_has_asked() {
        let answer = |tag: Tag, asker, body: &'static str, known: Option<&HeaderValue>| {
            let if_none_match = known.cloned();
            let conditions = Conditions { asker, if_none_match, ..Conditions::default() };
            conditions.answer_json(&tag, || Bytes::from_static(body.as_bytes()))
        };
        let first = answer(Tag::of_version(1), None, "one", None).headers()[ETAG].clone();
        let status = |tag, asker, body| answer(tag, asker, body, Some(&first)).status();
        assert_eq!(status(Tag::of_version(1), None, "one"), StatusCode::NOT_MODIFIED);
        assert_eq!(status(Tag::of_version(1), None, "two"), StatusCode::OK);
        assert_eq!(status(Tag::of_version(2), None, "one"), StatusCode::OK);
        let number = Tag::of_number(7);
        let mut tags: Vec<_> = [None, Some(Role::Member), Some(Role::Admin)]
            .map(|asker| answer(number, asker, "one", None).headers()[ETAG].clone())
            .to_vec();
        tags.dedup();
        assert_eq!(tags.len(), 3);
        assert_eq!(Versioned(1, "x").into_response().headers()[ETAG], {
            let read = answer(Tag::of_version(1), None, "\"x\"", None);
            read.headers()[ETAG].clone()
        });
    }
}
