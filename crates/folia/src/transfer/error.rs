use std::path::{Path, PathBuf};

use auth::tokens::TokenError;
use media::blobs::BlobError;
use store::StoreError;

use crate::client::ClientError;

/// Why a site could not be brought in at all, in the words its user sees.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TransferError {
    #[error("{}: {cause}", path.display())]
    Files { path: PathBuf, cause: std::io::Error },
    #[error("{} {why}", path.display())]
    Unusable { path: PathBuf, why: String },
    #[error("the site does not answer as it should: {0}")]
    Client(#[from] ClientError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Media(#[from] BlobError),
    #[error("--ignore is for markdown, wordpress and legacy; Ghost says clearly what was public")]
    NothingToIgnore,
    #[error("the work was cut short; start it again to go on from where it is")]
    CutShort,
}

impl TransferError {
    pub(super) fn files(path: &Path) -> impl Fn(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Files { path: path.clone(), cause }
    }

    pub(super) fn unusable(path: &Path, why: impl Into<String>) -> Self {
        Self::Unusable { path: path.to_owned(), why: why.into() }
    }
}
