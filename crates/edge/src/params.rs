use std::collections::BTreeMap;

use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
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

/// What stands in the places of a path, read into `T`: one value, several in their order, or a
/// struct with a field for each name. What cannot be read names nothing, so it is answered like
/// what is not there.
#[derive(Clone, Copy, Debug)]
pub struct InPath<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let read = places(parts, state).await;
        read.map(Self).map_err(|rejection| unread(rejection, Problem::not_found))
    }
}

/// The id in a path. What is not an id names nothing, so it is answered like an id that names
/// nothing.
#[derive(Clone, Copy, Debug)]
pub struct ResourceId(pub Id);

impl<S: Send + Sync> FromRequestParts<S> for ResourceId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        InPath::from_request_parts(parts, state).await.map(|InPath(id)| Self(id))
    }
}

/// The rest of a path behind a `{*name}`, percent-decoded.
#[derive(Clone, Debug)]
pub struct Tail(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Tail {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let read = places(parts, state).await;
        let not_text = || Problem::malformed("The path is not text.");
        read.map(Self).map_err(|rejection| unread(rejection, not_text))
    }
}

#[expect(clippy::disallowed_types, reason = "this is where its rejection becomes a problem")]
async fn places<S, T>(parts: &mut Parts, state: &S) -> Result<T, PathRejection>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    let read = axum::extract::Path::from_request_parts(parts, state).await;
    read.map(|axum::extract::Path(places)| places)
}

/// The client's fault is what it is for this path; a path that has other places than its handler
/// reads is ours.
fn unread(rejection: PathRejection, of_client: fn() -> Problem) -> Problem {
    match rejection.status().is_server_error() {
        true => Problem::internal(rejection),
        false => of_client(),
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::handler::Handler;
    use axum::routing::get;
    use http::StatusCode;
    use http::header::CONTENT_TYPE;
    use serde::Deserialize;
    use tower::ServiceExt;

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

    /// What a path is answered with where it is `/{…}`.
    async fn answer<H, P>(handler: H, route: &str, path: &str) -> String
    where
        H: Handler<P, ()>,
        P: 'static,
    {
        let router = Router::new().route(route, get(handler));
        let request = Request::get(path).body(Body::empty()).unwrap();
        let answer = router.oneshot(request).await.unwrap();
        let status = answer.status().as_u16();
        let media = answer.headers().get(CONTENT_TYPE).map(|media| media.to_str().unwrap());
        format!("{status} {}", media.unwrap_or_default())
    }

    #[tokio::test]
    async fn a_path_that_cannot_be_read_is_a_problem_for_every_reader() {
        async fn text(InPath(_): InPath<String>) -> StatusCode {
            StatusCode::NO_CONTENT
        }
        async fn pair(InPath(_): InPath<(Id, usize)>) -> StatusCode {
            StatusCode::NO_CONTENT
        }
        async fn id(ResourceId(_): ResourceId) -> StatusCode {
            StatusCode::NO_CONTENT
        }
        async fn tail(Tail(_): Tail) -> StatusCode {
            StatusCode::NO_CONTENT
        }
        const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
        let problem = |status: u16| format!("{status} application/problem+json");
        for path in ["/%c0%ae", "/%ff", "/a%80"] {
            assert_eq!(answer(text, "/{name}", path).await, problem(404), "{path}");
            assert_eq!(answer(id, "/{id}", path).await, problem(404), "{path}");
            assert_eq!(answer(tail, "/{*tail}", path).await, problem(400), "{path}");
            for path in [format!("{path}/1"), format!("/{ID}{path}")] {
                assert_eq!(answer(pair, "/{id}/{number}", &path).await, problem(404), "{path}");
            }
        }
        assert_eq!(answer(pair, "/{id}/{number}", &format!("/{ID}/-1")).await, problem(404));
        assert_eq!(answer(text, "/{name}", "/%c3%bc").await, "204 ");
        assert_eq!(answer(id, "/{id}", &format!("/{ID}")).await, "204 ");
        assert_eq!(answer(pair, "/{id}/{number}", &format!("/{ID}/1")).await, "204 ");
        assert_eq!(answer(tail, "/{*tail}", "/a/b").await, "204 ");
        // No client can send what this handler wants.
        assert_eq!(answer(pair, "/{id}", &format!("/{ID}")).await, problem(500));
    }

    #[test]
    fn text_is_taken_literally() {
        let sample = read::<Sample>("tag=1%3BDROP+TABLE%20x%27&unknown=1").unwrap();
        assert_eq!(sample.tag.as_deref(), Some("1;DROP TABLE x'"));
        assert!(read::<Sample>("tag=a%00b").is_err());
    }
}
