use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Problem, ResourceId, Tag};

use crate::Media;
use crate::uploads::UploadView;

pub fn get(media: Media) -> Endpoint {
    Endpoint::new("Read one upload", handle, media)
        .answers::<UploadView>("The upload")
        .conditional()
}

async fn handle(
    State(media): State<Media>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let stored = media.get_upload(id).await?;
    let tag = Tag::of_version(stored.version);
    let body = serde_json::to_vec(&UploadView::from(stored.document)).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&tag, || body.into()))
}
