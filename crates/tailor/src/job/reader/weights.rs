//! What was learned: `data/job-reading.bin`, made by `tools/learn-job-reading`. A text about its origin, then
//! numbers in the order they are read here, the lowest byte first.

use std::sync::LazyLock;

/// Entries of a table of weights.
pub(super) const TABLE: usize = 1 << 16;
/// Values of a vector of all-MiniLM-L6-v2.
pub(super) const VECTOR: usize = 384;
/// What a table was learned for: to ask at all, to name knowledge, to name a skill.
pub(super) const STREAMS: usize = 3;

static FILE: &[u8] = include_bytes!("../../../data/job-reading.bin");
const END_OF_TEXT: &[u8] = b"\n---\n";

pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let text = FILE.windows(END_OF_TEXT.len()).position(|bytes| bytes == END_OF_TEXT);
    let start = text.expect("a text stands before the numbers") + END_OF_TEXT.len();
    let mut numbers = Numbers { rest: &FILE[start..] };
    let tables = std::array::from_fn(|_| numbers.table(TABLE));
    let vectors = std::array::from_fn(|_| numbers.table(3 * VECTOR));
    let weights =
        Weights { tables, vectors, by_words: numbers.network(), with_vectors: numbers.network() };
    assert!(numbers.rest.is_empty(), "all of the weights are read");
    weights
});

pub(super) struct Weights {
    pub tables: [Table; STREAMS],
    /// Over the vector of a sentence and those of its neighbours.
    pub vectors: [Table; STREAMS],
    pub by_words: Network,
    pub with_vectors: Network,
}

/// A linear model.
pub(super) struct Table {
    bias: f32,
    scale: f32,
    values: &'static [u8],
}

impl Table {
    pub(super) fn score(&self, row: &[(usize, f32)]) -> f32 {
        let sum: f32 = row.iter().map(|(at, value)| self.weight(*at) * value).sum();
        self.bias + self.scale * sum
    }

    /// The same for rows that have a value everywhere.
    pub(super) fn score_all(&self, row: impl Iterator<Item = f32>) -> f32 {
        let sum: f32 = row.enumerate().map(|(at, value)| self.weight(at) * value).sum();
        self.bias + self.scale * sum
    }

    fn weight(&self, at: usize) -> f32 {
        f32::from(i8::from_le_bytes([self.values[at]]))
    }
}

/// One layer of units that are silent below zero, and their sum.
pub(super) struct Network {
    /// From which sum on a sentence asks.
    limit: f32,
    bias: f32,
    units: Vec<Unit>,
}

struct Unit {
    bias: f32,
    counts: f32,
    weights: Vec<f32>,
}

impl Network {
    /// How far a row is above the limit.
    pub(super) fn margin(&self, row: &[f32]) -> f32 {
        let units = self.units.iter().map(|unit| {
            let sum: f32 = unit.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
            unit.counts * (unit.bias + sum).max(0.0)
        });
        self.bias + units.sum::<f32>() - self.limit
    }
}

struct Numbers {
    rest: &'static [u8],
}

impl Numbers {
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken
    }

    fn number(&mut self) -> f32 {
        let bytes = self.bytes(4).try_into().expect("four were asked for");
        f32::from_le_bytes(bytes)
    }

    fn count(&mut self) -> usize {
        let bytes = self.bytes(4).try_into().expect("four were asked for");
        u32::from_le_bytes(bytes) as usize
    }

    fn table(&mut self, length: usize) -> Table {
        Table { bias: self.number(), scale: self.number(), values: self.bytes(length) }
    }

    fn network(&mut self) -> Network {
        let (inputs, units) = (self.count(), self.count());
        let (limit, bias) = (self.number(), self.number());
        let mut unit = || Unit {
            bias: self.number(),
            counts: self.number(),
            weights: (0..inputs).map(|_| self.number()).collect(),
        };
        Network { limit, bias, units: (0..units).map(|_| unit()).collect() }
    }
}
