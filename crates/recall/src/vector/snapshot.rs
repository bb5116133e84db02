//! One generation of the index, as readers see it: immutable, shared, searched without a lock.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use fearless_simd::Level;
use kernel::Id;

use super::Stored;
use super::block::Block;
use super::quantised::{CodedQuery, dot};
use super::sketch::SignQuery;
use crate::Stamp;
use crate::embed::Embedding;
use crate::payload::{Filter, set_bits};
use crate::ranking::{Best, Hit, Hits};

#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(crate) blocks: Vec<Arc<Block>>,
    pub(crate) rows: usize,
    pub(crate) generation: u64,
}

/// A row that may still be among the best, by the most it could score.
struct Candidate {
    most: f32,
    block: usize,
    row: usize,
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
        let (candidates, floor, total) = self.candidates(level, query, filter, limit);
        let mut best = Best::new(limit);
        for candidate in candidates {
            // Candidates come by what they could score at most: after this one, none can enter.
            if candidate.most < best.threshold().unwrap_or(floor) {
                break;
            }
            let block = &self.blocks[candidate.block];
            let score = dot(level, query.values(), block.values(candidate.row));
            best.offer(Hit { id: block.ids[candidate.row], score });
        }
        Hits { hits: best.into_sorted(), total }
    }

    fn candidates(
        &self,
        level: Level,
        query: &Embedding,
        filter: &Filter,
        limit: usize,
    ) -> (Vec<Candidate>, f32, usize) {
        let coded = CodedQuery::new(query.values());
        let mut signs = SignQuery::new(level, query.values());
        let mut floor = Floor::new(limit);
        let mut candidates = Vec::new();
        let (mut rows, mut total) = (Vec::new(), 0);
        for (index, block) in self.blocks.iter().enumerate() {
            rows.clear();
            if filter.is_open() {
                rows.extend(0..block.len());
            } else {
                rows.extend(set_bits(&block.columns.mask(filter)));
            }
            total += rows.len();
            signs.sieve(level, &block.signs, floor.value, &mut rows);
            let margin = coded.margin(block.largest_error);
            let wanted = floor.value - margin;
            let found = |row, estimate: f32| {
                floor.offer(estimate - margin);
                candidates.push(Candidate { most: estimate + margin, block: index, row });
                floor.value - margin
            };
            coded.estimate(level, &block.codes, &block.codings, &rows, found, wanted);
        }
        candidates.retain(|candidate| candidate.most >= floor.value);
        candidates.sort_unstable_by(|left, right| right.most.total_cmp(&left.most));
        (candidates, floor.value, total)
    }

    /// What is stored for a chunk. Looks at every row: for maintenance, not for requests.
    pub fn find(&self, id: Id) -> Option<Stored> {
        self.locate(|block| block.ids.iter().position(|stored| *stored == id))
    }

    /// The vector of a text that has been embedded before, under whatever id.
    pub fn find_text(&self, fingerprint: u128) -> Option<Stored> {
        self.locate(|block| block.stamps.iter().position(|stamp| stamp.fingerprint == fingerprint))
    }

    fn locate(&self, position: impl Fn(&Block) -> Option<usize>) -> Option<Stored> {
        self.blocks.iter().find_map(|block| Some(stored(block, position(block)?)))
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

/// The score that `limit` rows are known to reach at least.
struct Floor {
    limit: usize,
    value: f32,
    /// Smallest first.
    least: BinaryHeap<Reverse<Score>>,
}

#[derive(PartialEq)]
struct Score(f32);

impl Eq for Score {}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Floor {
    fn new(limit: usize) -> Self {
        let value = if limit == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { limit, value, least: BinaryHeap::new() }
    }

    fn offer(&mut self, least: f32) {
        if self.least.len() < self.limit {
            self.least.push(Reverse(Score(least)));
        } else if least > self.value
            && let Some(mut lowest) = self.least.peek_mut()
        {
            lowest.0 = Score(least);
        }
        if self.least.len() == self.limit
            && let Some(lowest) = self.least.peek()
        {
            self.value = lowest.0.0;
        }
    }
}
