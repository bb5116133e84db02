use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem, ResourceId};

use crate::Career;
use crate::printing::api::download;
use crate::resumes::export::without_gaps;

pub fn json(career: Career) -> Endpoint {
    Endpoint::new("A resume as JSON Resume 1.0", handle, career)
        .details(
            "As it is read, whatever hand it came from: today's names, plain dates and clean texts, \
             without what says nothing. The document as it was given is in `GET /resumes/{id}`.",
        )
        .answers_with(&["application/json"], "A JSON Resume document, to be saved")
}

async fn handle(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let resume = career.get_resume(id).await?.document;
    let tree = without_gaps(resume.tree().map_err(Problem::internal)?);
    let body = serde_json::to_vec_pretty(&tree).map_err(Problem::internal)?;
    Ok(download("application/json", "resume.json", body))
}
