use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem, ResourceId};
use kernel::Code;

use super::with_tag;
use crate::Content;
use crate::sections::SectionView;

pub fn restore(content: Content) -> Endpoint {
    Endpoint::new("Bring a deleted section back", handle, content)
        .answers::<SectionView<'static>>("The section, with everything below it")
        .fails(&[Code::Taken, Code::Invalid])
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let stored = content.restore_section(id).await?;
    Ok(with_tag(&stored))
}
