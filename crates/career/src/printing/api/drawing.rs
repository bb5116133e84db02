use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, InPath, Params, Principal, Problem};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use kernel::{Code, Id};

use super::subject::Subject;
use crate::Career;
use crate::printing::PrintOptions;

pub fn drawn_page<S: Subject>(career: Career) -> Endpoint {
    Endpoint::new(S::PAGE, answer::<S>, career)
        .details("The page that the PDF has under this number, from 1, as shapes.")
        .path::<usize>("number")
        .query::<PrintOptions>()
        .answers_with(&["image/svg+xml"], "A picture of the page")
        .fails(&[Code::Busy])
}

async fn answer<S: Subject>(
    State(career): State<Career>,
    principal: Principal,
    InPath((id, number)): InPath<(Id, usize)>,
    Params(options): Params<PrintOptions>,
) -> Result<Response, Problem> {
    let (document, order) = S::read(&career, &principal, id, options).await?;
    let drawn = career.draw(document, order, number).await?.ok_or_else(Problem::not_found)?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, no-cache")];
    Ok((headers, drawn).into_response())
}
