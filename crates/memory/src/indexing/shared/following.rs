//! What a node knows of shared vectors, in step with the stream.

use std::collections::HashSet;
use std::sync::Arc;

use kernel::Id;
use recall::{Filter, Stamp};
use store::vectors::{VectorStamp, VectorSupport, VectorTable};
use store::{Revision, Store, StoreError, Transaction};

use super::kind::{SetState, VectorSet};
use super::set::{Accepted, DatabaseSet, FEW};
use crate::indexing::generation::Generation;
use crate::indexing::ledger::revision;
use crate::indexing::node_index::{NodeIndex, Stamps, State};

/// The database that keeps the vectors.
#[derive(Clone, Debug)]
pub(in crate::indexing) struct Shared {
    pub(in crate::indexing) store: Store,
    pub(in crate::indexing) support: VectorSupport,
}

#[derive(Debug, Default)]
pub(in crate::indexing) struct Following {
    /// Chunks without a vector among those that serve. Few, but for the time in which they are made.
    lacking: Arc<HashSet<Id>>,
    /// Sets that were there when this node began, or that it has begun itself. All others were begun
    /// by nodes that know better which model is wanted.
    pub(super) known: HashSet<Id>,
    /// Sets that are of no use any more.
    pub(super) retired: Vec<VectorTable>,
}

impl Following {
    pub(in crate::indexing) fn lacks(&mut self, id: Id) {
        Arc::make_mut(&mut self.lacking).insert(id);
    }

    pub(in crate::indexing) fn has(&mut self, id: Id) {
        if self.lacking.contains(&id) {
            Arc::make_mut(&mut self.lacking).remove(&id);
        }
    }
}

impl NodeIndex {
    /// Takes over which sets there are, at opening. The stamps of those that are being filled come
    /// back.
    pub(in crate::indexing) fn open_sets(
        &self,
        transaction: &mut Transaction<'_>,
        shared: &Shared,
    ) -> Result<Stamps, StoreError> {
        let sets = self.usable_sets(transaction)?;
        let mut state = self.lock();
        if let Some(following) = &mut state.shared {
            following.known = sets.iter().map(|set| set.id).collect();
        }
        self.take_over(&mut state, sets, shared);
        let target = self.target(&state).and_then(|target| target.database().cloned());
        drop(state);
        match target {
            Some(target) => stamps_of(transaction, &target.table()),
            None => Ok(Stamps::new()),
        }
    }

    /// Which chunks have no vector among those that serve, once all chunks are known.
    pub(in crate::indexing) fn count_lacking(
        &self,
        transaction: &mut Transaction<'_>,
    ) -> Result<(), StoreError> {
        let serving = self.serving();
        let serving = serving.as_ref().and_then(|serving| serving.database());
        let there = match serving {
            Some(set) => transaction.vector_stamps(&set.table(), None)?,
            None => Vec::new(),
        };
        let there: HashSet<Id> = there.into_iter().map(|stamp| stamp.id).collect();
        let mut state = self.lock();
        let lacking = state.ledger.ids().filter(|id| !there.contains(id)).collect();
        if let Some(following) = &mut state.shared {
            following.lacking = Arc::new(lacking);
        }
        Ok(())
    }

    /// Learns what was stored after a revision, here or by another node, and which sets count now.
    pub(in crate::indexing) fn follow_sets(
        &self,
        transaction: &mut Transaction<'_>,
        shared: &Shared,
        since: Revision,
    ) -> Result<(), StoreError> {
        let sets = self.usable_sets(transaction)?;
        let mut state = self.lock();
        let target_before = self.target(&state).as_deref().and_then(set_id);
        let serving_before = self.serving_id();
        self.take_over(&mut state, sets, shared);
        let target = self.target(&state).and_then(|target| target.database().cloned());
        let serving = self.serving().and_then(|serving| serving.database().cloned());
        drop(state);
        match &target {
            Some(target) if Some(target.id) == target_before => {
                let stored = transaction.vector_stamps(&target.table(), Some(since))?;
                self.mark_stored(&stored);
            }
            // Others are filled now. What is missing in them is another question.
            _ => {
                let stamps = match &target {
                    Some(target) => stamps_of(transaction, &target.table())?,
                    None => Stamps::new(),
                };
                self.lock().ledger.settle(|id, known| stamps.get(&id) == Some(&known.stamp()));
            }
        }
        match &serving {
            Some(serving) if Some(serving.id) == serving_before => {
                let stored = transaction.vector_stamps(&serving.table(), Some(since))?;
                if let Some(following) = &mut self.lock().shared {
                    stored.iter().for_each(|stamp| following.has(stamp.id));
                }
                Ok(())
            }
            _ => self.count_lacking(transaction),
        }
    }

    /// Vectors that are there, if they are of the texts that are wanted.
    fn mark_stored(&self, stored: &[VectorStamp]) {
        let mut state = self.lock();
        for stamp in stored {
            let known = state.ledger.get(stamp.id).map(|known| known.stamp());
            if known == Some(as_stamp(stamp)) {
                state.ledger.mark_stored(stamp.id);
            }
        }
    }

    /// The sets whose tables are there. Of others the documents were brought here without them.
    fn usable_sets(&self, transaction: &mut Transaction<'_>) -> Result<Vec<VectorSet>, StoreError> {
        let mut usable = Vec::new();
        for stored in VectorSet::all(transaction)? {
            let mut set = stored.document;
            if !transaction.has_vectors(&set.table())? {
                set.state = SetState::Retired;
            }
            usable.push(set);
        }
        Ok(usable)
    }

    fn take_over(&self, state: &mut State, sets: Vec<VectorSet>, shared: &Shared) {
        let (mut serving, mut next, mut retired) = (None, None, Vec::new());
        for set in sets {
            match set.state {
                SetState::Serving => serving = Some(set),
                SetState::Next => next = Some(set),
                SetState::Retired => retired.push(set.table()),
            }
        }
        // The same ones stay as they are: searches hold them.
        if self.serving_id() != serving.as_ref().map(|set| set.id) {
            self.serving.store(serving.map(|set| Arc::new(generation(set, shared))));
        }
        let before = state.next.as_ref().and_then(|next| set_id(next));
        if before != next.as_ref().map(|set| set.id) {
            state.next = next.map(|set| Arc::new(generation(set, shared)));
        }
        if let Some(following) = &mut state.shared {
            following.retired = retired;
        }
    }

    fn serving_id(&self) -> Option<Id> {
        self.serving().as_deref().and_then(set_id)
    }

    /// Chunks without a vector among those that serve.
    pub(crate) fn lacking(&self) -> Arc<HashSet<Id>> {
        self.lock().shared.as_ref().map(|following| following.lacking.clone()).unwrap_or_default()
    }

    /// The chunks that the filter accepts and that have a vector among those that serve.
    pub(crate) fn with_vector(&self, filter: &Filter) -> Accepted {
        let keywords = self.keywords.snapshot();
        let (of, all) = (keywords.len(), keywords.count(filter));
        let few = (all <= FEW).then(|| keywords.accepted(filter).collect());
        let state = self.lock();
        let Some(following) = &state.shared else { return Accepted { count: all, few, of } };
        let payload = |id: &Id| state.ledger.get(*id).map(|known| known.payload);
        let without = following
            .lacking
            .iter()
            .filter(|id| payload(id).is_some_and(|payload| filter.accepts(&payload)))
            .count();
        Accepted { count: all.saturating_sub(without), few, of }
    }
}

fn generation(set: VectorSet, shared: &Shared) -> Generation {
    let Shared { store, support } = shared.clone();
    let database = DatabaseSet { id: set.id, model: set.identity(), store, support };
    Generation::in_database(database, set.asked, set.reach)
}

fn set_id(generation: &Generation) -> Option<Id> {
    generation.database().map(|set| set.id)
}

/// What the vectors of a set are of.
pub(in crate::indexing) fn stamps_of(
    transaction: &mut Transaction<'_>,
    table: &VectorTable,
) -> Result<Stamps, StoreError> {
    let stored = transaction.vector_stamps(table, None)?;
    Ok(stored.into_iter().map(|stamp| (stamp.id, as_stamp(&stamp))).collect())
}

fn as_stamp(stamp: &VectorStamp) -> Stamp {
    Stamp { revision: revision(stamp.version), fingerprint: stamp.fingerprint }
}
