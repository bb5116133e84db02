use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, ResourceId};

use super::answer;
use crate::Content;
use crate::api::reader_of;
use crate::sections::SectionView;

pub fn get(content: Content) -> Endpoint {
    Endpoint::new("Read one section", handle, content)
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let reading = content.reading(reader_of(&principal));
    let section = reading.section(id).ok_or_else(Problem::not_found)?;
    Ok(answer(section, &conditions))
}
