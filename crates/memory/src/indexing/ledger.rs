//! What the documents want: for every chunk that exists, the version whose vector the index should
//! hold, and how far that is. Pure; whoever holds the lock around it decides.

use std::collections::{BTreeSet, HashMap};

use kernel::Id;
use recall::{Payload, Stamp};

use super::payload::{fingerprint, payload};
use crate::chunks::Chunk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Not tried yet.
    Waiting,
    /// Tried this often, and not stored.
    Failed(u32),
    /// The same, and it is the text: the provider takes others.
    Refused(u32),
    Stored,
}

impl Standing {
    /// How often it was tried in vain.
    pub(super) fn times(self) -> u32 {
        match self {
            Self::Waiting | Self::Stored => 0,
            Self::Failed(times) | Self::Refused(times) => times,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) version: i64,
    pub(super) fingerprint: u128,
    pub(super) payload: Payload,
    pub(super) standing: Standing,
}

impl Known {
    pub(super) fn of(chunk: &Chunk, version: i64) -> Self {
        Self {
            version,
            fingerprint: fingerprint(&chunk.text),
            payload: payload(chunk),
            standing: Standing::Waiting,
        }
    }

    pub(super) fn stamp(&self) -> Stamp {
        Stamp { revision: revision(self.version), fingerprint: self.fingerprint }
    }
}

/// A version in the words of the engine.
pub(super) fn revision(version: i64) -> u64 {
    u64::try_from(version).unwrap_or(0)
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    chunks: HashMap<Id, Known>,
    /// Those whose vector is not stored, so that nobody has to look at all chunks to find a few.
    missing: BTreeSet<Id>,
    failed: u64,
    refused: u64,
}

/// How many chunks stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) waiting: u64,
    pub(crate) failed: u64,
    /// Those among the failed whose text the provider does not take.
    pub(crate) refused: u64,
    pub(crate) stored: u64,
}

impl Ledger {
    pub(super) fn get(&self, id: Id) -> Option<&Known> {
        self.chunks.get(&id)
    }

    /// Makes room for this many chunks.
    pub(super) fn reserve(&mut self, chunks: usize) {
        self.chunks.reserve(chunks);
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        self.chunks.keys().copied()
    }

    /// Takes a version in, unless a later one is known. Tells whether it did.
    pub(super) fn enter(&mut self, id: Id, known: Known) -> bool {
        // A later or equal version stays: changes arrive by two ways, and one of them may be late.
        let later = self.chunks.get(&id).is_some_and(|have| have.version >= known.version);
        if !later {
            self.replace(id, known);
        }
        !later
    }

    /// Takes a chunk in as it is, whatever was known.
    pub(super) fn replace(&mut self, id: Id, known: Known) {
        // What the chunk was counted as is taken away before it is counted as what it is.
        if let Some(before) = self.chunks.insert(id, known) {
            self.leave(id, &before);
        }
        if known.standing != Standing::Stored {
            self.missing.insert(id);
        }
        self.failed += u64::from(known.standing.times() > 0);
        self.refused += u64::from(matches!(known.standing, Standing::Refused(_)));
    }

    pub(super) fn remove(&mut self, id: Id) -> bool {
        let Some(known) = self.chunks.remove(&id) else { return false };
        self.leave(id, &known);
        true
    }

    /// No longer counts a chunk as what it was.
    fn leave(&mut self, id: Id, was: &Known) {
        self.missing.remove(&id);
        self.failed -= u64::from(was.standing.times() > 0);
        self.refused -= u64::from(matches!(was.standing, Standing::Refused(_)));
    }

    /// The chunk, if it is still at this version.
    pub(super) fn wanted(&self, id: Id, version: i64) -> Option<&Known> {
        self.chunks.get(&id).filter(|known| known.version == version)
    }

    pub(super) fn mark_stored(&mut self, id: Id) {
        if let Some(known) = self.chunks.get(&id) {
            self.replace(id, Known { standing: Standing::Stored, ..*known });
        }
    }

    pub(super) fn mark_failed(&mut self, id: Id) {
        self.mark(id, Standing::Failed);
    }

    pub(super) fn mark_refused(&mut self, id: Id) {
        self.mark(id, Standing::Refused);
    }

    fn mark(&mut self, id: Id, standing: fn(u32) -> Standing) {
        if let Some(known) = self.chunks.get(&id) {
            let standing = standing(known.standing.times().saturating_add(1));
            self.replace(id, Known { standing, ..*known });
        }
    }

    /// Looks at every chunk again: it is stored, or it waits.
    pub(super) fn settle(&mut self, is_stored: impl Fn(Id, &Known) -> bool) {
        self.missing.clear();
        (self.failed, self.refused) = (0, 0);
        for (id, known) in &mut self.chunks {
            known.standing = match is_stored(*id, known) {
                true => Standing::Stored,
                false => Standing::Waiting,
            };
            if known.standing == Standing::Waiting {
                self.missing.insert(*id);
            }
        }
    }

    /// The chunks whose vector is not stored, the oldest first.
    pub(super) fn missing(&self) -> impl Iterator<Item = (Id, &Known)> {
        self.missing.iter().filter_map(|id| Some((*id, self.chunks.get(id)?)))
    }

    pub(super) fn counts(&self) -> Counts {
        let missing = self.missing.len() as u64;
        Counts {
            waiting: missing - self.failed,
            failed: self.failed,
            refused: self.refused,
            stored: self.chunks.len() as u64 - missing,
        }
    }
}
