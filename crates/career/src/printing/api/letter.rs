use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Json, Page, Params, Principal, Problem, ResourceId};
use kernel::{Code, Id};
use schemars::JsonSchema;
use serde::Serialize;
use tailor::Statement;
use tailor::letter::Passage;

use super::form::{download, pdf_file};
use super::html::letter_page;
use crate::Career;
use crate::printing::LetterOptions;
use crate::printing::letter::SetLetter;
use crate::tailorings::api::user_of;

/// A letter for the job of a result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Letter")]
struct LetterView {
    language: &'static str,
    look: &'static str,
    paper: &'static str,
    /// One, unless name and contact data alone are longer.
    pages: usize,
    /// How much of the last page is used, from 0 to 1.
    filled: f32,
    phrases: PhrasesView,
    /// What the owner is, below the name.
    label: Option<Statement>,
    summary: Option<Statement>,
    /// What is told of entries of the resume, in its order.
    passages: Vec<PassageView>,
}

/// What the form of a letter says by itself. It states nothing about the owner.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LetterPhrases")]
struct PhrasesView {
    /// The day it bears; empty where none was given.
    day: String,
    subject: String,
    salutation: &'static str,
    /// With the job's title as the posting states it.
    opening: String,
    from_resume: &'static str,
    request: &'static str,
    closing: &'static str,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LetterPassage")]
struct PassageView {
    /// The entry of the tailored resume, such as `work/0`.
    entry: String,
    /// Who, where and when. Paths are into the tailored resume.
    heads: Vec<Statement>,
    told: Vec<Statement>,
}

const DETAILS: &str = "Statements of the tailored resume that answer the posting, in the form of a letter of one \
                       page; the form itself states nothing about the owner.";

pub fn letter_json(career: Career) -> Endpoint {
    Endpoint::new("A letter for the job, with what it rests on", json, career)
        .details(DETAILS)
        .query::<LetterOptions>()
        .reports::<LetterView>(200, "Every statement with its kind and its sources")
        .fails(&[Code::Busy])
}

pub fn letter_html(career: Career) -> Endpoint {
    Endpoint::new("A letter for the job as a page", html, career)
        .details(DETAILS)
        .query::<LetterOptions>()
        .answers_with(&["text/html"], "A page")
        .fails(&[Code::Busy])
}

pub fn letter_pdf(career: Career) -> Endpoint {
    Endpoint::new("A letter for the job as PDF", pdf, career)
        .details(DETAILS)
        .query::<LetterOptions>()
        .answers_with(&["application/pdf"], "A file to send, tagged, with its faces embedded")
        .fails(&[Code::Busy])
}

pub fn letter_text(career: Career) -> Endpoint {
    Endpoint::new("A letter for the job as plain text", text, career)
        .details(DETAILS)
        .query::<LetterOptions>()
        .answers_with(&["text/plain"], "Text in the order of the page")
        .fails(&[Code::Busy])
}

async fn read(
    career: &Career,
    principal: &Principal,
    id: Id,
    options: LetterOptions,
) -> Result<SetLetter, Problem> {
    let tailoring = career.get_sendable(user_of(principal)?, id).await?;
    Ok(career.set_letter(tailoring, options).await?)
}

async fn json(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<LetterOptions>,
) -> Result<Json<LetterView>, Problem> {
    Ok(Json(read(&career, &principal, id, options).await?.into()))
}

async fn html(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<LetterOptions>,
) -> Result<Page, Problem> {
    let SetLetter { letter, order, .. } = read(&career, &principal, id, options).await?;
    Ok(letter_page(&letter, &order))
}

async fn pdf(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<LetterOptions>,
) -> Result<Response, Problem> {
    let SetLetter { letter, order, .. } = read(&career, &principal, id, options).await?;
    Ok(pdf_file("letter.pdf", career.print_letter(letter, order).await?))
}

async fn text(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    Params(options): Params<LetterOptions>,
) -> Result<Response, Problem> {
    let body = read(&career, &principal, id, options).await?.letter.plain_text().into_bytes();
    Ok(download("text/plain; charset=utf-8", "letter.txt", body))
}

impl From<SetLetter> for LetterView {
    fn from(set: SetLetter) -> Self {
        let SetLetter { told, letter, order, extent } = set;
        let phrases = letter.language.phrases();
        let of_passage = |Passage { entry, heads, told }| PassageView { entry, heads, told };
        Self {
            language: letter.language.tag(),
            look: order.look.name(),
            paper: order.paper.name(),
            pages: extent.pages,
            filled: (extent.filled * 1000.0).round() / 1000.0,
            phrases: PhrasesView {
                day: letter.day(),
                subject: letter.subject(),
                salutation: phrases.salutation,
                opening: letter.opening(),
                from_resume: phrases.from_resume,
                request: phrases.request,
                closing: phrases.closing,
            },
            label: told.label,
            summary: told.summary,
            passages: told.passages.into_iter().map(of_passage).collect(),
        }
    }
}
