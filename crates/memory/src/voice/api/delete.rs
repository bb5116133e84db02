use axum::extract::State;
use edge::{Endpoint, Principal, Problem, ResourceId};
use http::StatusCode;

use super::user_of;
use crate::Memory;

pub fn delete(memory: Memory) -> Endpoint {
    Endpoint::new("Take back feedback", handle, memory)
        .details(
            "For good, together with the chunk it became: it is no example, no warning and no approved \
             wording any more. Your own only, also for administrators.",
        )
        .answers_nothing("The entry is gone")
}

async fn handle(
    State(memory): State<Memory>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<StatusCode, Problem> {
    match memory.delete_feedback(user_of(&principal)?, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::not_found()),
    }
}
