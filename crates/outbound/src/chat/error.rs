use crate::http::HttpError;

/// Why the model has said nothing. Safe to log, to keep and to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("the service does not accept the key (status {0})")]
    NotAllowed(u16),
    #[error("the service asks for patience (status 429)")]
    TooMany,
    #[error("the service answered with status {0}")]
    Refused(u16),
    #[error("the answer is not in the form of a chat")]
    NotChat,
    #[error("the model has said nothing")]
    Nothing,
    #[error("the model was cut off in the middle of its answer")]
    CutOff,
}
