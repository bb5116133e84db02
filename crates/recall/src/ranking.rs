//! The best few of many: hits in a stable order.
//!
//! Higher scores come first and equal scores by id, so that the same question over the same chunks
//! gives the same list whatever order they were stored in.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use fearless_simd::{Level, Simd, dispatch, f32x16, prelude::*};
use kernel::Id;

/// A chunk and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub id: Id,
    pub score: f32,
}

/// The first hits of a search and how many chunks it could have listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    pub hits: Vec<Hit>,
    pub total: usize,
}

impl Eq for Hit {}

/// Better is greater.
impl Ord for Hit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.id.cmp(&self.id))
    }
}

impl PartialOrd for Hit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Keeps the `limit` best hits it is shown.
#[derive(Debug)]
pub(crate) struct Best {
    limit: usize,
    /// The worst kept hit on top.
    heap: BinaryHeap<std::cmp::Reverse<Hit>>,
}

impl Best {
    pub(crate) fn new(limit: usize) -> Self {
        // A limit may be any number a client sends. Memory is made ready for a usual one.
        Self { limit, heap: BinaryHeap::with_capacity(limit.min(1024) + 1) }
    }

    pub(crate) fn offer(&mut self, hit: Hit) {
        if self.heap.len() < self.limit {
            self.heap.push(std::cmp::Reverse(hit));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && hit > worst.0
        {
            worst.0 = hit;
        }
    }

    /// The score below which nothing is kept any more; none while there is room.
    pub(crate) fn threshold(&self) -> Option<f32> {
        if self.heap.len() < self.limit {
            return None;
        }
        // With a limit of zero nothing is ever kept.
        Some(self.heap.peek().map_or(f32::INFINITY, |worst| worst.0.score))
    }

    pub(crate) fn into_sorted(self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.heap.into_iter().map(|entry| entry.0).collect();
        hits.sort_unstable_by(|left, right| right.cmp(left));
        hits
    }
}

const LANES: usize = 16;
/// Scores looked at together.
pub(crate) const GROUP: usize = 64;

/// One bit for each score that is at least this high, of at most a group.
pub(crate) fn reaching(level: Level, scores: &[f32], least: f32) -> u64 {
    dispatch!(level, simd => reaching_with(simd, scores, least))
}

#[inline(always)]
fn reaching_with<S: Simd>(simd: S, scores: &[f32], least: f32) -> u64 {
    let (groups, rest) = scores.as_chunks::<LANES>();
    let mut bits = 0;
    for (index, group) in groups.iter().enumerate() {
        let reached = f32x16::from_slice(simd, group).simd_ge(least);
        bits |= reached.to_bitmask() << (index * LANES);
    }
    for (score, bit) in rest.iter().zip(groups.len() * LANES..) {
        bits |= u64::from(*score >= least) << bit;
    }
    bits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::payload::strategies::user;

    proptest! {
        #[test]
        fn the_best_are_the_front_of_the_sorted_list(
            scores in proptest::collection::vec((0_u8..255, 0_u8..4), 0..60), limit in 0_usize..20,
        ) {
            let mut all: Vec<Hit> = scores
                .iter()
                .map(|(number, score)| Hit { id: user(*number), score: f32::from(*score) })
                .collect();
            let mut best = Best::new(limit);
            for hit in &all {
                best.offer(*hit);
            }
            all.sort_by(|left, right| {
                right.score.total_cmp(&left.score).then(left.id.cmp(&right.id))
            });
            all.truncate(limit);
            prop_assert_eq!(best.into_sorted(), all);
        }
    }
}
