//! What no row of the table answers.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::ALLOW;
use http::{HeaderValue, Method};
use kernel::Code;

use super::endpoint::IsThere;
use super::guard::refuse_ended_session;
use crate::failure::Failure;
use crate::{Problem, RequestContext};

/// The methods an address does have. The `Allow` header is the router's.
pub(super) async fn method_not_allowed(context: RequestContext) -> Problem {
    another_method(&context)
}

fn another_method(context: &RequestContext) -> Problem {
    match refuse_ended_session(context) {
        Err(ended) => ended,
        Ok(()) => {
            Problem::new(Code::MethodNotAllowed, "The Allow header names the methods that work.")
        }
    }
}

/// The answer to who wants to do something else than read where there are pages only.
pub(super) fn only_read(request: &Request, is_there: &IsThere) -> Response {
    let context = request.extensions().get::<RequestContext>();
    let Some(context) = context.filter(|context| is_there(context)) else {
        return Problem::not_found().into_response();
    };
    let mut response = another_method(context).into_response();
    response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET,HEAD"));
    response
}

/// No page is there either.
pub(super) async fn nothing_here() -> Problem {
    Problem::not_found()
}

/// Whether an address belongs to programs, so that no page can be there.
pub(super) fn is_for_programs(request: &Request) -> bool {
    let context = request.extensions().get::<RequestContext>();
    // The router has cut `/api` off by now. The context knows the address as it was written.
    let path = context.map_or(request.uri(), RequestContext::uri).path();
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(super) fn is_read(request: &Request) -> bool {
    [Method::GET, Method::HEAD].contains(request.method())
}

/// Always a document, as only programs come here.
pub(super) fn unknown_to_programs(request: &Request) -> Response {
    let context = request.extensions().get::<RequestContext>();
    let problem = match context.map(refuse_ended_session) {
        Some(Err(ended)) => ended,
        _ => Problem::not_found(),
    };
    let mut response = problem.into_response();
    // Without it the service has nothing to make a page of.
    response.extensions_mut().remove::<Failure>();
    response
}
