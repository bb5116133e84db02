use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Problem, Repeatable};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;

use super::with_tag;
use crate::Content;
use crate::sections::{SectionInput, SectionView};

pub fn create(content: Content) -> Endpoint {
    Endpoint::new("Create a section", handle, content)
        .complete_body::<SectionInput>("NewSection", &["title"])
        .repeatable()
        .creates::<SectionView<'static>>("The new section")
        .fails(&[Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    Repeatable { body: input, once }: Repeatable<SectionInput>,
) -> Result<Response, Problem> {
    let stored = content.create_section(input, once).await?;
    let location = format!("/sections/{}", stored.document.id);
    Ok((StatusCode::CREATED, [(LOCATION, location)], with_tag(&stored)).into_response())
}
