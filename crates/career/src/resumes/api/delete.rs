use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Career;

pub fn delete(career: Career) -> Endpoint {
    Endpoint::new("Delete a resume", handle, career)
        .details(
            "For good, and with its chunks. When it was the default, the newest other one becomes \
             it.",
        )
        .answers_nothing("The resume is gone")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    career.delete_resume(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
