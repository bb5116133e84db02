use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Json, Problem, ResourceId};

use super::with_tag;
use crate::Career;
use crate::resumes::input::ResumeInput;
use crate::resumes::model::ResumeView;

pub fn update(career: Career) -> Endpoint {
    Endpoint::new("Change a resume", handle, career)
        .details(
            "What the body leaves out stays as it is. The default stays the default until another \
             one is made so.",
        )
        .body::<ResumeInput>()
        .answers::<ResumeView>("The changed resume")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(input): Json<ResumeInput>,
) -> Result<Response, Problem> {
    let stored = career.update_resume(id, input, conditions.expected_version()).await?;
    with_tag(&career, stored).await
}
