use store::StoreError;

use crate::embedding::ProviderError;

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there are no vectors to search: {0}")]
    NoVectors(ProviderError),
}

pub(super) fn log_absent(error: SearchError) -> SearchError {
    tracing::debug!(%error, "a search goes by words alone");
    error
}
