//! The writing side: one writer at a time changes rows and publishes a new generation; readers
//! hold the generation they took and never wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use fearless_simd::Level;
use kernel::Id;

use super::block::{BLOCK_ROWS, Block, Row};
use super::{Change, Snapshot, Stored};
use crate::Outcome;
use crate::embed::ModelIdentity;

/// Vectors of one model, in memory.
#[derive(Debug)]
pub struct VectorIndex {
    model: ModelIdentity,
    writer: Mutex<Writer>,
    current: ArcSwap<Snapshot>,
}

/// What the writer knows beyond the rows themselves.
#[derive(Debug, Default)]
struct Writer {
    blocks: Vec<Arc<Block>>,
    rows: HashMap<Id, usize>,
    generation: u64,
}

/// A vector of another dimension than the index holds.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a vector has {found} values; this index holds vectors of {expected}")]
pub struct DimensionError {
    pub expected: usize,
    pub found: usize,
}

impl VectorIndex {
    pub fn new(model: ModelIdentity) -> Self {
        Self { model, writer: Mutex::default(), current: ArcSwap::default() }
    }

    pub fn model(&self) -> &ModelIdentity {
        &self.model
    }

    /// The generation of this moment. It stays as it is for as long as it is held.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Makes all changes visible at once, or none when a vector does not fit. The outcomes come in
    /// the order of the changes.
    pub fn apply(&self, changes: &[Change]) -> Result<Vec<Outcome>, DimensionError> {
        self.check(changes)?;
        let mut writer = self.lock();
        let outcomes = changes.iter().map(|change| writer.apply(change)).collect();
        self.publish(&mut writer);
        Ok(outcomes)
    }

    pub(crate) fn check(&self, changes: &[Change]) -> Result<(), DimensionError> {
        let expected = self.model.dimension;
        for change in changes {
            if let Change::Put(stored) = change {
                let found = stored.embedding.values().len();
                if found != expected {
                    return Err(DimensionError { expected, found });
                }
            }
        }
        Ok(())
    }

    /// An index of blocks read from a file; none when they are not as blocks are: full but for the
    /// last one, and every chunk once.
    pub(crate) fn restored(model: ModelIdentity, blocks: Vec<Arc<Block>>) -> Option<Self> {
        let index = Self::new(model);
        let mut writer = index.lock();
        let full = blocks.split_last().is_none_or(|(last, full)| {
            last.len() <= BLOCK_ROWS && full.iter().all(|block| block.len() == BLOCK_ROWS)
        });
        let ids = blocks.iter().flat_map(|block| block.ids.iter().copied());
        writer.rows = ids.zip(0..).collect();
        let rows: usize = blocks.iter().map(|block| block.len()).sum();
        // The map is shorter than the list when an id stands twice.
        if !full || writer.rows.len() != rows {
            return None;
        }
        writer.blocks = blocks;
        index.publish(&mut writer);
        drop(writer);
        Some(index)
    }

    fn publish(&self, writer: &mut Writer) {
        writer.generation += 1;
        self.current.store(Arc::new(Snapshot {
            blocks: writer.blocks.clone(),
            rows: writer.rows.len(),
            generation: writer.generation,
        }));
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        // Changes are checked before the lock is taken and cannot fail half way.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writer {
    fn apply(&mut self, change: &Change) -> Outcome {
        match change {
            Change::Put(stored) => {
                let known = self.rows.get(&stored.id).map(|row| self.row(*row).stamp.revision);
                if known.is_some_and(|known| known > stored.stamp.revision) {
                    return Outcome::Outdated;
                }
                self.put(stored.as_row());
                Outcome::Stored
            }
            Change::Delete(id) => match self.rows.remove(id) {
                None => Outcome::Absent,
                Some(row) => {
                    self.remove(row);
                    Outcome::Deleted
                }
            },
        }
    }

    fn row(&self, row: usize) -> Row<'_> {
        self.blocks[row / BLOCK_ROWS].row(row % BLOCK_ROWS)
    }

    fn put(&mut self, row: Row<'_>) {
        let level = Level::new();
        if let Some(known) = self.rows.get(&row.id) {
            // A block is copied when a reader holds it, and changed in place when nobody does.
            let block = Arc::make_mut(&mut self.blocks[known / BLOCK_ROWS]);
            block.set(level, known % BLOCK_ROWS, row);
            return;
        }
        self.rows.insert(row.id, self.rows.len());
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK_ROWS) {
            self.blocks.push(Arc::default());
        }
        let last = self.blocks.last_mut().expect("a block with room was just made sure of");
        Arc::make_mut(last).push(level, row);
    }

    /// Fills the gap with the last row, so that rows stay dense without ever being compacted.
    fn remove(&mut self, gap: usize) {
        // The id is gone from the map already, so its length is the place of the last row.
        let last = self.rows.len();
        if gap != last {
            // A second handle to the block, as the gap may be in the same one.
            let donor = Arc::clone(&self.blocks[last / BLOCK_ROWS]);
            let row = donor.row(last % BLOCK_ROWS);
            self.rows.insert(row.id, gap);
            Arc::make_mut(&mut self.blocks[gap / BLOCK_ROWS]).set(
                Level::new(),
                gap % BLOCK_ROWS,
                row,
            );
        }
        let block = self.blocks.last_mut().expect("there was at least the removed row");
        Arc::make_mut(block).pop();
        if block.len() == 0 {
            self.blocks.pop();
        }
    }
}

impl Stored {
    pub(crate) fn as_row(&self) -> Row<'_> {
        Row {
            id: self.id,
            stamp: self.stamp,
            payload: self.payload,
            values: self.embedding.values(),
        }
    }
}
