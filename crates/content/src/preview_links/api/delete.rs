use axum::extract::{Path, State};
use edge::{Endpoint, Problem};
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
    segments: Result<Path<Segments>, axum::extract::rejection::PathRejection>,
) -> Result<StatusCode, Problem> {
    let Path(Segments { content_type, id, link_id }) =
        segments.map_err(|_| Problem::not_found())?;
    links.content.revoke_preview_link(content_type, id, link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
