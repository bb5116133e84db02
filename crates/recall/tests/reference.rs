//! The local embedder against the reference implementation: the same tokens, the same vectors.
//!
//! Runs where the default model is: set `TEST_MODEL_DIR` to the folder that `tools/fetch-model`
//! filled. `reference/make.py` says how the reference was made.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use recall::embed::{Checksums, EmbedError, Embedder, LocalEmbedder, ModelError};

/// Optimised it takes two seconds; this leaves room for a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(300);

/// The model folder; none, said aloud, when the machine has none.
#[expect(clippy::disallowed_methods, reason = "only the test command knows where the model is")]
fn model_folder(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("TEST_MODEL_DIR").filter(|folder| !folder.is_empty());
    if folder.is_none() {
        // Not by print: a passing test's prints are swallowed.
        let _ = writeln!(std::io::stderr(), "NOT RUN: {test} (TEST_MODEL_DIR is not set)");
    }
    folder.map(PathBuf::from)
}

#[derive(serde::Deserialize)]
struct Line {
    text: String,
    tokens: Vec<u32>,
}

fn reference() -> Vec<(Line, Vec<f64>)> {
    let lines = include_str!("reference/texts.jsonl").lines();
    let vectors = include_bytes!("reference/vectors.i16").as_chunks::<2>().0.chunks_exact(384);
    let values = |vector: &[[u8; 2]]| -> Vec<f64> {
        vector.iter().map(|pair| f64::from(i16::from_le_bytes(*pair))).collect()
    };
    lines
        .zip(vectors)
        .map(|(line, vector)| {
            (serde_json::from_str(line).expect("one JSON object per line"), values(vector))
        })
        .collect()
}

fn cosine(left: &[f32], right: &[f64]) -> f64 {
    let product: f64 = left.iter().zip(right).map(|(l, r)| f64::from(*l) * r).sum();
    let length = |squares: f64| squares.sqrt();
    product
        / length(left.iter().map(|l| f64::from(*l).powi(2)).sum())
        / length(right.iter().map(|r| r * r).sum())
}

#[test]
fn vectors_and_tokens_equal_those_of_the_reference_model() {
    let Some(folder) = model_folder("vectors_and_tokens_equal_those_of_the_reference_model") else {
        return;
    };
    let embedder = LocalEmbedder::open(&folder, Checksums::all_minilm_l6_v2()).unwrap();
    let mut reference = reference();
    assert_eq!(reference.len(), 100);
    assert!(!embedder.is_loaded(), "opening alone must not load the weights");
    for (line, _) in &reference {
        assert_eq!(embedder.tokens(&line.text).unwrap(), line.tokens, "{:?}", line.text);
    }
    // Short texts first: a build without optimisation is hundreds of times slower, and fails soon
    // instead of running for an hour.
    reference.sort_by_key(|(line, _)| line.tokens.len());
    let start = Instant::now();
    let mut checked = 0;
    for part in reference.chunks(5) {
        assert!(
            start.elapsed() < PATIENCE,
            "only {checked} of 100 vectors were checked in {PATIENCE:?}: is recall built with \
             optimisation?"
        );
        let texts: Vec<&str> = part.iter().map(|(line, _)| line.text.as_str()).collect();
        for ((line, expected), vector) in part.iter().zip(embedder.embed(&texts).unwrap()) {
            let cosine = cosine(vector.values(), expected);
            assert!(cosine > 0.9999, "{cosine} for {:?}", line.text);
        }
        checked += part.len();
    }
    assert_eq!(checked, 100);
    embedder.unload();
    assert!(!embedder.is_loaded());
}

#[test]
fn weights_that_are_not_the_pinned_ones_are_refused() {
    let Some(folder) = model_folder("weights_that_are_not_the_pinned_ones_are_refused") else {
        return;
    };
    let wrong = Checksums { weights: "0".repeat(64), ..Checksums::all_minilm_l6_v2() };
    let embedder = LocalEmbedder::open(&folder, wrong).unwrap();
    assert!(matches!(
        embedder.embed(&["a"]),
        Err(EmbedError::Model(ModelError::ChecksumMismatch { .. }))
    ));
}

#[test]
fn a_folder_without_a_model_says_which_file_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let failure = LocalEmbedder::open(folder.path(), Checksums::all_minilm_l6_v2()).unwrap_err();
    assert!(
        matches!(failure, ModelError::Unreadable { path, .. } if path.ends_with("config.json"))
    );
}
