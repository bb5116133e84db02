//! The scan behind a search: which rows may be among the nearest.
//!
//! Where signs are of use, all rows are looked at by their signs first. The rows that look best
//! are then estimated by their codes, which says at once how near a row has to be; of the others
//! only those are estimated whose signs could reach that. So a long list of hits is spared as much
//! as a short one, wherever its rows lie.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use fearless_simd::Level;

use super::block::{BLOCK_ROWS, Block};
use super::quantised::CodedQuery;
use super::sketch::SignQuery;
use crate::embed::Embedding;
use crate::payload::{Filter, set_bits};
use crate::ranking::{GROUP, reaching};

/// A row that may still be among the best, by the most it could score.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) most: f32,
    pub(super) block: usize,
    pub(super) row: usize,
}

/// What a scan found.
#[derive(Debug)]
pub(super) struct Scanned {
    /// Those with the best prospects first.
    pub(super) candidates: Vec<Candidate>,
    /// What as many rows as are wanted score at least.
    pub(super) floor: f32,
    /// How many rows the filter accepts.
    pub(super) total: usize,
}

/// A scan under way.
struct Scan<'a> {
    blocks: &'a [Arc<Block>],
    level: Level,
    query: CodedQuery,
    floor: Floor,
    candidates: Vec<Candidate>,
}

/// Looks at all blocks for rows that may be among the `limit` best.
pub(super) fn scan(
    blocks: &[Arc<Block>],
    level: Level,
    query: &Embedding,
    filter: &Filter,
    limit: usize,
) -> Scanned {
    let mut scan = Scan {
        blocks,
        level,
        query: CodedQuery::new(query.values()),
        floor: Floor::new(limit),
        candidates: Vec::new(),
    };
    let all: usize = blocks.iter().map(|block| block.len()).sum();
    let accepted = (!filter.is_open()).then(|| accepted(blocks, filter));
    let total = accepted.as_ref().map_or(all, |rows| rows.iter().map(Vec::len).sum());
    let signs = SignQuery::new(query.values());
    // Few rows are read sooner than looked at twice.
    // A filter that leaves a quarter, or a list of a quarter of all rows: then signs would be read
    // in vain.
    let sieved = signs.is_worth_it(level) && total * 4 >= all && limit * 4 <= total;
    match sieved {
        true => scan.sieve(&signs, accepted.as_deref(), limit),
        false => scan.all(accepted.as_deref()),
    }
    let Scan { mut candidates, floor: Floor { value: floor, .. }, .. } = scan;
    candidates.retain(|candidate| candidate.most >= floor);
    candidates.sort_unstable_by(|left, right| right.most.total_cmp(&left.most));
    Scanned { candidates, floor, total }
}

/// The rows of each block that a filter accepts.
fn accepted(blocks: &[Arc<Block>], filter: &Filter) -> Vec<Vec<usize>> {
    blocks.iter().map(|block| set_bits(&block.columns.mask(filter)).collect()).collect()
}

impl Scan<'_> {
    fn all(&mut self, accepted: Option<&[Vec<usize>]>) {
        let every: Vec<usize> = (0..BLOCK_ROWS).collect();
        for (index, block) in self.blocks.iter().enumerate() {
            let rows = accepted.map_or(&every[..block.len()], |accepted| &accepted[index]);
            self.estimate(index, rows);
        }
    }

    fn sieve(&mut self, signs: &SignQuery, accepted: Option<&[Vec<usize>]>, limit: usize) {
        let mut prospects = Vec::with_capacity(self.blocks.len() * BLOCK_ROWS);
        for block in self.blocks {
            signs.look(self.level, &block.signs, &mut prospects);
        }
        if let Some(accepted) = accepted {
            leave_out_others(&mut prospects, accepted);
        }
        // The likeliest first: the floor they set spares nearly all others.
        for place in highest(self.level, &prospects, limit) {
            self.estimate(place / BLOCK_ROWS, &[place % BLOCK_ROWS]);
            // Once is enough: a row that counted twice would raise the floor too far.
            prospects[place] = f32::NEG_INFINITY;
        }
        let mut rows = Vec::with_capacity(BLOCK_ROWS);
        for (index, prospects) in prospects.chunks(BLOCK_ROWS).enumerate() {
            rows.clear();
            let floor = self.floor.value;
            for (group, prospects) in prospects.chunks(GROUP).enumerate() {
                let good = [reaching(self.level, prospects, floor)];
                rows.extend(set_bits(&good).map(|row| group * GROUP + row));
            }
            self.estimate(index, &rows);
        }
    }

    /// Reads the codes of rows of a block.
    fn estimate(&mut self, index: usize, rows: &[usize]) {
        let Self { floor, candidates, .. } = self;
        let block = &self.blocks[index];
        let margin = self.query.margin(block.largest_error);
        let wanted = floor.value - margin;
        let found = |row, estimate: f32| {
            // The least that it scores. When as many as are wanted reach that, nothing below can be
            // among the best.
            floor.offer(estimate - margin);
            candidates.push(Candidate { most: estimate + margin, block: index, row });
            floor.value - margin
        };
        self.query.estimate(self.level, &block.codes, &block.codings, rows, found, wanted);
    }
}

/// Takes the prospects of all rows that are not listed.
fn leave_out_others(prospects: &mut [f32], accepted: &[Vec<usize>]) {
    for (prospects, accepted) in prospects.chunks_mut(BLOCK_ROWS).zip(accepted) {
        let mut kept = accepted.iter().copied().peekable();
        for (row, prospect) in prospects.iter_mut().enumerate() {
            if kept.next_if_eq(&row).is_none() {
                *prospect = f32::NEG_INFINITY;
            }
        }
    }
}

/// The places of the highest values.
fn highest(level: Level, values: &[f32], limit: usize) -> Vec<usize> {
    let mut heap: BinaryHeap<Reverse<(Score, usize)>> = BinaryHeap::with_capacity(limit + 1);
    let mut least = f32::NEG_INFINITY;
    for (group, values) in values.chunks(GROUP).enumerate() {
        // Most groups hold none, which is seen at a glance.
        for row in set_bits(&[reaching(level, values, least)]) {
            if values[row] > least {
                heap.push(Reverse((Score(values[row]), group * GROUP + row)));
                if heap.len() > limit {
                    heap.pop();
                }
                if heap.len() == limit {
                    least = heap.peek().map_or(f32::INFINITY, |Reverse((Score(value), _))| *value);
                }
            }
        }
    }
    heap.into_iter().map(|Reverse((_, place))| place).collect()
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
