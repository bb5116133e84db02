use kernel::{Invalid, Outdated};
use store::{ChangeError, StoreError};

use crate::blobs::BlobError;

/// What can stand in the way of work on media.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("the content is none of the formats that are taken")]
    Unsupported,
    #[error("the file has more than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("the picture or video was refused: {0}")]
    Refused(pixels::Error),
    #[error("the form holds more than one file")]
    SeveralFiles,
    #[error("the part named file is not a file")]
    NotAFile,
    /// What would be made from it would take the place of what is good.
    #[error("the original has other bytes than were sent")]
    OriginalAltered,
    #[error("{places} places show it")]
    InUse { places: usize },
    /// The sender's fault or the network's; the reader of the form knows which.
    #[error("the form could not be read: {0}")]
    Unread(Box<dyn std::error::Error + Send + Sync>),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Outdated(#[from] Outdated),
    #[error(transparent)]
    Busy(#[from] Busy),
    /// A thread of ours has panicked, or the process is about to end.
    #[error("the work was cut short: {0}")]
    CutShort(#[from] tokio::task::JoinError),
    #[error(transparent)]
    Blob(#[from] BlobError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// As many pictures are waiting as may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures are being worked on")]
pub struct Busy;

impl From<pixels::Error> for MediaError {
    fn from(error: pixels::Error) -> Self {
        match error {
            pixels::Error::Unsupported => Self::Unsupported,
            pixels::Error::TooManyBytes { limit, .. } => Self::TooLarge { limit },
            error => Self::Refused(error),
        }
    }
}

impl From<ChangeError> for MediaError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Invalid(invalid) => invalid.into(),
            ChangeError::Outdated(outdated) => outdated.into(),
            ChangeError::Store(error) => error.into(),
        }
    }
}
