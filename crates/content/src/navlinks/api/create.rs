use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;

use super::with_tag;
use crate::navlinks::{NavLink, NavLinkInput, NavLinks};

pub fn create(links: NavLinks) -> Endpoint {
    Endpoint::new("Create a navigation link", handle, links)
        .complete_body::<NavLinkInput>("NewNavLink", &["title", "url"])
        .repeatable()
        .creates::<NavLink>("The new link")
}

async fn handle(
    State(links): State<NavLinks>,
    Repeatable { body: input, once }: Repeatable<NavLinkInput>,
) -> Result<Response, Problem> {
    let stored = links.create(input, once).await?;
    let location = format!("/navlinks/{}", stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(stored)).into_response())
}
