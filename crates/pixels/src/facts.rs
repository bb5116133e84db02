//! What is known of a picture before it is decoded.

use crate::orient::Orientation;

/// What the content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    Jpeg,
    Png,
    WebP,
    Gif,
    Avif,
    Mp4,
    WebM,
}

impl Format {
    pub fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::WebM)
    }

    /// The type to serve the original under.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Avif => "image/avif",
            Self::Mp4 => "video/mp4",
            Self::WebM => "video/webm",
        }
    }
}

/// What a picture's headers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureFacts {
    pub format: Format,
    /// As stored; see [`PictureFacts::upright_size`] for what is seen.
    pub width: u32,
    pub height: u32,
    /// More than one only for what stays animated: GIF and WebP. An APNG counts as its still.
    pub frames: u32,
    pub orientation: Orientation,
}

impl PictureFacts {
    pub fn upright_size(&self) -> (u32, u32) {
        self.orientation.apply_to_size(self.width, self.height)
    }
}
