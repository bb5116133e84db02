use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;

use crate::Content;
use crate::redirects::{RedirectInput, RedirectView};

pub fn create(content: Content) -> Endpoint {
    Endpoint::new("Create a redirect by hand", handle, content)
        .details("It leads to whatever is at `new_path` and follows it when it moves.")
        .complete_body::<RedirectInput>("NewRedirect", &["old_path", "new_path"])
        .repeatable()
        .reports::<RedirectView>(201, "The new redirect")
        .fails(&[Code::Conflict, Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    Repeatable { body: input, once }: Repeatable<RedirectInput>,
) -> Result<Response, Problem> {
    let view = content.create_redirect(input, once).await?;
    let location = format!("/redirects/{}", view.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(view)).into_response())
}
