use schemars::JsonSchema;
use serde::Serialize;
use store::StoreError;

use super::indexer::Indexer;
use crate::embedding::{Provider, ProviderError};

/// How the index stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "IndexStatus")]
pub struct Status {
    /// What is still to be done: chunks that wait for their vector, also those whose last attempt
    /// failed for a reason that will pass, and changes of the site that are not chunks yet.
    pub pending: u64,
    /// What will not become better by waiting: chunks whose text the model does not take, though it
    /// takes others, and changes that were given up.
    pub failed: u64,
    /// Chunks whose vector is stored.
    pub indexed: u64,
    /// The model that makes the vectors.
    pub model: String,
    /// Whether vectors are being made again while the old ones serve, or will be in a moment.
    pub rebuilding: bool,
    /// What went wrong last, until it goes well again.
    pub last_error: Option<String>,
}

impl Indexer {
    /// How many chunks have no vector: never tried, and tried in vain.
    pub(crate) async fn missing_vectors(&self) -> Result<(u64, u64), StoreError> {
        let (counts, _) = self.up_to_date().await?.node_index.counts();
        Ok((counts.waiting, counts.failed))
    }

    pub(crate) async fn status(&self) -> Result<Status, StoreError> {
        // First, as a change is a chunk before its job is done: so it is counted at least once.
        let (mut changes, mut given_up, mut change_error) = (0, 0, None);
        for topic in &self.feeding_topics {
            let jobs = self.store.job_summary(topic).await?;
            changes += jobs.pending;
            given_up += jobs.failed;
            change_error = change_error.or(jobs.last_error);
        }
        let opened = self.up_to_date().await?;
        let (counts, rebuilding) = opened.node_index.counts();
        // Asked for counts as begun: whoever has asked wants to see that it was heard.
        let rebuilding = rebuilding || self.has_reindexing_ahead().await?;
        let mut last_error = self.last_error();
        // A folder is looked at in no time; a service is not asked just to tell how it is.
        if let (Provider::Local(_), None) = (&self.provider, &last_error) {
            last_error = self.provider.identity().await.err();
        }
        Ok(Status {
            // Refused texts are among the failed, but waiting does not help them.
            pending: counts.waiting + counts.failed - counts.refused + changes,
            failed: counts.refused + given_up,
            indexed: counts.stored,
            model: self.provider.name(),
            rebuilding,
            last_error: last_error.as_ref().map(ProviderError::to_string).or(change_error),
        })
    }
}
