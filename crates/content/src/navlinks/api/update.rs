use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Json, Problem, ResourceId};

use super::with_tag;
use crate::navlinks::{NavLink, NavLinkInput, NavLinks};

pub fn update(links: NavLinks) -> Endpoint {
    Endpoint::new("Change a navigation link", handle, links)
        .details("What the body leaves out stays as it is.")
        .body::<NavLinkInput>()
        .answers::<NavLink>("The changed link")
        .conditional()
}

async fn handle(
    State(links): State<NavLinks>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(input): Json<NavLinkInput>,
) -> Result<Response, Problem> {
    Ok(with_tag(links.update(id, input, conditions.expected_version()).await?))
}
