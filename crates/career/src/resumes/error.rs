use kernel::{Invalid, Outdated};
use store::StoreError;

/// Why a resume was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResumeError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Outdated(#[from] Outdated),
    #[error("there are {most} resumes already, which is as many as there may be")]
    TooMany { most: u64 },
    #[error("a stored resume is no JSON: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// A fault of ours.
    #[error("{0}")]
    Broken(Box<dyn std::error::Error + Send + Sync>),
    #[error(transparent)]
    Store(#[from] StoreError),
}
