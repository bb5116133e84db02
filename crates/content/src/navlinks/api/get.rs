use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Problem, ResourceId, Tag};

use crate::navlinks::{NavLink, NavLinks};

pub fn get(links: NavLinks) -> Endpoint {
    Endpoint::new("Read one navigation link", handle, links)
        .answers::<NavLink>("The link")
        .conditional()
}

async fn handle(
    State(links): State<NavLinks>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<Response, Problem> {
    links.read(|snapshot| {
        let stored = snapshot.find(id).ok_or_else(Problem::not_found)?;
        let body = serde_json::to_vec(&stored.document).map_err(Problem::internal)?;
        Ok(conditions.answer_json(&Tag::of_version(stored.version), || body.into()))
    })
}
