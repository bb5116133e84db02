use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Json, Principal, Problem};
use kernel::Code;

use super::{ItemInPath, with_tag};
use crate::Content;
use crate::api::{EditingSession, author_of};
use crate::items::{ContentType, ItemInput, ItemView};

pub fn update(content: Content) -> Endpoint {
    Endpoint::new("Change a content item", handle, content)
        .path::<ContentType>("content_type")
        .details(
            "What the body leaves out stays as it is. A change of `slug` or `section_id` is a \
             move: the old address redirects.",
        )
        .body::<ItemInput>()
        .header(EditingSession::NAME, EditingSession::DESCRIPTION)
        .answers::<ItemView<'static>>("The changed item")
        .conditional()
        .fails(&[Code::Taken])
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    principal: Principal,
    conditions: Conditions,
    session: EditingSession,
    Json(input): Json<ItemInput>,
) -> Result<Response, Problem> {
    let (expected, by) = (conditions.expected_version(), (author_of(&principal), session.kept()));
    let written = content.update_item((content_type, id), input, expected, by).await?;
    Ok(with_tag(&content, &written))
}
