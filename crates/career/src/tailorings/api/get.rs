use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, ResourceId, Tag};

use super::user_of;
use crate::Career;
use crate::tailorings::TailoringView;

pub fn get(career: Career) -> Endpoint {
    Endpoint::new("Read one tailored resume", handle, career)
        .details("Your own only, also for administrators.")
        .answers::<TailoringView>("The tailored resume as it is now")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let stored = career.get_tailoring(user_of(&principal)?, id).await?;
    let tag = Tag::of_version(stored.version);
    let view = career.show_tailoring(stored.document).await?;
    let body = serde_json::to_vec(&view).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&tag, || body.into()))
}
