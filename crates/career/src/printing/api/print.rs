use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Json, Page, Params, Principal, Problem, ResourceId};
use kernel::Code;
use sheet::plain_text;

use super::form::{Length, download, pdf_file};
use super::html::page;
use super::subject::{Subject, TailoredResume};
use crate::Career;
use crate::printing::PrintOptions;
use crate::tailorings::export;

pub fn pdf<S: Subject>(career: Career) -> Endpoint {
    Endpoint::new(S::PDF, answer_pdf::<S>, career)
        .details(S::PDF_DETAILS)
        .query::<PrintOptions>()
        .answers_with(&["application/pdf"], "A file to send, tagged, with its faces embedded")
        .fails(&[Code::Busy])
}

pub fn text<S: Subject>(career: Career) -> Endpoint {
    Endpoint::new(S::TEXT, answer_text::<S>, career)
        .query::<PrintOptions>()
        .answers_with(&["text/plain"], "Text in the order of the page")
}

pub fn html<S: Subject>(career: Career) -> Endpoint {
    Endpoint::new(S::HTML, answer_html::<S>, career)
        .details("Made to be printed, in the same look as the PDF.")
        .query::<PrintOptions>()
        .answers_with(&["text/html"], "A page")
}

pub fn extent<S: Subject>(career: Career) -> Endpoint {
    Endpoint::new(S::LENGTH, answer_extent::<S>, career)
        .query::<PrintOptions>()
        .reports::<Length>(200, "Measured, not estimated")
        .fails(&[Code::Busy])
}

pub fn markdown(career: Career) -> Endpoint {
    Endpoint::new("A tailored resume as Markdown", answer_markdown, career)
        .query::<PrintOptions>()
        .answers_with(&["text/markdown"], "Markdown, to be saved")
}

async fn answer_pdf<S: Subject>(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (document, order) = S::read(&career, &principal, id, options).await?;
    Ok(pdf_file("resume.pdf", career.print(document, order).await?))
}

async fn answer_text<S: Subject>(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (document, _) = S::read(&career, &principal, id, options).await?;
    let body = plain_text(&document).into_bytes();
    Ok(download("text/plain; charset=utf-8", "resume.txt", body))
}

async fn answer_html<S: Subject>(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Page, Problem> {
    let (document, order) = S::read(&career, &principal, id, options).await?;
    Ok(page(&document, &order))
}

async fn answer_extent<S: Subject>(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Json<Length>, Problem> {
    let (document, order) = S::read(&career, &principal, id, options).await?;
    let (extent, undrawn) = career.measure(document.clone(), order).await?;
    Ok(Json(Length::new(&document, &order, extent, undrawn)))
}

async fn answer_markdown(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (document, _) = TailoredResume::read(&career, &principal, id, options).await?;
    let body = export::markdown(&document).into_bytes();
    Ok(download("text/markdown; charset=utf-8", "resume.md", body))
}
