use axum::extract::State;
use edge::{Endpoint, Json, Multipart, Problem};
use http::header::CACHE_CONTROL;
use http::{HeaderName, StatusCode};
use kernel::Code;
use schemars::JsonSchema;

use super::Previews;
use crate::Media;
use crate::api::incoming;
use crate::uploads::MOST_PICTURE_BYTES;

#[derive(JsonSchema)]
#[schemars(rename = "PreviewForm")]
#[expect(dead_code, reason = "described here, read part by part")]
struct Form {
    /// A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels.
    #[schemars(extend("format" = "binary"))]
    file: String,
}

pub fn create(media: Media) -> Endpoint {
    Endpoint::new("See what the filters do to a picture", handle, media)
        .details(
            "One thumbnail of 200 pixels for each filter. They are gone after ten minutes, and \
             nothing else of the picture is kept.",
        )
        .multipart::<Form>()
        .reports::<Previews>(200, "Where the thumbnails are")
        .fails(&[Code::Busy])
}

async fn handle(
    State(media): State<Media>,
    form: Multipart,
) -> Result<(StatusCode, [(HeaderName, &'static str); 1], Json<Previews>), Problem> {
    let previews = media.preview(incoming(form, MOST_PICTURE_BYTES)).await?;
    Ok((StatusCode::OK, [(CACHE_CONTROL, "no-store")], Json(previews)))
}
