use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Page, Principal, Problem, ResourceId};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, REFERRER_POLICY};

use super::page::page;
use super::user_of;
use crate::Career;
use crate::tailorings::export;

pub fn json(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as JSON Resume", download_json, career)
        .answers_with(&["application/json"], "A JSON Resume document, to be saved")
}

pub fn markdown(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as Markdown", download_markdown, career)
        .answers_with(&["text/markdown"], "Markdown, to be saved")
}

pub fn html(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as a page", show_page, career)
        .details("Made to be printed on one page.")
        .answers_with(&["text/html"], "A page")
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

async fn download_markdown(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let tailoring = career.get_tailoring(user_of(&principal)?, id).await?.document;
    let body = export::markdown(&tailoring.resume).into_bytes();
    Ok(download("text/markdown; charset=utf-8", "resume.md", body))
}

async fn show_page(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Page, Problem> {
    let tailoring = career.get_tailoring(user_of(&principal)?, id).await?.document;
    Ok(page(&tailoring.resume).header(REFERRER_POLICY, HeaderValue::from_static("no-referrer")))
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
