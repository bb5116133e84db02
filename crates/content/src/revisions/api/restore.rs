use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem};
use kernel::Code;

use super::RevisionInPath;
use crate::Content;
use crate::api::author_of;
use crate::items::api::with_tag;
use crate::items::{ContentType, ItemView};

pub fn restore(content: Content) -> Endpoint {
    Endpoint::new("Make a content item say what it said before", handle, content)
        .path::<ContentType>("content_type")
        .path::<i64>("number")
        .details(
            "A change like any other, and a new revision. The address, and whether and when the \
             item is published, stay as they are.",
        )
        .answers::<ItemView<'static>>("The changed item")
        .conditional()
        .fails(&[Code::Invalid])
}

async fn handle(
    State(content): State<Content>,
    RevisionInPath(content_type, id, number): RevisionInPath,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let (expected, by) = (conditions.expected_version(), author_of(&principal));
    let written = content.restore_revision(content_type, id, number, expected, by).await?;
    Ok(with_tag(&content, &written))
}
