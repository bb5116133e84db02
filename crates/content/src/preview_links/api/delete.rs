use axum::extract::{Path, State};
use edge::{Endpoint, Problem};
use http::StatusCode;
use kernel::Id;
use serde::Deserialize;

use super::Desk;
use crate::items::ContentType;

#[derive(Deserialize)]
struct Segments {
    content_type: ContentType,
    id: Id,
    link_id: Id,
}

pub fn delete(desk: Desk) -> Endpoint {
    Endpoint::new("Revoke a preview link", handle, desk)
        .path::<ContentType>("content_type")
        .answers_nothing("The link works no more")
}

async fn handle(
    State(desk): State<Desk>,
    segments: Result<Path<Segments>, axum::extract::rejection::PathRejection>,
) -> Result<StatusCode, Problem> {
    let Path(Segments { content_type, id, link_id }) =
        segments.map_err(|_| Problem::not_found())?;
    desk.content.revoke_preview_link(content_type, id, link_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
