//! Which re-indexings were asked for, and up to which of them they were called off.
//!
//! They are counted in the database and not told apart by time: nodes have clocks of their own, and
//! the one that is asked to stop need not be the one that works.

use kernel::Id;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Kind, StoreError, Stored, Transaction, Value};

use super::indexer::{Indexer, Opened};
use super::run::{IndexError, blocking};
use crate::{Memory, STREAM};

/// The count is one document.
// A valid version 7 id with the time 0: no id that is made later can be the same.
const ONLY: Id = Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00reinde");

pub static REINDEXING: Kind = Kind { name: "reindexing", ..Kind::PLAIN };

pub const REINDEXING_MIGRATION: Migration = Migration {
    name: "reindexing",
    steps: &[Step::CreateCollection {
        name: "reindexing",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reindexing {
    /// How many were asked for; the last one has this number.
    asked: u64,
    /// Up to this one they have begun, or will not.
    begun: u64,
    /// This one and all before it are not to be gone on with.
    called_off: Option<u64>,
}

impl Document for Reindexing {
    const KIND: &'static Kind = &REINDEXING;

    fn id(&self) -> Id {
        ONLY
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

impl Reindexing {
    /// Counts one more, and gives it its number.
    pub(crate) fn ask(transaction: &mut Transaction<'_>) -> Result<u64, StoreError> {
        let counted = Self::change(transaction, |counted| counted.asked += 1)?;
        Ok(counted.asked)
    }

    /// Whether one was asked for that has not begun.
    fn waits(&self) -> bool {
        self.asked > self.begun.max(self.called_off.unwrap_or(0))
    }

    fn call_off(transaction: &mut Transaction<'_>) -> Result<u64, StoreError> {
        let counted =
            Self::change(transaction, |counted| counted.called_off = Some(counted.asked))?;
        Ok(counted.asked)
    }

    fn change(
        transaction: &mut Transaction<'_>,
        change: impl FnOnce(&mut Self),
    ) -> Result<Self, StoreError> {
        // Of two first ones the second must find the document of the first. It also wakes the nodes
        // that follow the stream.
        transaction.enter(STREAM)?;
        let stored = match transaction.find::<Self>(ONLY)? {
            Some(Stored { version, mut document }) => {
                change(&mut document);
                transaction.replace(Stored { version, document })?
            }
            None => {
                let mut document = Self::default();
                change(&mut document);
                transaction.insert(document)?
            }
        };
        Ok(stored.document)
    }
}

impl Memory {
    /// Ends the making of new vectors that somebody has asked for, on every node, also of what has
    /// not begun yet. New vectors that were made stay in use; all other chunks keep the ones they had.
    pub(super) async fn call_off_reindexing(&self) -> Result<(), IndexError> {
        let last = self.store.write(Reindexing::call_off).await.map_err(IndexError::Store)?;
        // Here at once. A run of another node looks before its next texts.
        let opened = self.indexer.up_to_date().await?.clone();
        self.indexer.give_up(&opened, last).await
    }
}

impl Indexer {
    pub(super) async fn is_called_off(&self, number: u64) -> Result<bool, StoreError> {
        Ok(self.reindexing().await?.called_off.is_some_and(|last| number <= last))
    }

    /// Whether one was asked for that no node has begun.
    pub(super) async fn has_reindexing_ahead(&self) -> Result<bool, StoreError> {
        Ok(self.reindexing().await?.waits())
    }

    /// Notes that one has begun, or that nothing can begin.
    pub(super) async fn note_begun(&self, number: u64) -> Result<(), StoreError> {
        let begin = move |transaction: &mut Transaction<'_>| {
            Reindexing::change(transaction, |counted| counted.begun = counted.begun.max(number))
        };
        self.store.write(begin).await.map(drop)
    }

    /// Leaves what was called off, here or on another node.
    pub(super) async fn leave_called_off(&self, opened: &Opened) -> Result<(), IndexError> {
        if !opened.node_index.is_asked_for() {
            return Ok(());
        }
        let Some(last) = self.reindexing().await?.called_off else { return Ok(()) };
        self.give_up(opened, last).await
    }

    async fn give_up(&self, opened: &Opened, last: u64) -> Result<(), IndexError> {
        if let Some(shared) = self.shared().await? {
            return Ok(shared.call_off(opened, last).await?);
        }
        let node_index = opened.node_index.clone();
        blocking(move || node_index.call_off(last)).await
    }

    async fn reindexing(&self) -> Result<Reindexing, StoreError> {
        let counted = self.store.find::<Reindexing>(ONLY).await?;
        Ok(counted.map(|stored| stored.document).unwrap_or_default())
    }
}
