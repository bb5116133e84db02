use axum::extract::State;
use edge::{Conditions, Endpoint, Problem};
use http::StatusCode;

use super::ItemInPath;
use crate::Content;
use crate::items::ContentType;

pub fn delete(content: Content) -> Endpoint {
    Endpoint::new("Delete a content item", handle, content)
        .path::<ContentType>("content_type")
        .details("It is kept and can be restored.")
        .answers_nothing("The item is hidden")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ItemInPath(content_type, id): ItemInPath,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    content.delete_item(content_type, id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
