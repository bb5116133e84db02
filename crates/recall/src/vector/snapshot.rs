//! One generation of the index, as readers see it: immutable, shared, searched without a lock.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fearless_simd::Level;
use kernel::Id;

use super::Stored;
use super::block::Block;
use super::quantised::dot;
use super::scan::{Scanned, scan};
use crate::Stamp;
use crate::embed::Embedding;
use crate::payload::{Filter, set_bits};
use crate::ranking::{Best, Hit, Hits};

/// Values that a glance at a fingerprint tells apart.
const GLANCE: usize = 1 << 14;

#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(crate) blocks: Vec<Arc<Block>>,
    pub(crate) rows: usize,
    pub(crate) generation: u64,
}

impl Snapshot {
    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Grows with every batch of changes.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The nearest chunks that the filter accepts, by cosine in full precision. The total counts
    /// every accepted chunk. Below 128 dimensions the result is provably that of a scan in full
    /// precision; above, a chunk at the end of the list can be missed once in tens of thousands.
    pub fn search(&self, query: &Embedding, filter: &Filter, limit: usize) -> Hits {
        let level = Level::new();
        let Scanned { candidates, floor, total } = scan(&self.blocks, level, query, filter, limit);
        let mut best = Best::new(limit);
        for candidate in candidates {
            // Candidates come by what they could score at most: after this one, none can enter.
            if candidate.most < best.threshold().unwrap_or(floor) {
                break;
            }
            let block = &self.blocks[candidate.block];
            // In full precision, over the few that are left.
            let score = dot(level, query.values(), block.values(candidate.row));
            best.offer(Hit { id: block.ids[candidate.row], score });
        }
        Hits { hits: best.into_sorted(), total }
    }

    /// What is stored for a chunk. Looks at every row: for maintenance, not for requests.
    pub fn find(&self, id: Id) -> Option<Stored> {
        let position = |block: &Block| block.ids.iter().position(|stored| *stored == id);
        self.blocks.iter().find_map(|block| Some(stored(block, position(block)?)))
    }

    /// The vectors of those texts that have been embedded before, under whatever id. Looks at every
    /// row once, however many are asked for.
    pub fn find_texts(&self, fingerprints: &HashSet<u128>) -> HashMap<u128, Embedding> {
        // A glance at a few bits spares nearly every row the question.
        let mut glance = vec![false; GLANCE];
        let bits = |fingerprint: u128| fingerprint as usize % GLANCE;
        fingerprints.iter().for_each(|fingerprint| glance[bits(*fingerprint)] = true);
        let mut found = HashMap::new();
        for block in &self.blocks {
            for (row, Stamp { fingerprint, .. }) in block.stamps.iter().enumerate() {
                if glance[bits(*fingerprint)] && fingerprints.contains(fingerprint) {
                    found.entry(*fingerprint).or_insert_with(|| stored(block, row).embedding);
                }
            }
        }
        found
    }

    /// Everything in the index, copied out row by row.
    pub fn all(&self) -> impl Iterator<Item = Stored> {
        self.blocks.iter().flat_map(|block| (0..block.len()).map(move |row| stored(block, row)))
    }

    /// Every stored chunk with its stamp, to be compared with the documents.
    pub fn stamps(&self) -> impl Iterator<Item = (Id, Stamp)> {
        self.blocks
            .iter()
            .flat_map(|block| block.ids.iter().copied().zip(block.stamps.iter().copied()))
    }

    /// The chunks a filter accepts, in no particular order.
    pub fn list(&self, filter: &Filter) -> Vec<Id> {
        let ids = |block: &Arc<Block>| -> Vec<Id> {
            set_bits(&block.columns.mask(filter)).map(|row| block.ids[row]).collect()
        };
        self.blocks.iter().flat_map(ids).collect()
    }
}

fn stored(block: &Block, row: usize) -> Stored {
    let row = block.row(row);
    let embedding = Embedding::trusted(row.values.to_vec());
    Stored { id: row.id, stamp: row.stamp, payload: row.payload, embedding }
}
