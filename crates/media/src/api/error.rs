use edge::{FormError, Problem};
use kernel::Code;

use crate::MediaError;
use crate::blobs::BlobError;

/// A picture takes about this long, so a place is likely to be free by then.
const COME_BACK_AFTER: u32 = 5;

impl From<BlobError> for Problem {
    fn from(error: BlobError) -> Self {
        match error {
            BlobError::Missing => Self::not_found(),
            error => Self::unavailable("media", "cannot be reached").caused_by(error),
        }
    }
}

impl From<MediaError> for Problem {
    fn from(error: MediaError) -> Self {
        let problem = match &error {
            MediaError::Unsupported => Self::new(
                Code::UnsupportedMedia,
                "Send a JPEG, PNG, WebP, GIF or AVIF picture, or an MP4 or WebM video.",
            ),
            MediaError::TooLarge { limit } => {
                let megabytes = limit / (1024 * 1024);
                Self::new(Code::TooLarge, format!("The file may have up to {megabytes} MiB."))
            }
            MediaError::Refused(reason) => Self::invalid_field("file", explain(reason)),
            MediaError::SeveralFiles => Self::malformed("A form may hold one file."),
            MediaError::NotAFile => Self::malformed("The part named file has to be a file."),
            MediaError::InUse { places } => {
                let shown = match *places {
                    1 => "One place shows it".to_owned(),
                    places => format!("{places} places show it"),
                };
                let ways = "Its uses tell which; `force=true` deletes it anyway.";
                Self::new(Code::Conflict, format!("{shown}. {ways}"))
            }
            MediaError::Busy(_) => {
                let detail = "Too many pictures are being worked on. Try again in a moment.";
                Self::new(Code::Busy, detail).retry_after(COME_BACK_AFTER)
            }
            // Only failures with words of their own are above. These carry theirs with them.
            _ => return without_words(error),
        };
        problem.caused_by(error)
    }
}

/// Failures that others have the words for.
fn without_words(error: MediaError) -> Problem {
    match error {
        MediaError::Unread(error) => match error.downcast::<FormError>() {
            Ok(error) => (*error).into(),
            Err(error) => Problem::internal(error),
        },
        MediaError::Invalid(invalid) => invalid.into(),
        MediaError::Outdated(outdated) => outdated.into(),
        MediaError::Blob(error) => error.into(),
        MediaError::Store(error) => error.into(),
        error => Problem::internal(error),
    }
}

fn explain(reason: &pixels::Error) -> &'static str {
    match reason {
        pixels::Error::TooManyPixels { .. } => "has more than 50 megapixels",
        pixels::Error::TooManyFrames { .. } => "has too many frames for its size",
        pixels::Error::TooLong { .. } => "has too many frames",
        pixels::Error::TooManyScans { .. } => "is put together in too many layers",
        pixels::Error::RecordedData => {
            "has a track of recorded data, such as positions; save the video without it"
        }
        pixels::Error::OutOfTime => "takes too long to decode",
        _ => "cannot be decoded",
    }
}
