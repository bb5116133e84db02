//! Everything that can go wrong, as facts. The caller decides which status each deserves:
//! [`Error::Unsupported`] is "not a format we take", the rest is "we take it, but not this one".

use crate::facts::Format;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the content is none of JPEG, PNG, WebP, GIF, AVIF, MP4, WebM")]
    Unsupported,
    #[error("{bytes} bytes, {limit} are allowed")]
    TooManyBytes { bytes: u64, limit: u64 },
    #[error("{width}x{height} is more than the {limit} pixels allowed")]
    TooManyPixels { width: u32, height: u32, limit: u64 },
    #[error("{frames} frames of {width}x{height} are more than the {limit} pixels allowed in all")]
    TooManyFrames { frames: u32, width: u32, height: u32, limit: u64 },
    #[error("{frames} frames, {limit} are allowed")]
    TooLong { frames: u32, limit: u32 },
    #[error("{scans} scans, {limit} are allowed in a JPEG")]
    TooManyScans { scans: usize, limit: usize },
    #[error("{format:?}: {reason}")]
    Malformed { format: Format, reason: String },
    #[error("a track that is neither picture nor sound, such as recorded positions")]
    RecordedData,
    #[error("a {stage} panicked")]
    Panicked { stage: &'static str },
    #[error("the work took longer than its budget")]
    OutOfTime,
    #[error("the caller stopped the work")]
    Stopped,
    #[error("encoding failed: {0}")]
    Encode(String),
}

impl Error {
    pub(crate) fn malformed(format: Format, reason: impl std::fmt::Display) -> Self {
        Self::Malformed { format, reason: reason.to_string() }
    }
}

impl From<webp_encoder::EncodeError> for Error {
    fn from(error: webp_encoder::EncodeError) -> Self {
        match error {
            webp_encoder::EncodeError::Stopped => Self::Stopped,
            other => Self::Encode(other.to_string()),
        }
    }
}
