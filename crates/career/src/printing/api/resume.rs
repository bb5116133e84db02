use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Json, Page, Params, Problem, ResourceId};
use kernel::{Code, Id};
use sheet::{Document, Order};

use super::form::{self, Length};
use super::html::page;
use crate::Career;
use crate::printing::PrintOptions;

pub fn resume_pdf(career: Career) -> Endpoint {
    Endpoint::new("A resume as PDF", pdf, career)
        .details("All of it. `X-Pages` says how many pages it has.")
        .query::<PrintOptions>()
        .answers_with(&["application/pdf"], "A file to send, tagged, with its faces embedded")
        .fails(&[Code::Busy])
}

pub fn resume_text(career: Career) -> Endpoint {
    Endpoint::new("A resume as plain text", text, career)
        .query::<PrintOptions>()
        .answers_with(&["text/plain"], "Text in the order of the page")
}

pub fn resume_html(career: Career) -> Endpoint {
    Endpoint::new("A resume as a page", html, career)
        .details("Made to be printed, in the same look as the PDF.")
        .query::<PrintOptions>()
        .answers_with(&["text/html"], "A page")
}

pub fn resume_extent(career: Career) -> Endpoint {
    Endpoint::new("How many pages a resume has", extent, career)
        .query::<PrintOptions>()
        .reports::<Length>(200, "Measured, not estimated")
        .fails(&[Code::Busy])
}

pub(super) async fn read(
    career: &Career,
    id: Id,
    options: PrintOptions,
) -> Result<(Document, Order), Problem> {
    let resume = career.find_resume(id).await?.ok_or_else(Problem::not_found)?;
    let tree = resume.tree().map_err(Problem::internal)?;
    let options = options.or_language(resume.language(&tree));
    Ok(options.read(&tree, None))
}

async fn pdf(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let order = read(&career, id, options).await?;
    Ok(form::pdf(&career, order).await?)
}

async fn text(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    Ok(form::text(read(&career, id, options).await?))
}

async fn html(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Page, Problem> {
    let (document, order) = read(&career, id, options).await?;
    Ok(page(&document, &order))
}

async fn extent(
    State(career): State<Career>,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Json<Length>, Problem> {
    let (document, order) = read(&career, id, options).await?;
    let extent = career.measure(document.clone(), order).await?;
    Ok(Json(Length::new(&document, &order, extent)))
}
