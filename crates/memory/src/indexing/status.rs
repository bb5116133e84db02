use schemars::JsonSchema;
use serde::Serialize;
use store::StoreError;

use super::indexer::Indexer;
use crate::embedding::{Provider, ProviderError};

/// How the index stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "IndexStatus")]
pub struct Status {
    /// Chunks that wait for their vector.
    pub pending: u64,
    /// Chunks whose last attempt failed; they are tried again.
    pub failed: u64,
    /// Chunks whose vector is stored.
    pub indexed: u64,
    /// The model that makes the vectors.
    pub model: String,
    /// Whether all vectors are being made again, while the old ones serve.
    pub rebuilding: bool,
    /// What went wrong last, until it goes well again.
    pub last_error: Option<String>,
}

impl Indexer {
    pub(crate) async fn status(&self) -> Result<Status, StoreError> {
        let opened = self.up_to_date().await?;
        let (counts, rebuilding) = opened.shelf.counts();
        let mut last_error = self.last_error();
        // A folder is looked at in no time; a service is not asked just to tell how it is.
        if let (Provider::Local(_), None) = (&self.provider, &last_error) {
            last_error = self.provider.identity().await.err();
        }
        Ok(Status {
            pending: counts.waiting,
            failed: counts.failed,
            indexed: counts.stored,
            model: self.provider.name(),
            rebuilding,
            last_error: last_error.as_ref().map(ProviderError::to_string),
        })
    }
}
