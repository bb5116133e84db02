use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Multipart, Problem, Versioned};
use http::StatusCode;
use http::header::LOCATION;
use kernel::Code;
use schemars::JsonSchema;

use crate::Media;
use crate::api::incoming;
use crate::uploads::{MOST_PICTURE_BYTES, UploadView};

/// The parts of the form, in any order.
#[derive(JsonSchema)]
#[schemars(rename = "UploadForm", extend("additionalProperties" = false))]
#[expect(dead_code, reason = "described here, read part by part")]
struct Form {
    /// A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels, or an MP4 or WebM
    /// video. What it is, its content tells.
    #[schemars(extend("format" = "binary"))]
    file: String,
    /// `none`, `auto_enhance`, `warm`, `cool`, `high_contrast`, `bw` or `vivid`. Anything else is
    /// `none`.
    #[schemars(length(max = 32))]
    image_filter: Option<String>,
    /// What the picture shows, for those who do not see it. Up to 1000 characters.
    #[schemars(length(max = 1000))]
    alt: Option<String>,
}

pub fn create(media: Media) -> Endpoint {
    Endpoint::new("Upload a picture or a video", handle, media)
        .details(
            "A picture becomes up to four WebP files, none wider than what was sent, without the \
             metadata of the original. A video is kept as it comes.",
        )
        .multipart::<Form>(
            "image/jpeg, image/png, image/webp, image/gif, image/avif, video/mp4, video/webm",
        )
        .creates::<UploadView>("The new upload")
        .fails(&[Code::Busy])
}

async fn handle(State(media): State<Media>, form: Multipart) -> Result<Response, Problem> {
    let largest = media.most_video_bytes.max(MOST_PICTURE_BYTES);
    let stored = media.upload(incoming(form, largest)).await?;
    let location = format!("/uploads/{}", stored.document.id);
    let answer = Versioned(stored.version, UploadView::from(stored.document));
    Ok((StatusCode::CREATED, [(LOCATION, location)], answer).into_response())
}
