use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Content;

pub fn delete(content: Content) -> Endpoint {
    Endpoint::new("Delete a section", handle, content)
        .details("It and everything below it is hidden, kept, and can be restored.")
        .answers_nothing("The section is hidden")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    content.delete_section(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
