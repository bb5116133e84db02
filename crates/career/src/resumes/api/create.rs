use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;

use super::with_tag;
use crate::Career;
use crate::resumes::input::ResumeInput;
use crate::resumes::model::ResumeView;

pub fn create(career: Career) -> Endpoint {
    Endpoint::new("Create a resume", handle, career)
        .details(
            "The first resume is the default. Its statements become chunks of the memory in the \
             same transaction.",
        )
        .complete_body::<ResumeInput>("NewResume", &["document"])
        .repeatable()
        .creates::<ResumeView>("The new resume")
        .fails(&[Code::Conflict])
}

async fn handle(
    State(career): State<Career>,
    Repeatable { body: input, once }: Repeatable<ResumeInput>,
) -> Result<Response, Problem> {
    let stored = career.create_resume(input, once).await?;
    let location = format!("/resumes/{}", stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(&career, stored).await?)
        .into_response())
}
