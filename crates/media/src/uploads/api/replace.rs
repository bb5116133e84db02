use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Multipart, Problem, ResourceId, Versioned};
use kernel::Code;
use schemars::JsonSchema;

use crate::Media;
use crate::api::incoming;
use crate::uploads::{MOST_PICTURE_BYTES, UploadView};

/// The parts of the form, in any order.
#[derive(JsonSchema)]
#[schemars(rename = "ReplacementForm", extend("additionalProperties" = false))]
#[expect(dead_code, reason = "described here, read part by part")]
struct Form {
    /// A JPEG, PNG, WebP, GIF or AVIF picture of up to 5 MiB and 50 megapixels. What it is, its
    /// content tells.
    #[schemars(extend("format" = "binary"))]
    file: String,
    /// `none`, `auto_enhance`, `warm`, `cool`, `high_contrast`, `bw` or `vivid`. Anything else is
    /// `none`.
    #[schemars(length(max = 32))]
    image_filter: Option<String>,
    /// What the picture shows; as it was when it is absent or empty.
    #[schemars(length(max = 1000))]
    alt: Option<String>,
}

pub fn replace(media: Media) -> Endpoint {
    Endpoint::new("Replace a picture everywhere", handle, media)
        .details(
            "The upload keeps its id, its words and its places. Its files get new addresses, which \
             pages show at once; the old addresses lead to the new files. Videos cannot be \
             replaced.",
        )
        .multipart::<Form>("image/jpeg, image/png, image/webp, image/gif, image/avif")
        .answers::<UploadView>("The upload with its new files")
        .conditional()
        .fails(&[Code::Busy])
}

async fn handle(
    State(media): State<Media>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    form: Multipart,
) -> Result<Response, Problem> {
    let form = incoming(form, MOST_PICTURE_BYTES);
    let stored = media.replace_file(id, form, conditions.expected_version()).await?;
    Ok(Versioned(stored.version, UploadView::from(stored.document)).into_response())
}
