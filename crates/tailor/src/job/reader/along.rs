//! Scores looked at along a post: a sentence that asks seldom stands alone. Each sentence gets a row
//! of its own scores, those near it, and means over its block, the post and its surroundings.

use std::collections::HashMap;

/// Neighbours on each side whose scores are looked at one by one.
const AROUND: usize = 3;
/// Sentences over which a score fades, and how far it is looked at.
const REACH: [f32; 2] = [2.5, 6.0];
const FARTHEST: usize = 40;
/// What stands beyond the ends of a post.
const NOTHING: f32 = -1.2;

/// A sentence as far as its place tells.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The number of the heading above it.
    pub above: Option<usize>,
    pub looks_like_heading: bool,
    pub words: usize,
}

/// One row for each sentence; `streams` has the scores of all sentences, one list for each table.
pub(super) fn rows(streams: &[Vec<f32>], places: &[Place]) -> Vec<Vec<f32>> {
    let mut rows: Vec<Vec<f32>> = places.iter().map(|_| Vec::new()).collect();
    for scores in streams {
        let likely: Vec<f32> = scores.iter().map(|score| 1.0 / (1.0 + (-score).exp())).collect();
        let all: f32 = likely.iter().sum();
        let blocks = blocks(&likely, places);
        for (at, row) in rows.iter_mut().enumerate() {
            // Counted from before the beginning, where there is nothing.
            for near in at..=at + 2 * AROUND {
                let score = near.checked_sub(AROUND).and_then(|near| scores.get(near));
                row.push(score.map_or(NOTHING, |score| (score / 2.0).tanh()));
            }
            let (sum, count) = blocks[&places[at].above];
            let own = !places[at].looks_like_heading;
            let (own_sum, own_count) = if own { (likely[at], 1.0) } else { (0.0, 0.0) };
            row.push(mean(sum - own_sum, count - own_count));
            row.push(mean(all - likely[at], likely.len() as f32 - 1.0));
            row.extend(REACH.map(|reach| faded(&likely, at, reach)));
            row.push(scores[at] / 3.0);
        }
    }
    for (row, place) in rows.iter_mut().zip(places) {
        row.push(place.words.min(30) as f32 / 30.0);
        row.push(if place.looks_like_heading { 1.0 } else { 0.0 });
    }
    rows
}

/// Of few there is little to say, so the mean leans to what is usual.
fn mean(sum: f32, count: f32) -> f32 {
    (sum + 0.03) / (count + 0.1)
}

/// Sum and count under each heading, without what looks like a heading.
fn blocks(likely: &[f32], places: &[Place]) -> HashMap<Option<usize>, (f32, f32)> {
    let mut found: HashMap<Option<usize>, (f32, f32)> = HashMap::new();
    for (value, place) in likely.iter().zip(places) {
        let known = found.entry(place.above).or_default();
        if !place.looks_like_heading {
            *known = (known.0 + value, known.1 + 1.0);
        }
    }
    found
}

fn faded(likely: &[f32], at: usize, reach: f32) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    let near = at.saturating_sub(FARTHEST)..likely.len().min(at + FARTHEST + 1);
    for place in near.filter(|place| *place != at) {
        let weight = (-(place.abs_diff(at) as f32) / reach).exp();
        sum += weight * likely[place];
        count += weight;
    }
    mean(sum, count)
}
