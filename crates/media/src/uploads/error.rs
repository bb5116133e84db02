use edge::Problem;
use kernel::Code;

/// Why a file was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("the content is none of the formats that are taken")]
    Unsupported,
    #[error("the file has more than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("the picture was refused: {0}")]
    Refused(pixels::Error),
}

impl From<pixels::Error> for UploadError {
    fn from(error: pixels::Error) -> Self {
        match error {
            pixels::Error::Unsupported => Self::Unsupported,
            pixels::Error::TooManyBytes { limit, .. } => Self::TooLarge { limit },
            error => Self::Refused(error),
        }
    }
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Self {
        let problem = match &error {
            UploadError::Unsupported => Self::new(
                Code::UnsupportedMedia,
                "Send a JPEG, PNG, WebP, GIF or AVIF picture, or an MP4 or WebM film.",
            ),
            UploadError::TooLarge { limit } => {
                let megabytes = limit / (1024 * 1024);
                Self::new(Code::TooLarge, format!("The file may have up to {megabytes} MiB."))
            }
            UploadError::Refused(reason) => Self::invalid_field("file", explain(reason)),
        };
        problem.caused_by(error)
    }
}

fn explain(reason: &pixels::Error) -> &'static str {
    match reason {
        pixels::Error::TooManyPixels { .. } => "has more than 50 megapixels",
        pixels::Error::TooManyFrames { .. } => "has too many frames for its size",
        pixels::Error::TooLong { .. } => "has too many frames",
        pixels::Error::TooManyScans { .. } => "is put together in too many layers",
        pixels::Error::RecordedData => {
            "has a track of recorded data, such as positions; save the film without it"
        }
        pixels::Error::OutOfTime => "takes too long to decode",
        _ => "cannot be decoded",
    }
}
