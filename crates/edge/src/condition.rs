use std::convert::Infallible;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use kernel::ExpectedVersion;

use crate::Problem;

/// The entity tag of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(HeaderValue);

impl Tag {
    /// The tag of a single document, which changes with its version.
    pub fn of_version(version: i64) -> Self {
        Self::quoted(&format!("v{version}"))
    }

    /// The tag of an answer made of many documents.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::of_number(xxhash_rust::xxh3::xxh3_64(bytes))
    }

    /// The tag of an answer that a number stands for. Nearly every answer has one, so it is
    /// written without the detour of a text.
    pub fn of_number(number: u64) -> Self {
        let mut text = [b'"'; 18];
        for (place, digit) in text[1..17].iter_mut().enumerate() {
            let value = (number >> (60 - 4 * place)) & 0xf;
            *digit = b"0123456789abcdef"[value as usize];
        }
        Self(HeaderValue::from_bytes(&text).expect("digits and letters"))
    }

    fn quoted(text: &str) -> Self {
        Self(HeaderValue::try_from(format!("\"{text}\"")).expect("digits and letters"))
    }

    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

/// What the client says about the state it has seen.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    if_match: Option<String>,
    if_none_match: Option<HeaderValue>,
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
        if tags.clone().any(|tag| tag == "*") {
            return ExpectedVersion::Any;
        }
        let version = |tag: &str| -> Option<i64> {
            let tag = tag.trim_start_matches("W/");
            let number = tag.strip_prefix("\"v")?.strip_suffix('"')?.parse().ok()?;
            // Only the spelling we hand out: "v03" and "v+3" are no tags of ours.
            (Tag::of_version(number).0.as_bytes() == tag.as_bytes()).then_some(number)
        };
        ExpectedVersion::OneOf(tags.by_ref().filter_map(version).collect())
    }

    /// Answers 304 when the client has these bytes already.
    pub fn answer_json(&self, tag: &Tag, body: impl FnOnce() -> Bytes) -> Response {
        let unchanged = self
            .if_none_match
            .as_ref()
            .and_then(|wanted| wanted.to_str().ok())
            .is_some_and(|wanted| names(wanted, tag));
        let mut response = match unchanged {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => {
                let mut response = Response::new(Body::from(body()));
                // Room for these and for all that the frame adds, at once.
                response.headers_mut().reserve(12);
                let json = HeaderValue::from_static("application/json");
                response.headers_mut().insert(CONTENT_TYPE, json);
                response
            }
        };
        response.headers_mut().insert(ETAG, tag.header());
        response
    }
}

/// Whether a list of tags (or `*`) names this one. A compressed answer keeps its tag, so weak and
/// strong spellings are the same to us.
fn names(list: &str, tag: &Tag) -> bool {
    let current = tag.0.as_bytes();
    list.split(',').map(str::trim).any(|candidate| {
        candidate == "*" || candidate.trim_start_matches("W/").as_bytes() == current
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
            assert_eq!(Tag::of_number(number).header(), tag);
        }
    }

    #[test]
    fn a_condition_names_versions_in_any_usual_spelling() {
        let given = |value: &str| Conditions { if_match: Some(value.into()), if_none_match: None };
        for matching in ["\"v3\"", "W/\"v3\"", "\"v1\", \"v3\"", "*"] {
            assert!(given(matching).require(3).is_ok(), "{matching}");
        }
        for other in ["\"v2\"", "v3", "", "\"v33\"", "\"v03\"", "\"v+3\""] {
            assert!(given(other).require(3).is_err(), "{other}");
        }
        assert!(Conditions::default().require(3).is_ok());
    }
}
