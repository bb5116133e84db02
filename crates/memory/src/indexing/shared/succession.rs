//! How one set of vectors follows another, for all nodes at once: each step is a transaction that
//! looks at the sets as they are, and every node follows.

use std::collections::HashSet;

use kernel::Id;
use recall::embed::ModelIdentity;
use store::vectors::VectorSupport;
use store::{Filter, StoreError, Stored, Transaction};

use super::following::Shared;
use super::kind::{SetState, VectorSet};
use crate::STREAM;
use crate::chunks::Source;
use crate::embedding::{ProviderError, Reach};
use crate::indexing::indexer::Opened;
use crate::indexing::node_index::NodeIndex;
use crate::indexing::payload::source_tag;
use crate::indexing::run::IndexError;
use crate::indexing::succession::is_complete;

/// What came of a wish for vectors of a model.
enum Prepared {
    /// They have somewhere to go already.
    There,
    Begun(Id),
    /// Those of another model were given up, and the ones that serve fit.
    Back,
    /// Nodes that were started later make vectors with another model.
    Outdated,
}

const OUTDATED: &str = "other nodes make vectors with another model; this one has to be restarted \
     with their settings";

/// The sets that count.
struct Sets {
    serving: Option<Stored<VectorSet>>,
    next: Option<Stored<VectorSet>>,
}

impl Sets {
    /// For whoever changes them.
    fn read(transaction: &mut Transaction<'_>) -> Result<Self, StoreError> {
        let (mut serving, mut next) = (None, None);
        for stored in VectorSet::all(transaction)? {
            let table = stored.document.table();
            if !transaction.has_vectors(&table)? {
                // Brought here without its vectors, or robbed of them.
                transaction.drop_vectors(&table)?;
                transaction.delete::<VectorSet>(table.id)?;
                continue;
            }
            match stored.document.state {
                SetState::Serving => serving = Some(stored),
                SetState::Next => next = Some(stored),
                SetState::Retired => {}
            }
        }
        Ok(Self { serving, next })
    }

    fn target(&self) -> Option<&VectorSet> {
        self.next.as_ref().or(self.serving.as_ref()).map(|stored| &stored.document)
    }
}

impl Shared {
    /// Makes sure that vectors of this model have somewhere to go. Tells whether what is missing has
    /// changed.
    pub(in crate::indexing) async fn prepare(
        &self,
        opened: &Opened,
        model: &ModelIdentity,
        reach: Option<Reach>,
    ) -> Result<bool, IndexError> {
        let target = opened.node_index.wanted_model();
        if target.as_ref() == Some(model) {
            return Ok(false);
        }
        let (support, wanted) = (self.support.clone(), model.clone());
        let known = opened.node_index.known_sets();
        let prepared = self.store.write(move |transaction| {
            prepare(transaction, &support, &known, &wanted, reach.clone())
        });
        let changed = match prepared.await? {
            Prepared::There | Prepared::Back => true,
            Prepared::Begun(id) => {
                opened.node_index.know_set(id);
                true
            }
            Prepared::Outdated => {
                return Err(ProviderError::Other(OUTDATED.to_owned()).into());
            }
        };
        opened.live.catch_up().await?;
        Ok(changed)
    }

    /// Begins a new set: of everything, or of one source with the vectors of all others taken along.
    pub(in crate::indexing) async fn rebuild(
        &self,
        opened: &Opened,
        model: ModelIdentity,
        reach: Option<Reach>,
        source: Option<Source>,
        number: Option<u64>,
    ) -> Result<(), StoreError> {
        let support = self.support.clone();
        let begun = self.store.write(move |transaction| {
            let revision = transaction.enter(STREAM)?;
            let Sets { serving, next } = Sets::read(transaction)?;
            let Some(serving) = serving else { return Ok(None) };
            let same_model = serving.document.identity() == model;
            // Vectors of another model are needed, whoever has asked for them.
            let asked = number.filter(|_| same_model);
            retire(transaction, next)?;
            let (state, reach) = (SetState::Next, reach.clone());
            let begun = begin(transaction, &support, &model, state, asked, reach)?;
            if let Some(source) = source.filter(|_| same_model) {
                let tag = source_tag(source).number();
                let (from, to) = (serving.document.table(), begun.table());
                support.copy_others(transaction, &from, &to, tag, revision)?;
            }
            Ok::<_, StoreError>(Some(begun.id))
        });
        if let Some(id) = begun.await? {
            opened.node_index.know_set(id);
        }
        opened.live.catch_up().await
    }

    /// Gives up vectors that were asked for under this number or an earlier one.
    pub(in crate::indexing) async fn call_off(
        &self,
        opened: &Opened,
        last: u64,
    ) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| {
                transaction.enter(STREAM)?;
                let next = Sets::read(transaction)?.next;
                let asked = next.as_ref().and_then(|next| next.document.asked);
                match asked.is_some_and(|number| number <= last) {
                    true => retire(transaction, next),
                    false => Ok(()),
                }
            })
            .await?;
        opened.live.catch_up().await
    }

    /// Lets the next vectors serve, if nothing is missing in them that can be had, and throws those
    /// away that are of no use any more.
    pub(in crate::indexing) async fn finish(&self, opened: &Opened) -> Result<(), StoreError> {
        let (counts, is_next) = opened.node_index.counts();
        if is_next && is_complete(&counts) {
            let seen = opened.live.current().revision;
            let switched = self.store.write(move |transaction| {
                // Complete at that moment, and nothing has happened since. Otherwise the next look
                // decides.
                if !transaction.enter(STREAM)?.directly_follows(seen) {
                    return Ok(false);
                }
                switch(transaction)
            });
            if switched.await? {
                tracing::info!(vectors = counts.stored, "the new vectors serve from now on");
            }
            opened.live.catch_up().await?;
        }
        self.drop_retired(opened).await
    }

    async fn drop_retired(&self, opened: &Opened) -> Result<(), StoreError> {
        for table in opened.node_index.retired_sets() {
            self.store
                .write(move |transaction| {
                    // The table first: it may have to wait for a search, and nobody who writes shall
                    // wait with it.
                    transaction.drop_vectors(&table)?;
                    let named = [Filter::equal("id", table.id)];
                    transaction.delete_where::<VectorSet>(&named).map(drop)
                })
                .await?;
        }
        Ok(())
    }

    /// Notes where the model is that makes the vectors, for the day when another one does.
    pub(in crate::indexing) async fn remember(
        &self,
        opened: &Opened,
        reach: Reach,
    ) -> Result<(), StoreError> {
        let Some(target) = opened.node_index.target_generation() else { return Ok(()) };
        let Some(id) = target.database().map(|set| set.id) else { return Ok(()) };
        if target.reach().as_ref() == Some(&reach) {
            return Ok(());
        }
        target.set_reach(Some(reach.clone()));
        self.store
            .write(move |transaction| {
                transaction.enter(STREAM)?;
                match transaction.find::<VectorSet>(id)? {
                    // Another node may have its model elsewhere. The first one is as good.
                    Some(mut stored) if stored.document.reach.is_none() => {
                        stored.document.reach = Some(reach.clone());
                        transaction.replace(stored).map(drop)
                    }
                    _ => Ok(()),
                }
            })
            .await
    }
}

impl NodeIndex {
    fn known_sets(&self) -> HashSet<Id> {
        self.lock().shared.as_ref().map(|shared| shared.known.clone()).unwrap_or_default()
    }

    fn know_set(&self, id: Id) {
        if let Some(shared) = &mut self.lock().shared {
            shared.known.insert(id);
        }
    }

    fn retired_sets(&self) -> Vec<store::vectors::VectorTable> {
        self.lock().shared.as_ref().map(|shared| shared.retired.clone()).unwrap_or_default()
    }
}

fn prepare(
    transaction: &mut Transaction<'_>,
    support: &VectorSupport,
    known: &HashSet<Id>,
    model: &ModelIdentity,
    reach: Option<Reach>,
) -> Result<Prepared, StoreError> {
    transaction.enter(STREAM)?;
    let sets = Sets::read(transaction)?;
    if let Some(target) = sets.target() {
        if target.identity() == *model {
            return Ok(Prepared::There);
        }
        // Begun by a node that was started after this one: it knows the newer settings. If each
        // insisted on its own model, two nodes would make everything again for ever.
        if !known.contains(&target.id) {
            return Ok(Prepared::Outdated);
        }
    }
    let Sets { serving, next } = sets;
    retire(transaction, next)?;
    let state = match serving {
        Some(serving) if serving.document.identity() == *model => return Ok(Prepared::Back),
        // Nothing is lost by replacing a set without vectors.
        Some(serving) if transaction.is_without_vectors(&serving.document.table())? => {
            retire(transaction, Some(serving))?;
            SetState::Serving
        }
        Some(_) => {
            tracing::info!(model = model.name, "making all vectors again, with another model");
            SetState::Next
        }
        None => SetState::Serving,
    };
    Ok(Prepared::Begun(begin(transaction, support, model, state, None, reach)?.id))
}

fn begin(
    transaction: &mut Transaction<'_>,
    support: &VectorSupport,
    model: &ModelIdentity,
    state: SetState,
    asked: Option<u64>,
    reach: Option<Reach>,
) -> Result<VectorSet, StoreError> {
    let ModelIdentity { name, dimension } = model.clone();
    let id = transaction.generate_id();
    let set = VectorSet { id, model: name, dimension, state, asked, reach };
    support.create(transaction, &set.table())?;
    Ok(transaction.insert(set)?.document)
}

fn retire(
    transaction: &mut Transaction<'_>,
    set: Option<Stored<VectorSet>>,
) -> Result<(), StoreError> {
    let Some(mut set) = set else { return Ok(()) };
    set.document.state = SetState::Retired;
    transaction.replace(set).map(drop)
}

fn switch(transaction: &mut Transaction<'_>) -> Result<bool, StoreError> {
    let Sets { serving, next: Some(mut next) } = Sets::read(transaction)? else {
        return Ok(false);
    };
    retire(transaction, serving)?;
    next.document.state = SetState::Serving;
    transaction.replace(next)?;
    Ok(true)
}
