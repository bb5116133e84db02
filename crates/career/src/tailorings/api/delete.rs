use axum::extract::State;
use edge::{Conditions, Endpoint, Principal, Problem, ResourceId};
use http::StatusCode;

use super::user_of;
use crate::Career;

pub fn delete(career: Career) -> Endpoint {
    Endpoint::new("Delete a tailored resume", handle, career)
        .details("For good. Your own only, also for administrators.")
        .answers_nothing("The tailored resume is gone")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    career
        .delete_tailoring(user_of(&principal)?.to_owned(), id, conditions.expected_version())
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
