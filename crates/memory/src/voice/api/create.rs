use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal, Problem, Repeatable};
use http::StatusCode;

use super::user_of;
use crate::Memory;
use crate::voice::{FeedbackInput, FeedbackView};

pub fn create(memory: Memory) -> Endpoint {
    Endpoint::new("Give feedback on a text", handle, memory)
        .details(
            "Approved and edited text becomes an example of your voice, rejected and flagged text \
             something not to imitate. It is embedded in the background; `vector_id` is null until \
             then. What the owner (an administrator) approves or edits is also an approved wording of \
             the fact it was made from: `source_text`, or else the `original_text` that was edited. \
             Tailored resumes then say the fact so, until the fact itself is changed.",
        )
        .complete_body::<FeedbackInput>(
            "VoiceFeedbackCreate",
            &["original_text", "job_context", "feedback_type"],
        )
        .repeatable()
        .reports::<FeedbackView>(201, "The new entry")
}

async fn handle(
    State(memory): State<Memory>,
    principal: Principal,
    Repeatable { body: input, once }: Repeatable<FeedbackInput>,
) -> Result<Response, Problem> {
    let by_owner = principal.is_admin();
    let stored = memory.create_feedback(user_of(&principal)?, by_owner, input, once).await?;
    Ok((StatusCode::CREATED, Json(stored.document)).into_response())
}
