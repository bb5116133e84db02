//! How one generation of vectors follows another: begun when the model is another or when somebody
//! asks for it, filled while the old one serves, switched to when nothing is missing that can be had.

use std::sync::Arc;

use recall::embed::ModelIdentity;
use recall::vector::{self, FileError};

use super::generation::Generation;
use super::ledger::Counts;
use super::node_index::{NodeIndex, Stamps, State};
use super::payload::source_tag;
use crate::chunks::Source;
use crate::embedding::Reach;

impl NodeIndex {
    /// Wants everything again when the vectors being filled are not of this model. Tells whether
    /// that is so.
    pub(super) fn leave_other_model(&self, model_name: &str) -> bool {
        let mut state = self.lock();
        let counts = state.ledger.counts();
        let other = self.target(&state).is_some_and(|target| target.model().name != model_name);
        // Once it is wanted, what has failed stays counted as failed.
        // Only the first time, or every look would take the failures back and try them all again.
        if other && counts.waiting + counts.failed == 0 {
            state.ledger.settle(|_, _| false);
        }
        other
    }

    /// Whether the vectors being filled are not of this model.
    pub(super) fn is_of_other_model(&self, model_name: &str) -> bool {
        self.wanted_model().is_some_and(|model| model.name != model_name)
    }

    /// Makes sure that vectors of this model have somewhere to go. When those that serve are of
    /// another model they keep serving, and a new generation is begun beside them. Tells whether
    /// what is missing has changed.
    pub(super) fn prepare(
        &self,
        model: &ModelIdentity,
        reach: Option<Reach>,
    ) -> Result<bool, FileError> {
        let mut state = self.lock();
        if self.target(&state).is_some_and(|target| target.model() == model) {
            return Ok(false);
        }
        let serving = self.serving();
        let fits = serving.as_ref().is_some_and(|serving| serving.model() == model);
        // Nothing is lost by replacing an index without vectors, so nobody has to wait for a second
        // one.
        let worthless = serving.as_ref().is_none_or(|serving| is_empty(serving));
        if fits {
            state.next = None;
        } else if worthless {
            let fresh = Arc::new(state.files.create(model, reach)?);
            self.serving.store(Some(fresh));
            state.next = None;
        } else {
            tracing::info!(model = model.name, "making all vectors again, with another model");
            state.next = Some(Arc::new(state.files.create(model, reach)?));
        }
        self.keep(&state);
        self.compare_again(&mut state);
        Ok(true)
    }

    /// Begins a new generation: of everything, or of one source with the vectors of all others
    /// taken along. The one that serves stays until the new one is complete.
    pub(super) fn rebuild(
        &self,
        model: &ModelIdentity,
        reach: Option<Reach>,
        source: Option<Source>,
        number: Option<u64>,
    ) -> Result<(), FileError> {
        let mut state = self.lock();
        let Some(serving) = self.serving() else { return Ok(()) };
        let mut next = state.files.create(model, reach)?;
        // Vectors of another model are needed, whoever has asked for them.
        next.asked = number.filter(|_| serving.model() == model);
        // Vectors of another model cannot be taken along.
        let kept = source.filter(|_| serving.model() == model);
        if let (Some(source), Some(old), Some(new)) = (kept, serving.own(), next.own()) {
            let tag = source_tag(source);
            let others: Vec<_> = old
                .snapshot()
                .all()
                .filter(|stored| stored.payload.source != tag)
                .map(vector::Change::Put)
                .collect();
            new.apply(&others)?;
        }
        state.next = Some(Arc::new(next));
        self.keep(&state);
        self.compare_again(&mut state);
        self.switch_if_complete(&mut state);
        Ok(())
    }

    /// Whether vectors are being made again that somebody has asked for.
    pub(super) fn is_asked_for(&self) -> bool {
        self.lock().next.as_ref().is_some_and(|next| next.asked.is_some())
    }

    /// Gives up the vectors that are being made again, if they were asked for under this number or an
    /// earlier one. Those that serve have the new ones already, as far as they were made.
    pub(super) fn call_off(&self, last: u64) {
        let mut state = self.lock();
        let asked = state.next.as_ref().and_then(|next| next.asked);
        if asked.is_none_or(|number| number > last) {
            return;
        }
        tracing::info!("the making of new vectors was called off");
        state.next = None;
        self.keep(&state);
        self.compare_again(&mut state);
    }

    /// Complete is what holds every vector that can be had: a text that the provider takes from
    /// nobody does not keep all others waiting. When it takes none at all, the old ones stay.
    pub(super) fn switch_if_complete(&self, state: &mut State) {
        let counts = state.ledger.counts();
        // What all nodes share is switched to by a transaction.
        if state.shared.is_some() || !is_complete(&counts) {
            return;
        }
        if let Some(next) = state.next.take() {
            tracing::info!(vectors = counts.stored, "the new vectors serve from now on");
            self.serving.store(Some(next));
            // Written down after the switch in memory: a crash in between costs a switch, which is
            // made again.
            self.keep(state);
        }
    }

    /// Which vectors are missing in the generation that is being filled.
    fn compare_again(&self, state: &mut State) {
        let stamps = self.own_stamps(state);
        state.ledger.settle(|id, known| stamps.get(&id) == Some(&known.stamp()));
    }

    /// The stamps of the vectors that are being filled, where they are this node's own.
    pub(super) fn own_stamps(&self, state: &State) -> Stamps {
        let target = self.target(state);
        let own = target.as_ref().and_then(|target| target.own());
        own.map(|index| index.snapshot().stamps().collect()).unwrap_or_default()
    }

    /// Notes where the model is that makes the vectors, for the day when another one does.
    pub(super) fn remember(&self, reach: &Reach) {
        let state = self.lock();
        if let Some(target) = self.target(&state)
            && target.reach().as_ref() != Some(reach)
        {
            target.set_reach(Some(reach.clone()));
            self.keep(&state);
        }
    }

    fn keep(&self, state: &State) {
        if state.shared.is_some() {
            return;
        }
        let serving = self.serving();
        if let Err(error) = state.files.keep(serving.as_deref(), state.next.as_deref()) {
            tracing::error!(%error, "the vector index could not be written down");
        }
    }
}

/// Whether everything is there that can be had.
pub(super) fn is_complete(counts: &Counts) -> bool {
    // What was refused will not come, so it is not waited for.
    let wanting = counts.waiting + counts.failed - counts.refused;
    wanting == 0 && (counts.stored > 0 || counts.refused == 0)
}

fn is_empty(generation: &Generation) -> bool {
    generation.own().is_some_and(|index| index.snapshot().is_empty())
}
