use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Site;

pub fn delete(site: Site) -> Endpoint {
    Endpoint::new("Delete a section", handle, site)
        .details("It and everything below it is hidden, kept, and can be restored.")
        .answers_nothing("The section is hidden")
        .conditional()
}

async fn handle(
    State(site): State<Site>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    site.delete_section(id, conditions).await?;
    Ok(StatusCode::NO_CONTENT)
}
