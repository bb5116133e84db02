use axum::extract::State;
use edge::{Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Content;

pub fn delete(content: Content) -> Endpoint {
    Endpoint::new("Remove a redirect", handle, content).answers_nothing("The redirect is gone")
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
) -> Result<StatusCode, Problem> {
    content.delete_redirect(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
