use std::sync::Arc;

use kernel::Timestamp;
use store::{Revision, View};

use crate::reader::{Reader, Scope};
use crate::tree::Tree;

/// One moment of the content, as one reader may see it. Cheap to take and to clone; take a new one
/// for every request.
#[derive(Clone, Debug)]
pub struct Reading {
    view: Arc<View<Tree>>,
    reader: Reader,
    now: Timestamp,
}

/// What a reading shows: two readings of the same reader and the same edition show the same. It
/// changes with every write, and when an item appears whose date has come. It means nothing to
/// another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edition {
    revision: i64,
    appeared: usize,
}

impl Reading {
    pub(crate) fn new(view: Arc<View<Tree>>, reader: Reader, now: Timestamp) -> Self {
        Self { view, reader, now }
    }

    /// The same moment for another reader.
    pub fn as_seen_by(&self, reader: Reader) -> Self {
        Self { view: self.view.clone(), reader, now: self.now }
    }

    pub fn reader(&self) -> Reader {
        self.reader
    }

    /// The moment it was taken.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// The last write it shows.
    pub fn revision(&self) -> Revision {
        self.view.revision
    }

    pub fn edition(&self) -> Edition {
        Edition {
            revision: self.view.revision.number(),
            appeared: match self.reader {
                Reader::Public | Reader::Preview(_) => self.tree().appeared(self.now),
                // Sees what is to appear anyway.
                Reader::SignedIn => 0,
            },
        }
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.view.content
    }

    pub(crate) fn scope(&self) -> Scope {
        self.reader.scope(self.now)
    }
}
