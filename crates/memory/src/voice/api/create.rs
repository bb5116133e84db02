use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal, Problem};
use http::StatusCode;

use super::user_of;
use crate::Memory;
use crate::voice::{FeedbackInput, FeedbackView};

pub fn create(memory: Memory) -> Endpoint {
    Endpoint::new("Give feedback on a text", handle, memory)
        .details(
            "Approved and edited text becomes an example of your voice, rejected and flagged text \
             something not to imitate. It is embedded in the background; `vector_id` is null until \
             then.",
        )
        .complete_body::<FeedbackInput>(
            "VoiceFeedbackCreate",
            &["original_text", "job_context", "feedback_type"],
        )
        .reports::<FeedbackView>(201, "The new entry")
}

async fn handle(
    State(memory): State<Memory>,
    principal: Principal,
    Json(input): Json<FeedbackInput>,
) -> Result<Response, Problem> {
    let stored = memory.create_feedback(user_of(&principal)?, input).await?;
    Ok((StatusCode::CREATED, Json(stored.document)).into_response())
}
