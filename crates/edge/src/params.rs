use std::collections::BTreeMap;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use kernel::{FieldError, Id};
use serde::de::DeserializeOwned;

use crate::Problem;

/// The query string, read into `T`. Names that `T` does not know are ignored; of a name given
/// several times the last one counts; a value that does not fit is a problem that names it.
#[derive(Clone, Copy, Debug)]
pub struct Params<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        read(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    // Most requests ask for a few things in plain words. What is well-formed and names nothing
    // twice needs no care; what is not is read again below, where it is found out why.
    if is_plain(query) {
        let pairs = form_urlencoded::parse(query.as_bytes());
        if let Ok(read) = T::deserialize(serde_urlencoded::Deserializer::new(pairs)) {
            return Ok(read);
        }
    }
    let last_of_each: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
    if let Some((name, _)) = last_of_each.iter().find(|(_, value)| value.contains('\0')) {
        return Err(Problem::invalid_field(name.as_ref(), "must not hold a NUL character"));
    }
    let unambiguous =
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&last_of_each).finish();
    let pairs = form_urlencoded::parse(unambiguous.as_bytes());
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs)).map_err(|error| {
        let field = error.path().to_string();
        Problem::invalid(vec![FieldError { field, message: error.inner().to_string() }])
    })
}

/// Whether nothing is encoded, and no name is given twice.
fn is_plain(query: &str) -> bool {
    let names = || query.split('&').map(|pair| pair.split('=').next());
    let repeats = || names().enumerate().any(|(at, name)| names().take(at).any(|it| it == name));
    // Looking for repeated names compares each with each. Beyond this length that is no longer
    // quick.
    query.len() <= 200 && !query.contains('%') && !repeats()
}

/// The id in a path. What is not an id names nothing, so it is answered like an id that names
/// nothing.
#[derive(Clone, Copy, Debug)]
pub struct ResourceId(pub Id);

impl<S: Send + Sync> FromRequestParts<S> for ResourceId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let text: Result<Path<String>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        text.ok().and_then(|Path(text)| text.parse().ok()).map(Self).ok_or_else(Problem::not_found)
    }
}

/// The rest of a path behind a `{*name}`, percent-decoded.
#[derive(Clone, Debug)]
pub struct Tail(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Tail {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(tail)) => Ok(Self(tail)),
            Err(_) => Err(Problem::malformed("The path is not text.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::{Limit, Offset, page};

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Sample {
        limit: Option<Limit>,
        offset: Option<Offset>,
        tag: Option<String>,
    }

    fn limit_of(query: &str) -> Result<u32, String> {
        read::<Sample>(query)
            .map(|sample| page(sample.limit, sample.offset, 20).limit)
            .map_err(|problem| format!("{problem:?}"))
    }

    #[test]
    fn limits_are_lowered_to_the_most_and_refused_below_one() {
        for (query, limit) in [
            ("", 20),
            ("limit=1", 1),
            ("limit=500", 500),
            ("limit=501", 500),
            ("limit=1000000000", 500),
            ("limit=10&limit=999999", 500),
            ("limit[]=5", 20),
        ] {
            assert_eq!(limit_of(query), Ok(limit), "{query}");
        }
        for query in ["limit=0", "limit=-1", "limit=1.5", "limit=abc", "limit=18446744073709551616"]
        {
            let problem = limit_of(query).unwrap_err();
            assert!(problem.contains("field: \"limit\""), "{query}: {problem}");
        }
        for query in ["offset=-1", "offset=x", "offset=9223372036854775808"] {
            assert!(limit_of(query).unwrap_err().contains("field: \"offset\""), "{query}");
        }
    }

    #[test]
    fn text_is_taken_literally() {
        let sample = read::<Sample>("tag=1%3BDROP+TABLE%20x%27&unknown=1").unwrap();
        assert_eq!(sample.tag.as_deref(), Some("1;DROP TABLE x'"));
        assert!(read::<Sample>("tag=a%00b").is_err());
    }
}
