use axum::extract::State;
use edge::{Endpoint, Json, Limit, Offset, Params, Principal, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::user_of;
use crate::Memory;
use crate::voice::{FeedbackType, FeedbackView};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListFeedback {
    feedback_type: Option<FeedbackType>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

const USUAL_LIMIT: u32 = 20;

pub fn list(memory: Memory) -> Endpoint {
    Endpoint::new("List your feedback", handle, memory)
        .details("Your own entries and nobody else's, the newest first.")
        .query::<ListFeedback>()
        .reports::<Slice<FeedbackView>>(200, "The entries")
}

async fn handle(
    State(memory): State<Memory>,
    principal: Principal,
    Params(query): Params<ListFeedback>,
) -> Result<Json<Slice<FeedbackView>>, Problem> {
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    let user_id = user_of(&principal)?;
    Ok(Json(memory.list_feedback(user_id, query.feedback_type, page).await?))
}
