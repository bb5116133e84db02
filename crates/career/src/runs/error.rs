use kernel::Invalid;
use memory::search::SearchError;
use store::StoreError;

use super::turns::Busy;

/// Why a run gave no resume.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Busy(#[from] Busy),
    #[error("no resume has the id that was asked for")]
    UnknownResume,
    #[error("there is neither a resume nor a chunk with a company")]
    NothingToTailor,
    #[error("there are no vectors to search: {0}")]
    NoVectors(String),
    #[error("the run took longer than it may")]
    TooSlow,
    /// A fault of ours.
    #[error("{0}")]
    Broken(Box<dyn std::error::Error + Send + Sync>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunError {
    pub(crate) fn broken(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(cause.into())
    }
}

impl From<SearchError> for RunError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Store(error) => Self::Store(error),
            SearchError::NoVectors(why) => Self::NoVectors(why.to_string()),
        }
    }
}
