use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Principal, Problem, ResourceId};

use super::user_of;
use crate::Career;
use crate::printing::api::download;

pub fn json(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as JSON Resume", download_json, career)
        .answers_with(&["application/json"], "A JSON Resume document, to be saved")
}

async fn download_json(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let tailoring = career.get_sendable(user_of(&principal)?, id).await?;
    let body = serde_json::to_vec_pretty(&tailoring.resume).map_err(Problem::internal)?;
    Ok(download("application/json", "resume.json", body))
}
