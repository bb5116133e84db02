use std::time::Duration;

use crate::http::HttpError;

/// Why there are no vectors. Safe to log, to keep and to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbeddingError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("the service does not accept the key (status {0})")]
    NotAllowed(u16),
    #[error("the service asks for patience (status 429)")]
    TooMany { retry_after: Option<Duration> },
    #[error("the service answered with status {0}")]
    Refused(u16),
    #[error("the answer is not in the form of embeddings")]
    NotEmbeddings,
    #[error("{found} vectors came back for {expected} texts")]
    WrongCount { expected: usize, found: usize },
    #[error("the vectors do not tell which text they belong to")]
    WrongIndex,
    #[error("the vectors are not all of the same length")]
    MixedLengths,
    #[error("a vector holds a value that is not a finite number")]
    NotFinite,
    #[error("a vector has no direction: all its values are zero")]
    Zero,
}

impl EmbeddingError {
    /// Whether other texts would fare the same: the service itself is the trouble, not what it was
    /// asked.
    pub fn concerns_all_texts(&self) -> bool {
        match self {
            // A smaller batch has a smaller answer.
            Self::Http(HttpError::TooLarge(_)) => false,
            Self::Http(_) | Self::NotAllowed(_) | Self::TooMany { .. } => true,
            Self::Refused(status) => *status >= 500,
            _ => false,
        }
    }
}
