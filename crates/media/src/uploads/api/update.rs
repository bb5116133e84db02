use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Problem, ResourceId, Versioned};

use crate::Media;
use crate::uploads::{UploadChange, UploadView};

pub fn update(media: Media) -> Endpoint {
    Endpoint::new("Change what is said about an upload", handle, media)
        .details(
            "What the body leaves out stays as it is. Pages keep the `alt` they were written with; \
             this one is for new places, and where none is given.",
        )
        .body::<UploadChange>()
        .answers::<UploadView>("The changed upload")
        .conditional()
}

async fn handle(
    State(media): State<Media>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(change): Json<UploadChange>,
) -> Result<Response, Problem> {
    let stored = media.update_upload(id, change, conditions.expected_version()).await?;
    Ok(Versioned(stored.version, UploadView::from(stored.document)).into_response())
}
