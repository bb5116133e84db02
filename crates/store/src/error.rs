use kernel::{Code, Id};
use tokio::task::JoinError;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// What can go wrong between a wing and its documents. The first four are answers to what was
/// asked; the rest are faults.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("no document {id} in {collection}")]
    Missing { collection: &'static str, id: Id },
    #[error("document {id} in {collection} changed in the meantime")]
    Stale { collection: &'static str, id: Id },
    #[error("a document would break the unique rule {rule}")]
    Taken { rule: String },
    #[error("the key of the request was used for another one")]
    AskedOtherwise,
    #[error("{key} is not a key of {collection}")]
    UndeclaredKey { collection: &'static str, key: String },
    #[error("a document in {collection} does not read as its kind: {cause}")]
    Unreadable { collection: &'static str, cause: serde_json::Error },
    #[error("the document {id} in {collection} says that it has another id")]
    Misfiled { collection: &'static str, id: Id },
    #[error("the document {id} in {collection} holds a NUL character")]
    Unfit { collection: &'static str, id: Id },
    #[error("the database has the migration {name:?}, which this version does not know")]
    TooNew { name: String },
    #[error("the address of the database cannot be used: {0}")]
    Address(#[source] Cause),
    #[error("the database does not answer: {0}")]
    Unavailable(#[source] Cause),
    #[error("the database refused: {0}")]
    Refused(#[source] Cause),
    #[error("a transaction panicked")]
    Panicked,
}

/// Work that was handed to a thread and did not come back. Some has not begun when the program ends.
impl From<JoinError> for StoreError {
    fn from(lost: JoinError) -> Self {
        match lost.is_cancelled() {
            true => Self::unavailable("the program ends"),
            false => Self::Panicked,
        }
    }
}

impl StoreError {
    pub(crate) fn address(cause: impl Into<Cause>) -> Self {
        Self::Address(cause.into())
    }

    pub(crate) fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(cause.into())
    }

    pub(crate) fn refused(cause: impl Into<Cause>) -> Self {
        Self::Refused(cause.into())
    }

    /// Whether the file of an embedded database cannot be read any further.
    pub fn is_of_a_broken_file(&self) -> bool {
        match self {
            Self::Refused(cause) => {
                cause.downcast_ref().is_some_and(crate::sqlite::is_of_a_broken_file)
            }
            _ => false,
        }
    }

    /// How a request fails when the wing has nothing more precise to say.
    pub fn code(&self) -> Code {
        match self {
            Self::Missing { .. } => Code::NotFound,
            Self::Stale { .. } => Code::Stale,
            Self::Taken { .. } => Code::Taken,
            Self::AskedOtherwise | Self::Unfit { .. } => Code::Invalid,
            Self::Unavailable(_) => Code::Unavailable,
            Self::UndeclaredKey { .. }
            | Self::Unreadable { .. }
            | Self::Misfiled { .. }
            | Self::TooNew { .. }
            | Self::Address(_)
            | Self::Refused(_)
            | Self::Panicked => Code::Internal,
        }
    }
}
