//! Embeds what is missing and stores it, batch by batch, until nothing is missing, the provider
//! fails, or it is somebody else's turn.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kernel::Id;
use recall::embed::{Embedding, ModelIdentity};
use store::outbox::Backoff;
use store::{StoreError, Stored};
use tokio::time::Instant;

use super::batch::batches;
use super::indexer::{Indexer, Opened, Trouble};
use super::kind::Indexed;
use super::ledger::Standing;
use super::node_index::Made;
use super::payload::fingerprint;
use super::shared::Shared;
use crate::chunks::Chunk;
use crate::embedding::{Provider, ProviderError};

/// Short pauses: whoever repairs a provider should not have to wait.
pub(super) const BACKOFF: Backoff = Backoff {
    first: Duration::from_secs(2),
    longest: Duration::from_secs(30),
    give_up_after: Duration::from_secs(30 * 24 * 60 * 60),
};
/// A text that no provider has a reason to refuse.
const HARMLESS: &str = "A boat on a lake.";
/// How long a service has to answer with vectors of another length before it is believed.
const PERSISTENCE: Duration = Duration::from_secs(5);
/// Chunks looked at in one go.
const PLANNED: usize = 256;
/// After this a run ends, so that whoever waits for its turn gets it.
const LONGEST_RUN: Duration = Duration::from_secs(20);

/// How long a job waits while another node embeds, and how often it looks.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
const TURN_LOOK: Duration = Duration::from_millis(100);

/// Why a run ended before everything was stored.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error("the vector index cannot be written; the log says why")]
    Files,
}

/// Where vectors of a model go.
struct Keeper<'a> {
    opened: &'a Opened,
    shared: Option<&'a Shared>,
    model: ModelIdentity,
}

impl Keeper<'_> {
    /// The vectors of those texts that were embedded before.
    async fn find_texts(
        &self,
        fingerprints: Vec<u128>,
    ) -> Result<HashMap<u128, Embedding>, IndexError> {
        let target = self.opened.node_index.target_generation();
        if let Some(set) = target.as_ref().and_then(|target| target.database()) {
            return Ok(match set.model == self.model {
                true => set.find_texts(fingerprints).await?,
                false => HashMap::new(),
            });
        }
        let node_index = self.opened.node_index.clone();
        blocking(move || node_index.reuse(&fingerprints.into_iter().collect())).await
    }
}

/// A chunk on its way: read, not yet embedded.
struct Text {
    id: Id,
    version: i64,
    standing: Standing,
    text: String,
}

impl Indexer {
    /// What is asked for comes first; everything else that is missing follows.
    pub(crate) async fn run(&self, asked_for: &[Id]) -> Result<(), IndexError> {
        let _turn = self.turn.lock().await;
        let shared = self.shared().await?;
        // Whoever had the turn before has usually done it along the way.
        if !asked_for.is_empty() && self.not_noted(asked_for.to_vec()).await?.is_empty() {
            return Ok(());
        }
        let opened = self.up_to_date().await?.clone();
        self.leave_called_off(&opened).await?;
        let other_model = match (self.provider.identity_name().await, &shared) {
            (Some(name), None) => opened.node_index.leave_other_model(&name),
            (Some(name), Some(_)) => opened.node_index.is_of_other_model(&name),
            (None, _) => false,
        };
        // Told by the index and not by jobs: other nodes may have noted vectors that this node does
        // not have.
        if !other_model && !opened.node_index.is_missing_vectors() {
            self.set_trouble(Trouble::default());
            if let Some(shared) = &shared {
                shared.finish(&opened).await?;
            }
            return self.remember_model(&opened).await;
        }
        let Trouble { error, times, not_before, .. } = self.trouble();
        let paused = error.filter(|_| not_before.is_some_and(|at| self.store.clock().now() < at));
        // Everything would fail in the same way until the pause is over.
        if let Some(error) = paused.clone().filter(ProviderError::concerns_all_texts) {
            return Err(error.into());
        }
        if shared.is_some() && !self.await_turn(asked_for).await? {
            // Another node is at it, and takes along whatever is missing.
            return Ok(());
        }
        // A text that cannot be embedded has to wait; new ones need not wait with it.
        let outcome = self.run_in_turn(&opened, shared.as_ref(), asked_for, paused.is_none()).await;
        if shared.is_some() {
            self.end_turn().await;
        }
        match (&outcome, paused) {
            (Err(IndexError::Provider(error)), _) => self.pause(error.clone(), times + 1),
            (Err(_), _) | (Ok(()), Some(_)) => {}
            (Ok(()), None) => self.set_trouble(Trouble::default()),
        }
        outcome
    }

    async fn run_in_turn(
        &self,
        opened: &Opened,
        shared: Option<&Shared>,
        asked_for: &[Id],
        failed_too: bool,
    ) -> Result<(), IndexError> {
        if let Some(shared) = shared {
            // What the node before us has stored is not made again.
            opened.live.catch_up().await?;
            let target = opened.node_index.wanted_model();
            // Also where nothing is missing: then it is all of another model.
            let model = self.provider.identity_name().await;
            if target.is_some_and(|target| model.is_some_and(|name| target.name != name)) {
                let model = self.provider.identity().await?;
                shared.prepare(opened, &model, self.provider.reach().await).await?;
            }
        }
        let outcome = self.run_until_failure(opened, shared, asked_for, failed_too).await;
        if let Some(shared) = shared {
            shared.finish(opened).await?;
        }
        outcome?;
        self.remember_model(opened).await
    }

    /// Waits for the turn as long as the chunks that were asked for have no vector. Without any it
    /// takes what is free.
    async fn await_turn(&self, asked_for: &[Id]) -> Result<bool, IndexError> {
        let started = Instant::now();
        loop {
            if self.take_turn().await? {
                return Ok(true);
            }
            // Before anything is said: who asks again at once would only keep the database busy.
            tokio::time::sleep(TURN_LOOK).await;
            let is_worth = !asked_for.is_empty() && started.elapsed() < LONGEST_WAIT;
            if !is_worth || self.not_noted(asked_for.to_vec()).await?.is_empty() {
                return Ok(false);
            }
        }
    }

    /// Notes where the model is whose vectors these are.
    async fn remember_model(&self, opened: &Opened) -> Result<(), IndexError> {
        let name = self.provider.identity_name().await;
        let target = opened.node_index.wanted_model();
        if target.is_none_or(|target| name.as_ref() != Some(&target.name)) {
            return Ok(());
        }
        let Some(reach) = self.provider.reach().await else { return Ok(()) };
        if let Some(shared) = self.shared().await? {
            return Ok(shared.remember(opened, reach).await?);
        }
        let node_index = opened.node_index.clone();
        blocking(move || node_index.remember(&reach)).await
    }

    fn pause(&self, error: ProviderError, times: i64) {
        let pause = error.asked_to_wait().unwrap_or_default().max(BACKOFF.pause(times));
        let not_before = Some(self.store.clock().now().plus(pause));
        tracing::debug!(%error, times, "vectors have to wait");
        let before = self.trouble();
        let since = match before.error.as_ref() == Some(&error) {
            true => before.since,
            false => Some(self.store.clock().now()),
        };
        self.set_trouble(Trouble { error: Some(error), times, since, not_before });
    }

    async fn run_until_failure(
        &self,
        opened: &Opened,
        shared: Option<&Shared>,
        asked_for: &[Id],
        failed_too: bool,
    ) -> Result<(), IndexError> {
        let started = Instant::now();
        let mut tried = HashSet::new();
        let mut failure = None;
        while started.elapsed() < LONGEST_RUN {
            let planned = opened.node_index.plan(asked_for, &tried, failed_too, PLANNED);
            if planned.is_empty() || (shared.is_some() && !self.take_turn().await?) {
                break;
            }
            // In each round: an owner may install another model while we run.
            let model = match self.provider.identity().await {
                Ok(model) => model,
                Err(error) => {
                    // Without a model nothing was tried, so nothing has failed.
                    if error != ProviderError::NoModel {
                        let ids: Vec<Id> = planned.iter().map(|(id, _)| *id).collect();
                        opened.node_index.mark_failed(&ids);
                    }
                    return Err(error.into());
                }
            };
            if self.prepare(opened, shared, &model).await? {
                // Another generation was begun, so more is missing than was planned.
                continue;
            }
            tried.extend(planned.iter().map(|(id, _)| *id));
            let texts = self.read(planned).await?;
            let keeper = Keeper { opened, shared, model };
            let texts = self.reuse(&keeper, texts).await?;
            if let Err(error) = self.embed(&keeper, texts).await {
                match error {
                    // A single text. The others go on, and the failure is told at the end.
                    IndexError::Provider(error) if !error.concerns_all_texts() => {
                        failure = Some(error);
                    }
                    error => return Err(error),
                }
            }
            // Whatever was rewritten meanwhile is wanted again, in its new version.
            self.up_to_date().await?;
            self.leave_called_off(opened).await?;
        }
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// The texts as they are now; a chunk may be gone or another by this time.
    async fn read(
        &self,
        planned: Vec<(Id, super::ledger::Known)>,
    ) -> Result<Vec<Text>, StoreError> {
        self.store
            .read(move |transaction| {
                let mut texts = Vec::with_capacity(planned.len());
                for (id, known) in planned {
                    let Some(Stored { version, document }) = transaction.find::<Chunk>(id)? else {
                        continue;
                    };
                    // Rewritten since it was planned. It comes again in its new version.
                    if version == known.version {
                        let text = document.text;
                        texts.push(Text { id, version, standing: known.standing, text });
                    }
                }
                Ok(texts)
            })
            .await
    }

    async fn prepare(
        &self,
        opened: &Opened,
        shared: Option<&Shared>,
        model: &ModelIdentity,
    ) -> Result<bool, IndexError> {
        if opened.node_index.wanted_model().as_ref() == Some(model) {
            return Ok(false);
        }
        let reach = self.provider.reach().await;
        if let Some(shared) = shared {
            let prepared = shared.prepare(opened, model, reach).await;
            let of_same_name = !opened.node_index.is_of_other_model(&model.name);
            if let (Err(_), true, Provider::Service(service)) =
                (&prepared, of_same_name, &self.provider)
            {
                // Another node has found that the service answers in another length.
                service.forget();
            }
            return prepared;
        }
        let (node_index, model) = (opened.node_index.clone(), model.clone());
        blocking(move || node_index.prepare(&model, reach)).await?.map_err(files)
    }

    /// Stores those whose text was embedded before; the others come back.
    async fn reuse(&self, keeper: &Keeper<'_>, texts: Vec<Text>) -> Result<Vec<Text>, IndexError> {
        let fingerprints: Vec<u128> = texts.iter().map(|text| fingerprint(&text.text)).collect();
        let known = keeper.find_texts(fingerprints.clone()).await?;
        let (mut made, mut rest) = (Vec::new(), Vec::new());
        for (text, fingerprint) in texts.into_iter().zip(fingerprints) {
            match known.get(&fingerprint).cloned() {
                Some(embedding) => {
                    made.push(Made { id: text.id, version: text.version, embedding });
                }
                None => rest.push(text),
            }
        }
        self.keep(keeper, made).await?;
        Ok(rest)
    }

    async fn embed(&self, keeper: &Keeper<'_>, mut texts: Vec<Text>) -> Result<(), IndexError> {
        let opened = keeper.opened;
        let sizes: Vec<_> =
            // In characters and not in tokens: the service counts in a way of its own, and only the
            // order of magnitude matters.
            texts.iter().map(|text| (text.text.chars().count(), text.standing)).collect();
        let mut failure = None;
        for length in batches(&sizes, self.provider.batch()) {
            // What is there by now is not wanted any more: a re-indexing may have been called off.
            let batch: Vec<Text> = texts
                .drain(..length)
                .filter(|text| !opened.node_index.holds(text.id, text.version))
                .collect();
            if batch.is_empty() {
                continue;
            }
            if keeper.shared.is_some() && !self.take_turn().await? {
                // This node stood still for so long that another one has taken over.
                return Ok(());
            }
            let (ids, words): (Vec<_>, Vec<_>) =
                batch.into_iter().map(|text| ((text.id, text.version), text.text)).unzip();
            match self.provider.embed(words).await {
                Ok(embeddings) => {
                    let made = ids.into_iter().zip(embeddings);
                    let made = made
                        .map(|((id, version), embedding)| Made { id, version, embedding })
                        .collect();
                    self.keep(keeper, made).await?;
                }
                Err(error) => {
                    let ids: Vec<Id> = ids.into_iter().map(|(id, _)| id).collect();
                    match ids.as_slice() {
                        // Asked only about a text that failed alone: in a batch nobody knows which
                        // one it was.
                        [id] if self.takes_other_texts(&error).await => {
                            opened.node_index.mark_refused(*id);
                        }
                        ids => opened.node_index.mark_failed(ids),
                    }
                    self.learn_again(opened, &error);
                    // The next batches would fail in the same way, each after a timeout.
                    if error.concerns_all_texts() {
                        return Err(error.into());
                    }
                    failure = Some(error);
                }
            }
        }
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Whether a text failed for its own sake: the provider, asked about another one, answers well.
    async fn takes_other_texts(&self, error: &ProviderError) -> bool {
        if error.concerns_all_texts() || matches!(error, ProviderError::WrongDimension { .. }) {
            return false;
        }
        self.provider.embed(vec![HARMLESS.to_owned()]).await.is_ok()
    }

    /// Asks a service again how long its vectors are, when it has changed its mind for good: the
    /// same other length for a while. Before that it may be broken for a moment, except when
    /// nothing is stored, or when it is back at the length of the vectors that serve.
    fn learn_again(&self, opened: &Opened, error: &ProviderError) {
        let Provider::Service(service) = &self.provider else { return };
        let ProviderError::WrongDimension { found, .. } = error else { return };
        let serving = opened.node_index.serving();
        let nothing_lost = opened.node_index.serves_nothing()
            || serving.is_some_and(|serving| serving.model().dimension == *found);
        let Trouble { error: before, times, since, .. } = self.trouble();
        let for_a_while =
            since.is_some_and(|since| since.plus(PERSISTENCE) <= self.store.clock().now());
        // Twice and for some seconds. A proxy that answers nonsense for a moment must not cost all
        // vectors.
        if nothing_lost || (before.as_ref() == Some(error) && times >= 2 && for_a_while) {
            service.forget();
        }
    }

    /// Vectors into the index, then the note that they are there.
    async fn keep(&self, keeper: &Keeper<'_>, made: Vec<Made>) -> Result<(), IndexError> {
        if made.is_empty() {
            return Ok(());
        }
        let opened = keeper.opened;
        if let Some(shared) = keeper.shared {
            // Vector and note are one transaction, and this node learns of them like all others.
            shared.put(keeper.model.clone(), made).await?;
            return Ok(opened.live.catch_up().await?);
        }
        let node_index = opened.node_index.clone();
        // First into the index, then the note. If the process dies in between, the next run finds
        // the vector and notes it.
        let stored = blocking(move || node_index.put(made)).await?.map_err(files)?;
        Ok(self.note(stored).await?)
    }

    pub(super) async fn note(&self, stored: Vec<(Id, i64)>) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| {
                for (id, version) in &stored {
                    Indexed::note(transaction, *id, *version)?;
                }
                Ok(())
            })
            .await
    }
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, IndexError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "indexing was cut short");
        IndexError::Files
    })
}

fn files(error: recall::vector::FileError) -> IndexError {
    tracing::error!(%error, "the vector index cannot be written");
    IndexError::Files
}
