use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, InPath, Principal, Problem};

use super::answer;
use crate::Content;
use crate::api::reader_of;
use crate::sections::SectionView;

pub fn by_slug(content: Content) -> Endpoint {
    Endpoint::new("Read a section by its slug", handle, content)
        .details("Slugs may repeat below different parents: the one nearest to the top is meant.")
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    InPath(slug): InPath<String>,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let reading = content.reading(reader_of(&principal));
    // Slugs are plain letters, so no others are folded.
    let slug = slug.to_ascii_lowercase();
    let section = reading.section_by_slug(&slug).ok_or_else(Problem::not_found)?;
    Ok(answer(section, &conditions))
}
