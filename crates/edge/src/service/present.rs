//! Pages on their way out. A handler's [`Page`] becomes a document, and a failure becomes a page
//! for those who ask for one; everything else passes as it is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, CONTENT_LENGTH, VARY};
use http::{HeaderValue, Method};

use crate::page::{Document, Failure, Page, PlainShell, Shell};
use crate::{Problem, RequestContext};

pub(super) fn present(
    mut response: Response,
    shell: &dyn Shell,
    context: &RequestContext,
) -> Response {
    // Most answers carry nothing beside themselves.
    if response.extensions().is_empty() {
        return response;
    }
    if let Some(page) = response.extensions_mut().remove::<Page>() {
        return match document(shell, |shell| shell.document(page.clone(), context)) {
            Some(document) => put(response, document, context),
            None => Problem::internal("a page could not be written").into_response(),
        };
    }
    let Some(failure) = response.extensions_mut().remove::<Failure>() else { return response };
    // Also for those who get the document: a cache must not hand it to a browser that asks for a
    // page.
    response.headers_mut().append(VARY, ACCEPT.into());
    if !context.prefers_page() {
        return response;
    }
    let written =
        document(shell, |shell| shell.document(shell.failure(&failure, context), context));
    match written {
        Some(document) => put(response, document, context),
        // The document for programs is still there. A plain failure is better than none.
        None => response,
    }
}

/// What the shell writes or, where it panics, the plain one. A fault in what stands around a page
/// must not take the page away.
fn document(shell: &dyn Shell, write: impl Fn(&dyn Shell) -> Document) -> Option<Document> {
    let shells = [shell, &PlainShell];
    shells.into_iter().find_map(|shell| {
        let written = catch_unwind(AssertUnwindSafe(|| write(shell)));
        written.inspect_err(|_| tracing::error!(?shell, "the shell of a page panicked")).ok()
    })
}

/// The document in place of the body. What the answer says besides stays: when to try again, how to
/// sign in, cookies, the cause for the log.
fn put(mut response: Response, document: Document, context: &RequestContext) -> Response {
    let Document { status, headers, html } = document;
    *response.status_mut() = status;
    for (name, value) in &headers {
        response.headers_mut().insert(name, value.clone());
    }
    // The router has measured the body that was there before.
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(html.len()));
    *response.body_mut() = match *context.method() == Method::HEAD {
        // The length is told as it would be with GET.
        true => Body::empty(),
        false => Body::from(html),
    };
    response
}
