//! The admin area: one page for `/admin` and every address below it.
//!
//! The page is empty but for a sentence; the script that `web/admin` was built to reads the address
//! and asks the API for everything else. What somebody may do is decided there, not here: the page
//! holds nothing that is not in the public sources. A binary that was built without the web part
//! says so in its place.

mod page;

use axum::response::{IntoResponse, Response};
use edge::{PageEndpoint, RequestContext};
use http::header::{COOKIE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, StatusCode};

/// The page of all screens.
pub(crate) fn screens() -> PageEndpoint {
    PageEndpoint::new(handle, ())
}

async fn handle(context: RequestContext, headers: HeaderMap) -> Response {
    let Some(built) = page::Built::find(context.assets()) else {
        return page::not_built().into_response();
    };
    let document = built.document(&context);
    let tag = edge::tag_of_bytes(document.html.as_bytes());
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Compared without the mark of a weak tag, as the page is compressed on its way.
    let is_known = known.is_some_and(|known| {
        let given = known.split(',').map(|tag| tag.trim().trim_start_matches("W/"));
        given.into_iter().any(|given| given == "*" || given.as_bytes() == tag.as_bytes())
    });
    let mut response = match is_known {
        true => (StatusCode::NOT_MODIFIED, document.headers).into_response(),
        false => document.into_response(),
    };
    response.headers_mut().insert(ETAG, tag);
    // The page has the theme in it, which a cookie chooses.
    response.headers_mut().append(VARY, COOKIE.into());
    response
}
