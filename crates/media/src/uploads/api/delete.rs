use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Media;

pub fn delete(media: Media) -> Endpoint {
    Endpoint::new("Delete an upload", handle, media)
        .details("With all its files, for good. Pages that show it will show a gap.")
        .answers_nothing("The upload is gone")
        .conditional()
}

async fn handle(
    State(media): State<Media>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    media.delete_upload(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
