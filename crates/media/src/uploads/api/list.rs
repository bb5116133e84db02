use axum::extract::State;
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Media;
use crate::uploads::UploadView;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListUploads {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(media: Media) -> Endpoint {
    Endpoint::new("List the uploads", handle, media)
        .details("Newest first.")
        .query::<ListUploads>()
        .reports::<Slice<UploadView>>(200, "The uploads")
}

async fn handle(
    State(media): State<Media>,
    Params(query): Params<ListUploads>,
) -> Result<Json<Slice<UploadView>>, Problem> {
    let uploads = media.list_uploads(page(query.limit, query.offset, 20)).await?;
    Ok(Json(uploads.map(|stored| UploadView::from(stored.document))))
}
