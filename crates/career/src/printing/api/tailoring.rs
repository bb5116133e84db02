use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Json, Page, Params, Principal, Problem, ResourceId};
use kernel::{Code, Id};
use sheet::{Document, Order};

use super::form::{self, Length};
use super::html::page;
use crate::Career;
use crate::printing::PrintOptions;
use crate::tailorings::api::user_of;
use crate::tailorings::export;

pub fn tailoring_pdf(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as PDF", pdf, career)
        .details("`X-Pages` says how many pages it has.")
        .query::<PrintOptions>()
        .answers_with(&["application/pdf"], "A file to send, tagged, with its faces embedded")
        .fails(&[Code::Busy])
}

pub fn tailoring_text(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as plain text", text, career)
        .query::<PrintOptions>()
        .answers_with(&["text/plain"], "Text in the order of the page")
}

pub fn tailoring_html(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as a page", html, career)
        .details("Made to be printed, in the same look as the PDF.")
        .query::<PrintOptions>()
        .answers_with(&["text/html"], "A page")
}

pub fn tailoring_markdown(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as Markdown", markdown, career)
        .query::<PrintOptions>()
        .answers_with(&["text/markdown"], "Markdown, to be saved")
}

pub fn tailoring_extent(career: Career) -> Endpoint {
    Endpoint::new("How many pages a tailored resume has", extent, career)
        .query::<PrintOptions>()
        .reports::<Length>(200, "Measured, not estimated")
        .fails(&[Code::Busy])
}

pub(super) async fn read(
    career: &Career,
    principal: &Principal,
    id: Id,
    options: PrintOptions,
) -> Result<(Document, Order), Problem> {
    let tailoring = career.get_tailoring(user_of(principal)?, id).await?.document;
    // What a look and a language follow from is in the resume it was made from, while that is there.
    let source = match tailoring.resume_id {
        Some(id) => career.find_resume(id).await?,
        None => None,
    };
    let source = source.and_then(|resume| resume.tree().ok());
    let options = options.or(&tailoring.options).or_language(tailoring.resume_language);
    let (mut document, order) = options.read(&tailoring.resume, source.as_ref());
    document.put_in_order(&tailoring.sections);
    Ok((document, order))
}

async fn pdf(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let order = read(&career, &principal, id, options).await?;
    Ok(form::pdf(&career, order).await?)
}

async fn text(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    Ok(form::text(read(&career, &principal, id, options).await?))
}

async fn markdown(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (document, _) = read(&career, &principal, id, options).await?;
    let body = export::markdown(&document).into_bytes();
    Ok(form::download("text/markdown; charset=utf-8", "resume.md", body))
}

async fn html(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Page, Problem> {
    let (document, order) = read(&career, &principal, id, options).await?;
    Ok(page(&document, &order))
}

async fn extent(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Json<Length>, Problem> {
    let (document, order) = read(&career, &principal, id, options).await?;
    let extent = career.measure(document.clone(), order).await?;
    Ok(Json(Length::new(&document, &order, extent)))
}
