use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Params, Principal, Problem};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use kernel::{Code, Id};
use sheet::{Document, Order};

use super::{resume, tailoring};
use crate::Career;
use crate::printing::PrintOptions;

const DETAILS: &str = "The page that the PDF has under this number, from 1, as shapes.";
const FORMS: &[&str] = &["image/svg+xml"];

pub fn resume_page(career: Career) -> Endpoint {
    described(Endpoint::new("A page of a resume as a picture", of_resume, career))
}

pub fn tailoring_page(career: Career) -> Endpoint {
    described(Endpoint::new("A page of a tailored resume as a picture", of_tailoring, career))
}

fn described(endpoint: Endpoint) -> Endpoint {
    endpoint
        .details(DETAILS)
        .path::<usize>("number")
        .query::<PrintOptions>()
        .answers_with(FORMS, "A picture of the page")
        .fails(&[Code::Busy])
}

async fn of_resume(
    State(career): State<Career>,
    Path(place): Path<(String, String)>,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (id, number) = read(&place)?;
    let order = resume::read(&career, id, options).await?;
    draw(&career, order, number).await
}

async fn of_tailoring(
    State(career): State<Career>,
    principal: Principal,
    Path(place): Path<(String, String)>,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (id, number) = read(&place)?;
    let order = tailoring::read(&career, &principal, id, options).await?;
    draw(&career, order, number).await
}

fn read((id, number): &(String, String)) -> Result<(Id, usize), Problem> {
    id.parse().ok().zip(number.parse().ok()).ok_or_else(Problem::not_found)
}

async fn draw(
    career: &Career,
    (document, order): (Document, Order),
    number: usize,
) -> Result<Response, Problem> {
    let drawn = career.draw(document, order, number).await?.ok_or_else(Problem::not_found)?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, no-cache")];
    Ok((headers, drawn).into_response())
}
