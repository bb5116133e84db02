use axum::extract::State;
use edge::{Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Content;

pub fn delete(content: Content) -> Endpoint {
    Endpoint::new("Forget an address that was asked for in vain", handle, content)
        .details("It is counted anew when somebody asks for it again.")
        .answers_nothing("The address is forgotten")
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
) -> Result<StatusCode, Problem> {
    content.delete_miss(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
