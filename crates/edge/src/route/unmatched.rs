//! What no row of the table answers.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::Method;
use kernel::Code;

use super::guard::refuse_ended_session;
use crate::failure::Failure;
use crate::{Problem, RequestContext};

/// The methods an address does have. The `Allow` header is the router's.
pub(super) async fn method_not_allowed(context: RequestContext) -> Problem {
    match refuse_ended_session(&context) {
        Err(ended) => ended,
        Ok(()) => {
            Problem::new(Code::MethodNotAllowed, "The Allow header names the methods that work.")
        }
    }
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
