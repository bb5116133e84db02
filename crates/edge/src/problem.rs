use std::borrow::Cow;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use kernel::{Code, FieldError, Invalid, Outdated};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use store::{ChangeError, StoreError};

use crate::failure::{Failure, Way};

/// The answer to a request that failed, as a problem document (RFC 9457). What the client may
/// know is in the document; the cause travels beside it to the log and no further.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    detail: String,
    errors: Vec<FieldError>,
    retry_after: Option<u32>,
    cause: Option<Cause>,
    people: Option<Box<ForPeople>>,
}

/// What people read where a program gets the document.
#[derive(Debug, Default)]
struct ForPeople {
    words: Option<(&'static str, &'static str)>,
    ways: Vec<Way>,
}

/// What the log gets to know of a failure. Kept in the answer's extensions until it is written.
#[derive(Clone, Debug)]
pub(crate) struct Cause(pub(crate) Arc<dyn std::error::Error + Send + Sync>);

/// How the description names the codes: an enumeration made from their table.
struct ProblemCode;

impl JsonSchema for ProblemCode {
    fn schema_name() -> Cow<'static, str> {
        "ProblemCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        json_schema!({
            "type": "string", "enum": names,
            "description": "Why a request failed, by a name that never changes. New ones may come.",
        })
    }
}

/// Why a request failed (RFC 9457).
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemBody<'a> {
    /// Where this kind of problem is described.
    #[serde(rename = "type")]
    kind: String,
    /// The stable name of this kind of problem.
    #[schemars(with = "ProblemCode")]
    code: &'a str,
    title: &'a str,
    status: u16,
    detail: &'a str,
    /// Which values are not valid. Present for validation problems only.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schemars(default)]
    errors: &'a [FieldError],
}

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let (detail, errors) = (detail.into(), Vec::new());
        Self { code, detail, errors, retry_after: None, cause: None, people: None }
    }

    pub fn malformed(detail: impl Into<String>) -> Self {
        Self::new(Code::Malformed, detail)
    }

    /// The same words for what is absent and for what is hidden.
    pub fn not_found() -> Self {
        // Telling them apart would tell strangers which drafts exist.
        Self::new(Code::NotFound, "There is nothing here.")
    }

    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "Sign in or send a valid bearer token.")
    }

    pub fn forbidden() -> Self {
        Self::new(Code::Forbidden, "Your role does not allow this.")
    }

    /// A request that a page of another site may have made the browser send.
    pub fn cross_site() -> Self {
        Self::new(
            Code::CrossSite,
            "A change with a session cookie needs X-CSRF-Token and the site's own Origin.",
        )
    }

    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = match errors.as_slice() {
            [only] => format!("{} {}.", only.field, only.message),
            several => format!("{} values are not valid.", several.len()),
        };
        Self { errors, ..Self::new(Code::Invalid, detail) }
    }

    pub fn invalid_field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::invalid(vec![FieldError { field: field.into(), message: message.into() }])
    }

    /// Something the service depends on does not answer.
    pub fn unavailable(dependency: impl Into<String>, message: impl Into<String>) -> Self {
        let error = FieldError { field: dependency.into(), message: message.into() };
        let detail = format!("{} {}.", error.field, error.message);
        Self { errors: vec![error], ..Self::new(Code::Unavailable, detail) }
    }

    /// A fault of ours. The client learns that it happened, the log learns why.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::new(Code::Internal, "The fault was logged under the request id.").caused_by(cause)
    }

    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    pub fn caused_by(mut self, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.cause = Some(Cause(Arc::from(cause.into())));
        self
    }

    pub fn code(&self) -> Code {
        self.code
    }

    /// What the client reads.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// A title and a sentence for people, who get the failure as a page.
    pub fn explained(mut self, title: &'static str, text: &'static str) -> Self {
        self.people.get_or_insert_default().words = Some((title, text));
        self
    }

    /// Where people can go on from that page.
    pub fn way(mut self, address: &'static str, label: &'static str) -> Self {
        self.people.get_or_insert_default().ways.push(Way::new(address, label));
        self
    }

    /// The same for people.
    fn failure(&mut self) -> Failure {
        let ForPeople { words, ways } = self.people.take().map(|it| *it).unwrap_or_default();
        let (title, text) = match (words, self.code) {
            (Some((title, text)), _) => (title, text.into()),
            (None, Code::Unauthenticated) => {
                ("You are not signed in", "This is for those who are signed in.".into())
            }
            (None, Code::NotFound) => {
                let text = "The address may be mistyped, or what was here is gone.";
                ("There is nothing here", text.into())
            }
            (None, Code::MethodNotAllowed) => {
                (self.code.title(), "This address cannot be used in that way.".into())
            }
            (None, Code::CrossSite) => {
                let text = "Go back, reload the page and try once more.";
                ("This did not come from a page of this site", text.into())
            }
            _ => (self.code.title(), self.detail.clone().into()),
        };
        Failure { code: self.code, title: title.into(), text, errors: self.errors.clone(), ways }
    }

    /// The document alone, for the rare places that write it without a response around it.
    pub fn to_json(&self) -> Vec<u8> {
        let body = ProblemBody {
            kind: format!("/docs#{}", self.code.name()),
            code: self.code.name(),
            title: self.code.title(),
            status: self.code.status(),
            detail: &self.detail,
            errors: &self.errors,
        };
        serde_json::to_vec(&body).expect("a problem is plain text and numbers")
    }
}

/// A document for programs; the service makes a page of it for those who ask for one.
impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        let mut response = Response::new(self.to_json().into());
        *response.status_mut() =
            StatusCode::from_u16(self.code.status()).expect("the table holds real status codes");
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.code == Code::Unauthenticated {
            // RFC 9110 asks for it with every 401.
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        let default_wait =
            // A client that is told to wait comes back later than one that is not. Five seconds are
            // no promise.
            matches!(self.code, Code::TooMany | Code::Busy | Code::Unavailable).then_some(5);
        if let Some(seconds) = self.retry_after.or(default_wait) {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        let failure = self.failure();
        // Both forms travel together. Which one is sent is decided where the client's wishes are
        // known.
        response.extensions_mut().insert(failure);
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

impl From<Invalid> for Problem {
    fn from(Invalid(errors): Invalid) -> Self {
        Self::invalid(errors)
    }
}

impl From<Outdated> for Problem {
    fn from(_: Outdated) -> Self {
        Self::new(Code::Stale, "If-Match names another version than the one that is stored.")
    }
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Invalid(invalid) => invalid.into(),
            ChangeError::Outdated(outdated) => outdated.into(),
            ChangeError::Store(error) => error.into(),
        }
    }
}

/// For rooms that have nothing more precise to say about a failed read or write.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let detail = match error.code() {
            Code::NotFound => return Self::not_found(),
            Code::Stale => "The resource was changed after you read it.",
            Code::Taken => "Another resource has this value already.",
            Code::Unavailable => "The database does not answer.",
            Code::Invalid => {
                let message = "was used for another request; take a new one";
                return Self::invalid_field(crate::repeat::NAME, message);
            }
            _ => return Self::internal(error),
        };
        Self::new(error.code(), detail).caused_by(error)
    }
}
