use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Json, Problem, ResourceId};
use kernel::Code;

use super::with_tag;
use crate::Content;
use crate::sections::{SectionChange, SectionView};

pub fn update(content: Content) -> Endpoint {
    Endpoint::new("Change a section", handle, content)
        .details(
            "What the body leaves out stays as it is. A change of `slug` or `parent_id` is a \
             move: everything below moves along and old paths redirect. When a `sort_order` \
             leaves no room beside a sibling, all siblings are spaced out again.",
        )
        .body::<SectionChange>()
        .answers::<SectionView<'static>>("The changed section")
        .conditional()
        .fails(&[Code::Conflict, Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(input): Json<SectionChange>,
) -> Result<Response, Problem> {
    let moved = content.update_section(id, input, conditions.expected_version()).await?;
    Ok(with_tag(&moved.section))
}
