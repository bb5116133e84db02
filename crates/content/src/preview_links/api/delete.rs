use axum::extract::State;
use edge::{Endpoint, InPath, Problem};
use http::StatusCode;
use kernel::Id;
use serde::Deserialize;

use super::PreviewLinks;
use crate::items::ContentType;

#[derive(Deserialize)]
struct Segments {
    content_type: ContentType,
    id: Id,
    link_id: Id,
}

pub fn delete(links: PreviewLinks) -> Endpoint {
    Endpoint::new("Revoke a preview link", handle, links)
        .path::<ContentType>("content_type")
        .answers_nothing("The link works no more")
}

async fn handle(
    State(links): State<PreviewLinks>,
    InPath(Segments { content_type, id, link_id }): InPath<Segments>,
) -> Result<StatusCode, Problem> {
    links.content.revoke_preview_link(content_type, id, link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
