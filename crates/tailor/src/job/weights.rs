//! What was learned about words from postings that experts have marked: `data/job-knowledge.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Debug, Default)]
pub(super) struct Weights {
    by_feature: HashMap<&'static str, f32>,
    pub knowledge_bias: f32,
}

pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut read = Weights::default();
    let lines = include_str!("../../data/job-knowledge.tsv").lines();
    for (feature, weight) in lines.filter_map(|line| line.split_once('\t')) {
        let weight: f32 = weight.parse().expect("a weight is a number");
        match feature {
            "knowledge bias" => read.knowledge_bias = weight,
            _ => drop(read.by_feature.insert(feature, weight)),
        }
    }
    read
});

impl Weights {
    pub(super) fn of(&self, feature: &str) -> f32 {
        self.by_feature.get(feature).copied().unwrap_or(0.0)
    }
}

/// Runs of letters and digits as they are written.
pub(super) fn surfaces(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#')));
    runs.filter(|run| !run.is_empty())
}

/// The same in lower case; digits are all the same.
pub(super) fn words(text: &str) -> Vec<String> {
    surfaces(text).map(word).collect()
}

pub(super) fn word(surface: &str) -> String {
    let lower = surface.to_lowercase();
    lower.chars().map(|c| if c.is_numeric() { '0' } else { c }).collect()
}

pub(super) fn bucket(count: usize) -> usize {
    [0, 1, 2, 3, 5, 8, 12, 18, 25, 40].into_iter().find(|limit| count <= *limit).unwrap_or(99)
}
