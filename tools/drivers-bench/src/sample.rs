//! The documents every driver reads and writes, the same ones in every run.

use std::sync::OnceLock;

pub const ROWS: u64 = 10_000;
pub const PAGE: usize = 20;
pub const BULK_ROWS: u64 = 5_000;
const BODY_BYTES: usize = 3_000;

const WORDS: [&str; 24] = [
    "leaf", "river", "of", "stone", "and", "winter", "the", "garden", "letter", "kept", "under",
    "morning", "a", "window", "quiet", "paper", "with", "harbour", "salt", "lantern", "where",
    "orchard", "slow", "bridge",
];

#[derive(Debug, Clone)]
pub struct Doc {
    pub id: String,
    pub version: i64,
    pub sort_order: f64,
    pub title: String,
    pub body: String,
}

impl Doc {
    pub fn new(n: u64) -> Self {
        Self {
            id: make_id(n),
            version: 1,
            sort_order: n as f64,
            title: format!("Document {n}"),
            body: body(n),
        }
    }

    /// What a write puts into a document: a title and a body it did not have before.
    pub fn revised(pick: u64) -> Self {
        let n = pick % ROWS;
        Self {
            id: make_id(n),
            version: 2,
            sort_order: n as f64,
            title: format!("Revision {pick}"),
            body: body(pick),
        }
    }
}

/// The id a random number falls on.
pub fn pick_id(pick: u64) -> &'static str {
    static IDS: OnceLock<Vec<String>> = OnceLock::new();
    let ids = IDS.get_or_init(|| (0..ROWS).map(make_id).collect());
    &ids[(pick % ROWS) as usize]
}

/// A place to start a page from that always leaves a full page after it.
pub fn pick_sort_order(pick: u64) -> f64 {
    (pick % (ROWS - PAGE as u64 - 1)) as f64
}

pub fn bulk() -> Vec<Doc> {
    (0..BULK_ROWS).map(Doc::new).collect()
}

/// SplitMix64: a small generator is enough, and it gives the same sequence everywhere.
pub fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn make_id(n: u64) -> String {
    let hash = mix(n);
    format!("{:08x}-{:04x}-7000-8000-{n:012x}", hash >> 32, hash & 0xffff)
}

fn body(seed: u64) -> String {
    let mut text = String::with_capacity(BODY_BYTES + 16);
    let mut state = seed;
    while text.len() < BODY_BYTES {
        state = mix(state);
        for byte in state.to_le_bytes() {
            text.push_str(WORDS[byte as usize % WORDS.len()]);
            text.push(' ');
        }
    }
    text
}
