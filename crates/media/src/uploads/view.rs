use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::{FocalPoint, Upload, UploadKind, VariantView, markup};

/// An upload, with all a page needs to show it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Upload")]
pub struct UploadView {
    pub id: Id,
    pub kind: UploadKind,
    /// The full picture, or the video.
    pub url: String,
    /// Of what `url` leads to.
    pub width: u32,
    pub height: u32,
    pub bytes: u64,
    pub filter: String,
    pub alt: String,
    /// What stands below it, in plain text.
    pub caption: String,
    /// What must stay in sight where a part of the picture is shown: per cent from the left. The
    /// middle unless it was set.
    pub focal_x: f64,
    /// Per cent from the top.
    pub focal_y: f64,
    /// ThumbHash in base64: a blur to show while the picture loads. Videos have none.
    pub placeholder: Option<String>,
    /// Seconds, for videos that tell.
    pub duration: Option<f64>,
    /// From the smallest to `full`. None is wider than what was sent. Videos have none.
    pub variants: Vec<VariantView>,
    pub srcset: String,
    pub sizes: String,
    /// The whole element, ready to be put into a page.
    pub markup: String,
    pub created_at: Timestamp,
}

impl From<Upload> for UploadView {
    fn from(upload: Upload) -> Self {
        let full = upload.full();
        let variants = match upload.kind {
            UploadKind::Video => Vec::new(),
            UploadKind::Image => upload
                .files
                .iter()
                .map(|file| VariantView {
                    name: file.variant.clone(),
                    width: file.width,
                    height: file.height,
                    url: upload.url(file),
                    bytes: file.bytes,
                })
                .collect(),
        };
        let (srcset, sizes) = match upload.kind {
            UploadKind::Video => (String::new(), String::new()),
            UploadKind::Image => (markup::srcset(&variants), markup::SIZES.to_owned()),
        };
        let focal_point = upload.focal_point.unwrap_or(FocalPoint::MIDDLE);
        Self {
            id: upload.id,
            kind: upload.kind,
            url: full.map(|file| upload.url(file)).unwrap_or_default(),
            width: full.map_or(0, |file| file.width),
            height: full.map_or(0, |file| file.height),
            bytes: full.map_or(0, |file| file.bytes),
            markup: markup::element(&upload, &srcset),
            filter: upload.filter,
            alt: upload.alt,
            caption: upload.caption,
            focal_x: focal_point.x,
            focal_y: focal_point.y,
            placeholder: upload.placeholder,
            duration: upload.duration,
            variants,
            srcset,
            sizes,
            created_at: upload.created_at,
        }
    }
}
