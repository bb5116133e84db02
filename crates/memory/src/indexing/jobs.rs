use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use kernel::Id;
use serde::{Deserialize, Serialize};
use store::outbox::{Backoff, Claimed, Handler, JobError};
use store::{StoreError, Transaction};

use super::indexer::Indexer;
use super::kind::Indexed;
use super::run::{BACKOFF, IndexError};
use crate::chunks::{Chunk, Source};
use crate::embedding::{Provider, ProviderError};

pub const TOPIC: &str = "memory.index";

/// What a transaction leaves to be indexed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexJob {
    /// These chunks are new or have changed.
    Chunks(Vec<Id>),
    /// Make vectors again: of one source, or all of them.
    Rebuild {
        source: Option<Source>,
        /// By which it can be called off. Jobs of older versions have none, and are before all others.
        #[serde(default)]
        number: u64,
    },
}

/// Does what the topic asks for.
#[derive(Clone, Debug)]
pub struct IndexHandler(pub(crate) Arc<Indexer>);

impl Handler for IndexHandler {
    fn topic(&self) -> &'static str {
        TOPIC
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        Box::pin(async move {
            let job = serde_json::from_value(job.payload.clone())
                .map_err(|_| JobError::Fail("is no job of this topic".to_owned()))?;
            let outcome = match job {
                IndexJob::Chunks(ids) => self.0.index(ids).await,
                IndexJob::Rebuild { source, number } => self.0.rebuild(source, number).await,
            };
            match outcome {
                Ok(()) => {
                    self.0.cross_off().await;
                    Ok(())
                }
                // The background loop looks for a model again and again; the job would only add
                // a line to the log each time.
                Err(IndexError::Provider(ProviderError::NoModel)) => Ok(()),
                Err(error) => Err(JobError::Retry(error.to_string())),
            }
        })
    }

    fn backoff(&self) -> Backoff {
        BACKOFF
    }

    fn longest_attempt(&self) -> Duration {
        Duration::from_secs(120)
    }
}

/// Jobs crossed off in one go.
const CROSSED_OFF: u32 = 500;

impl Indexer {
    /// Completes the jobs whose chunks were indexed along with those of another: a run takes all
    /// that is missing, so after an import there is one job per chunk and nothing left to do.
    async fn cross_off(&self) {
        loop {
            match self.store.complete_done_jobs(TOPIC, CROSSED_OFF, is_noted).await {
                Ok(count) if count == CROSSED_OFF as usize => {}
                Ok(_) => return,
                // They will be claimed one by one and found to be done.
                Err(error) => return tracing::debug!(%error, "finished jobs stay for now"),
            }
        }
    }

    /// Returns when the vectors of these chunks are stored and noted, as far as the chunks still
    /// exist.
    async fn index(&self, ids: Vec<Id>) -> Result<(), IndexError> {
        // Jobs come twice, and one run does the work of many. Asking first is cheap.
        if self.not_noted(ids.clone()).await?.is_empty() {
            return Ok(());
        }
        let outcome = self.run(&ids).await;
        let missing = self.not_noted(ids).await?;
        if missing.is_empty() {
            return Ok(());
        }
        // A process that died between storing and noting leaves this for the next one.
        let opened = self.up_to_date().await?;
        let (stored, missing): (Vec<_>, Vec<_>) =
            missing.into_iter().partition(|(id, version)| opened.node_index.holds(*id, *version));
        self.note(stored).await?;
        match (outcome, missing.is_empty()) {
            (_, true) => Ok(()),
            (Err(error), false) => Err(error),
            // The run ended before its turn came, by its time limit or for a pause. The job comes
            // back, and what is done stays done.
            (Ok(()), false) => {
                Err(ProviderError::Other("it is not its turn yet".to_owned()).into())
            }
        }
    }

    pub(super) async fn not_noted(&self, ids: Vec<Id>) -> Result<Vec<(Id, i64)>, StoreError> {
        self.store.read(move |transaction| not_noted(transaction, &ids)).await
    }

    /// Makes vectors again that somebody has asked for.
    async fn rebuild(&self, source: Option<Source>, number: u64) -> Result<(), IndexError> {
        match self.begin_rebuild(source, Some(number)).await {
            // Begun is enough: it is written down, and the background loop goes on with it. Tried
            // again, the job would begin from the start.
            Ok(()) => {
                self.note_begun(number).await?;
                self.run(&[]).await.or(Ok(()))
            }
            Err(error) => {
                // Nobody waits for what cannot begin: without a model the job is not tried again.
                if matches!(error, IndexError::Provider(ProviderError::NoModel)) {
                    self.note_begun(number).await?;
                }
                Err(error)
            }
        }
    }

    /// Begins a new generation. It is filled by the runs that follow, also after a restart. With a
    /// number it can be called off, and is not begun when that has happened.
    pub(crate) async fn begin_rebuild(
        &self,
        source: Option<Source>,
        number: Option<u64>,
    ) -> Result<(), IndexError> {
        if let Some(number) = number
            && self.is_called_off(number).await?
        {
            return Ok(());
        }
        let opened = self.up_to_date().await?.clone();
        if let Provider::Service(service) = &self.provider {
            // A rebuild is asked for when the model has changed behind the same name. What we knew
            // of it may be wrong.
            service.learn().await?;
        }
        let model = self.provider.identity().await?;
        let reach = self.provider.reach().await;
        if let Some(shared) = self.shared().await? {
            return Ok(shared.rebuild(&opened, model, reach, source, number).await?);
        }
        let rebuild = move || opened.node_index.rebuild(&model, reach, source, number);
        let begun = tokio::task::spawn_blocking(rebuild);
        match begun.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::error!(%error, "the vector index cannot be made again");
                Err(IndexError::Files)
            }
            Err(_) => Err(IndexError::Files),
        }
    }
}

/// The chunks that exist in a version whose vector is not noted.
fn not_noted(transaction: &mut Transaction<'_>, ids: &[Id]) -> Result<Vec<(Id, i64)>, StoreError> {
    let mut missing = Vec::new();
    for id in ids {
        // A chunk that is gone needs no vector.
        let Some(chunk) = transaction.find::<Chunk>(*id)? else { continue };
        if Indexed::at(transaction, *id, chunk.version)?.is_none() {
            missing.push((*id, chunk.version));
        }
    }
    Ok(missing)
}

fn is_noted(transaction: &mut Transaction<'_>, job: &Claimed) -> Result<bool, StoreError> {
    match serde_json::from_value(job.payload.clone()) {
        Ok(IndexJob::Chunks(ids)) => Ok(not_noted(transaction, &ids)?.is_empty()),
        Ok(IndexJob::Rebuild { .. }) | Err(_) => Ok(false),
    }
}
