use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::navlinks::NavLinks;

pub fn delete(links: NavLinks) -> Endpoint {
    Endpoint::new("Delete a navigation link", handle, links)
        .details("For good: links have no bin.")
        .answers_nothing("The link is gone")
        .conditional()
}

async fn handle(
    State(links): State<NavLinks>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    links.delete(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
