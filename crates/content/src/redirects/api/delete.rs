use axum::extract::State;
use edge::{Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Site;

pub fn delete(site: Site) -> Endpoint {
    Endpoint::new("Remove a redirect", handle, site).answers_nothing("The redirect is gone")
}

async fn handle(
    State(site): State<Site>,
    ResourceId(id): ResourceId,
) -> Result<StatusCode, Problem> {
    site.delete_redirect(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
