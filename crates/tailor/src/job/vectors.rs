//! What the vector of a sentence adds to what its words say, as learned by `tools/learn-job-reading`:
//! `data/job-reading-vectors.tsv`. The weights know one model, all-MiniLM-L6-v2; vectors of another one
//! would say nothing.

use std::sync::LazyLock;

#[derive(Debug, Default)]
pub(super) struct VectorWeights {
    /// What the score by words counts.
    score: f32,
    bias: f32,
    limit: f32,
    values: Vec<f32>,
}

pub(super) static VECTORS: LazyLock<VectorWeights> = LazyLock::new(|| {
    let mut read = VectorWeights::default();
    let lines = include_str!("../../data/job-reading-vectors.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (name, value) = line.split_once('\t').unwrap_or(("", line));
        let value: f32 = value.parse().expect("a weight is a number");
        match name {
            "score" => read.score = value,
            "bias" => read.bias = value,
            "limit" => read.limit = value,
            _ => read.values.push(value),
        }
    }
    read
});

impl VectorWeights {
    /// Whether there is a usable vector for each sentence.
    pub(super) fn fit(&self, sentences: usize, vectors: &[Vec<f32>]) -> bool {
        let usable = |vector: &Vec<f32>| {
            vector.len() == self.values.len() && vector.iter().all(|value| value.is_finite())
        };
        vectors.len() == sentences && vectors.iter().all(usable)
    }

    /// How far a sentence is above the limit, by its score and its vector.
    pub(super) fn margin(&self, score: f32, vector: &[f32]) -> f32 {
        let by_vector: f32 =
            self.values.iter().zip(vector).map(|(weight, value)| weight * value).sum();
        self.score * score + by_vector + self.bias - self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_weight_for_each_value_of_a_vector() {
        assert_eq!(VECTORS.values.len(), 384);
        assert!(VECTORS.score > 0.5, "words count");
        let vectors = vec![vec![0.0; 384]; 2];
        assert!(VECTORS.fit(2, &vectors) && !VECTORS.fit(3, &vectors));
        assert!(!VECTORS.fit(1, &[vec![0.0; 3]]) && !VECTORS.fit(1, &[vec![f32::NAN; 384]]));
    }
}
