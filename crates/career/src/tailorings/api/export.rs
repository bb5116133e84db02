use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Principal, Problem, ResourceId};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};

use super::user_of;
use crate::Career;

pub fn json(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as JSON Resume", download_json, career)
        .answers_with(&["application/json"], "A JSON Resume document, to be saved")
}

async fn download_json(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let tailoring = career.get_tailoring(user_of(&principal)?, id).await?.document;
    let body = serde_json::to_vec_pretty(&tailoring.resume).map_err(Problem::internal)?;
    Ok(download("application/json", "resume.json", body))
}

fn download(media: &'static str, name: &str, body: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (CONTENT_TYPE, media.to_owned()),
        (CONTENT_DISPOSITION, disposition),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    (headers, body).into_response()
}
