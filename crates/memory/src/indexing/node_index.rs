//! One node's indexes in memory and on disk, together with the ledger, under one lock: what is
//! asked for and what is there never disagree while somebody decides.
//!
//! Calls block, on the lock or on the disk; async callers move them to a thread that may.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwapOption;
use kernel::Id;
use recall::Stamp;
use recall::embed::{Embedding, ModelIdentity};
use recall::keyword::{self, KeywordIndex};
use recall::vector::{self, FileError};
use store::Stored;

use super::generation::{Generation, Generations};
use super::ledger::{Counts, Known, Ledger, Standing};
use super::plan::plan;
use super::shared::Following;
use super::words::{are_worth_saving, load_words, save_words, words};
use crate::chunks::Chunk;

#[derive(Debug)]
pub(crate) struct NodeIndex {
    pub(crate) keywords: KeywordIndex,
    /// The vectors that searches use.
    pub(super) serving: ArcSwapOption<Generation>,
    state: Mutex<State>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) ledger: Ledger,
    pub(super) files: Generations,
    /// The vectors that will serve once they are complete.
    pub(super) next: Option<Arc<Generation>>,
    /// What this node knows of vectors that all nodes share.
    pub(super) shared: Option<Following>,
}

/// A vector that was made, and from what.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) id: Id,
    pub(super) version: i64,
    pub(super) embedding: Embedding,
}

/// The stamps of everything in the vectors that are being filled.
pub(super) type Stamps = HashMap<Id, Stamp>;

impl NodeIndex {
    pub(super) fn open(files: Generations) -> Self {
        // Both are read at the same time: whoever searches first waits for them.
        let (keywords, (serving, next)) = std::thread::scope(|scope| {
            let words = scope.spawn(|| load_words(&files));
            let vectors = files.open();
            (words.join().unwrap_or_default(), vectors)
        });
        let next = next.map(Arc::new);
        let state = State { ledger: Ledger::default(), files, next, shared: None };
        let serving = ArcSwapOption::new(serving.map(Arc::new));
        Self { keywords, serving, state: Mutex::new(state) }
    }

    /// With vectors that are elsewhere. Those of this node's own are thrown away.
    pub(super) fn open_words(files: Generations) -> Self {
        let keywords = load_words(&files);
        files.forget();
        let shared = Some(Following::default());
        let state = State { ledger: Ledger::default(), files, next: None, shared };
        Self { keywords, serving: ArcSwapOption::empty(), state: Mutex::new(state) }
    }

    /// The vectors that searches use at this moment.
    pub(crate) fn serving(&self) -> Option<Arc<Generation>> {
        self.serving.load_full()
    }

    pub(crate) fn counts(&self) -> (Counts, bool) {
        let state = self.lock();
        (state.ledger.counts(), state.next.is_some())
    }

    pub(super) fn is_missing_vectors(&self) -> bool {
        let (counts, _) = self.counts();
        counts.waiting + counts.failed > 0
    }

    /// The model whose vectors are being stored.
    pub(super) fn wanted_model(&self) -> Option<ModelIdentity> {
        let target = self.target(&self.lock());
        target.map(|target| target.model().clone())
    }

    pub(super) fn target_generation(&self) -> Option<Arc<Generation>> {
        self.target(&self.lock())
    }

    /// Whether nothing is lost when the vectors that serve are thrown away.
    pub(super) fn serves_nothing(&self) -> bool {
        let Some(serving) = self.serving() else { return true };
        match serving.own() {
            Some(index) => index.snapshot().is_empty(),
            None => self.lacking().len() == self.ids().len(),
        }
    }

    /// Takes chunks in as they are now. Those whose vector is there already, by its stamp, are
    /// done.
    pub(super) fn enter(&self, chunks: Vec<Stored<Chunk>>, stamps: &Stamps) {
        let mut state = self.lock();
        let mut changes = Vec::with_capacity(chunks.len());
        for Stored { version, document } in chunks {
            let id = document.id;
            let mut known = Known::of(&document, version);
            // The stamp holds version and text. That a vector is there does not say that it is of
            // this text.
            if stamps.get(&id) == Some(&known.stamp()) {
                known.standing = Standing::Stored;
            }
            let is_new = state.ledger.get(id).is_none();
            // Words only for what the ledger took: a late change must not bring old words back.
            if state.ledger.enter(id, known) {
                changes.push(words(id, &known, document.text));
                if let Some(shared) = state.shared.as_mut().filter(|_| is_new) {
                    shared.lacks(id);
                }
            }
        }
        if !changes.is_empty() {
            self.keywords.apply(&changes);
        }
    }

    pub(super) fn forget(&self, ids: &[Id]) {
        let mut state = self.lock();
        let gone: Vec<Id> = ids.iter().copied().filter(|id| state.ledger.remove(*id)).collect();
        if gone.is_empty() {
            return;
        }
        let words: Vec<_> = gone.iter().map(|id| keyword::Change::Delete(*id)).collect();
        self.keywords.apply(&words);
        if let Some(shared) = &mut state.shared {
            gone.iter().for_each(|id| shared.has(*id));
        }
        self.delete_vectors(&state, &gone);
        // What was deleted may have been the last that was missing.
        self.switch_if_complete(&mut state);
    }

    pub(super) fn plan(
        &self,
        asked_for: &[Id],
        except: &HashSet<Id>,
        failed_too: bool,
        most: usize,
    ) -> Vec<(Id, Known)> {
        plan(&self.lock().ledger, asked_for, except, failed_too, most)
    }

    /// The vectors of those texts that were embedded before.
    pub(super) fn reuse(&self, fingerprints: &HashSet<u128>) -> HashMap<u128, Embedding> {
        let target = self.target(&self.lock());
        let own = target.as_ref().and_then(|target| target.own());
        own.map(|index| index.snapshot().find_texts(fingerprints)).unwrap_or_default()
    }

    pub(super) fn mark_failed(&self, ids: &[Id]) {
        let mut state = self.lock();
        for id in ids {
            state.ledger.mark_failed(*id);
        }
    }

    /// Notes that the provider takes other texts, but not this one.
    pub(super) fn mark_refused(&self, id: Id) {
        let mut state = self.lock();
        state.ledger.mark_refused(id);
        self.switch_if_complete(&mut state);
    }

    /// Stores vectors whose chunks are still at the version they were made from, and names these.
    /// All others are dropped: somebody has deleted or rewritten the text meanwhile.
    pub(super) fn put(&self, made: Vec<Made>) -> Result<Vec<(Id, i64)>, FileError> {
        let mut state = self.lock();
        let wanted: Vec<vector::Stored> = made
            .into_iter()
            .filter_map(|Made { id, version, embedding }| {
                // The one place where a vector is let in. Whatever was deleted or rewritten since
                // its text was read is not wanted any more.
                let known = state.ledger.wanted(id, version)?;
                let (stamp, payload) = (known.stamp(), known.payload);
                Some(vector::Stored { id, stamp, payload, embedding })
            })
            .collect();
        let stored: Vec<(Id, i64)> = wanted
            .iter()
            .map(|stored| (stored.id, i64::try_from(stored.stamp.revision).unwrap_or(i64::MAX)))
            .collect();
        let changes: Vec<_> = wanted.into_iter().map(vector::Change::Put).collect();
        let target = self.target(&state);
        // Also into the one that serves: what changes while the next one is filled must be found
        // today as well.
        for generation in self.generations(&state) {
            // Of another model, those that serve cannot take them.
            let fits = target.as_ref().is_some_and(|target| target.model() == generation.model());
            if let Some(index) = generation.own().filter(|_| fits) {
                index.apply(&changes)?;
            }
        }
        for (id, _) in &stored {
            state.ledger.mark_stored(*id);
        }
        self.switch_if_complete(&mut state);
        Ok(stored)
    }

    /// Writes the words down, if enough of them have changed.
    pub(super) fn save_words(&self, is_quiet: bool) {
        if are_worth_saving(&self.keywords, is_quiet) {
            // The lock is for the path alone: writing takes seconds, and others must not wait.
            let path = self.lock().files.words();
            save_words(&self.keywords, &path);
        }
    }

    /// Whether the vector of this version of a chunk is there.
    pub(super) fn holds(&self, id: Id, version: i64) -> bool {
        let state = self.lock();
        state.ledger.wanted(id, version).is_some_and(|known| known.standing == Standing::Stored)
    }

    pub(super) fn delete_vectors(&self, state: &State, ids: &[Id]) {
        let changes: Vec<_> = ids.iter().map(|id| vector::Change::Delete(*id)).collect();
        if changes.is_empty() {
            return;
        }
        for generation in self.generations(state) {
            if let Some(Err(error)) = generation.own().map(|index| index.apply(&changes)) {
                // Searches look every hit up in the documents, so nothing deleted is shown.
                tracing::error!(%error, "vectors could not be deleted; the next start does it");
            }
        }
    }

    /// The vectors that are being filled.
    pub(super) fn target(&self, state: &State) -> Option<Arc<Generation>> {
        state.next.clone().or_else(|| self.serving())
    }

    pub(super) fn generations(&self, state: &State) -> Vec<Arc<Generation>> {
        self.serving().into_iter().chain(state.next.clone()).collect()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // The engine's own locks do the same; a panic in between leaves old entries, not half ones.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
