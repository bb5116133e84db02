//! Seeds, and what fuzzing has found, tried by what the fuzz targets try.

mod list;

use list::{TRIALS, Trial, corpus, root, seeds};

/// So many of each corpus are tried here, as some take a second. `make fuzz` tries them all.
const OF_EACH: usize = 250;

fn hold(name: &str, trial: Trial, bytes: &[u8]) {
    let tried = std::panic::catch_unwind(|| trial(bytes));
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    assert!(tried.is_ok(), "{name} does not hold for {start:?}");
}

#[test]
fn what_was_found_once_holds_now() {
    for (name, trial) in TRIALS {
        seeds(name).iter().for_each(|bytes| hold(name, *trial, bytes));
    }
}

#[test]
fn what_was_learnt_holds_now() {
    for (name, trial) in TRIALS {
        let corpus = corpus(name);
        let step = corpus.len().div_ceil(OF_EACH);
        corpus.iter().step_by(step).for_each(|bytes| hold(name, *trial, bytes));
    }
}

/// A trial that is in no target is never fuzzed, and a target without a trial cannot be replayed.
#[test]
fn every_target_is_replayed() {
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    let targets = manifest.lines().filter_map(|line| line.strip_prefix("path = \"targets/"));
    let mut targets: Vec<&str> = targets.filter_map(|line| line.strip_suffix(".rs\"")).collect();
    targets.sort_unstable();
    let trials: Vec<&str> = TRIALS.iter().map(|(name, _)| *name).collect();
    assert_eq!(targets, trials);
}
