//! Two rankings into one, by reciprocal rank.
//!
//! A chunk's score is the sum of `1 / (60 + rank)` over the lists it stands in. Ranks, unlike
//! scores, need no common scale, so the lists may come from anywhere: the indexes of this crate or
//! a database that answers with [`Hits`] of its own. The scores by part travel along.

use std::collections::HashMap;

use kernel::Id;

use crate::ranking::Hits;

/// How many hits of each part take part.
pub const DEPTH: usize = 100;
/// Dampens the lead of the very first ranks.
const DAMPING: f32 = 60.0;

/// A chunk with its place in the fused ranking and its scores by part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused {
    pub id: Id,
    pub score: f32,
    /// Cosine; none when the chunk is not among the first hits by vector.
    pub vector_score: Option<f32>,
    /// BM25; none when the chunk is not among the first hits by keyword.
    pub keyword_score: Option<f32>,
}

/// All chunks of both lists, best first, equal scores by id.
pub fn fuse(vector: &Hits, keyword: &Hits) -> Vec<Fused> {
    let mut fused: HashMap<Id, Fused> = HashMap::new();
    let mut add = |hits: &Hits, set: fn(&mut Fused, f32)| {
        for (rank, hit) in hits.hits.iter().take(DEPTH).enumerate() {
            let empty = Fused { id: hit.id, score: 0.0, vector_score: None, keyword_score: None };
            let entry = fused.entry(hit.id).or_insert(empty);
            // Ranks are counted from one.
            entry.score += 1.0 / (DAMPING + 1.0 + rank as f32);
            set(entry, hit.score);
        }
    };
    add(vector, |entry, score| entry.vector_score = Some(score));
    add(keyword, |entry, score| entry.keyword_score = Some(score));
    let mut fused: Vec<Fused> = fused.into_values().collect();
    fused.sort_unstable_by(|left, right| {
        // By id among equals, so that the order does not depend on the order of a map.
        right.score.total_cmp(&left.score).then(left.id.cmp(&right.id))
    });
    fused
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::strategies::user;
    use crate::ranking::Hit;

    fn hits(numbers: &[u8]) -> Hits {
        let hit = |(rank, number): (usize, &u8)| Hit {
            id: user(*number),
            score: 1.0 / (1.0 + rank as f32),
        };
        Hits { hits: numbers.iter().enumerate().map(hit).collect(), total: numbers.len() }
    }

    fn order(fused: &[Fused]) -> Vec<Id> {
        fused.iter().map(|fused| fused.id).collect()
    }

    #[test]
    fn a_chunk_in_both_lists_beats_one_that_leads_a_single_list() {
        let fused = fuse(&hits(&[1, 2]), &hits(&[3, 2]));
        assert_eq!(order(&fused), [user(2), user(1), user(3)]);
        assert_eq!(fused[0].vector_score, Some(0.5));
        assert_eq!(fused[0].keyword_score, Some(0.5));
        assert_eq!(fused[1].keyword_score, None);
    }

    #[test]
    fn one_empty_list_leaves_the_other_as_it_is() {
        assert_eq!(order(&fuse(&hits(&[5, 4, 9]), &Hits::default())), [user(5), user(4), user(9)]);
        assert_eq!(order(&fuse(&Hits::default(), &hits(&[7, 1]))), [user(7), user(1)]);
    }
}
