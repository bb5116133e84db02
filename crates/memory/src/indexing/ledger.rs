//! What the documents want: for every chunk that exists, the version whose vector the index should
//! hold, and how far that is. Pure; whoever holds the lock around it decides.

use std::collections::HashMap;

use kernel::Id;
use recall::Payload;
use recall::vector::Stamp;

use super::payload::{fingerprint, payload};
use crate::chunks::Chunk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Not tried yet.
    Waiting,
    /// Tried this often, and not stored.
    Failed(u32),
    Stored,
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
        let revision = u64::try_from(self.version).unwrap_or(0);
        Stamp { revision, fingerprint: self.fingerprint }
    }
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    chunks: HashMap<Id, Known>,
}

/// How many chunks stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) waiting: u64,
    pub(crate) failed: u64,
    pub(crate) stored: u64,
}

impl Ledger {
    pub(super) fn get(&self, id: Id) -> Option<&Known> {
        self.chunks.get(&id)
    }

    /// Takes a version in, unless a later one is known. Tells whether it did.
    pub(super) fn enter(&mut self, id: Id, known: Known) -> bool {
        let later = self.chunks.get(&id).is_some_and(|have| have.version >= known.version);
        if !later {
            self.chunks.insert(id, known);
        }
        !later
    }

    pub(super) fn remove(&mut self, id: Id) -> bool {
        self.chunks.remove(&id).is_some()
    }

    /// The chunk, if it is still at this version.
    pub(super) fn wanted(&self, id: Id, version: i64) -> Option<&Known> {
        self.chunks.get(&id).filter(|known| known.version == version)
    }

    pub(super) fn mark_stored(&mut self, id: Id) {
        if let Some(known) = self.chunks.get_mut(&id) {
            known.standing = Standing::Stored;
        }
    }

    pub(super) fn mark_failed(&mut self, id: Id) {
        if let Some(known) = self.chunks.get_mut(&id) {
            known.standing = match known.standing {
                Standing::Failed(times) => Standing::Failed(times.saturating_add(1)),
                _ => Standing::Failed(1),
            };
        }
    }

    /// Looks at every chunk again: it is stored, or it waits.
    pub(super) fn settle(&mut self, is_stored: impl Fn(Id, &Known) -> bool) {
        for (id, known) in &mut self.chunks {
            known.standing = match is_stored(*id, known) {
                true => Standing::Stored,
                false => Standing::Waiting,
            };
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Id, &Known)> {
        self.chunks.iter().map(|(id, known)| (*id, known))
    }

    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for known in self.chunks.values() {
            match known.standing {
                Standing::Waiting => counts.waiting += 1,
                Standing::Failed(_) => counts.failed += 1,
                Standing::Stored => counts.stored += 1,
            }
        }
        counts
    }
}
