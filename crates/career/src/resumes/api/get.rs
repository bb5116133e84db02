use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Problem, ResourceId, Tag};

use crate::Career;
use crate::resumes::model::ResumeView;

pub fn get(career: Career) -> Endpoint {
    Endpoint::new("Read one resume", handle, career)
        .answers::<ResumeView>("The resume, its document as it was given")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let stored = career.get_resume(id).await?;
    let tag = Tag::of_version(stored.version);
    let view = career.view_of(stored.document).await?;
    let body = serde_json::to_vec(&view).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&tag, || body.into()))
}
