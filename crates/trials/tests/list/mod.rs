//! The trials by name, with their seeds.
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses its own part of this, so nothing can be expected"
)]

use std::path::Path;

pub(crate) type Trial = fn(&[u8]);

pub(crate) const TRIALS: &[(&str, Trial)] = &[
    ("archive", trials::archive),
    ("avif_answer", trials::avif_answer),
    ("html", trials::html),
    ("jpeg", trials::jpeg),
    ("json", trials::json),
    ("markdown", trials::markdown),
    ("multipart", trials::multipart),
    ("path", trials::path),
    ("picture", trials::picture),
    ("resume", trials::resume),
    ("tailoring", trials::tailoring),
    ("token", trials::token),
    ("video", trials::video),
    ("wordpress", trials::wordpress),
];

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What is kept for a trial, in the same order everywhere.
pub(crate) fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = root().join("fixtures/fuzz").join(name);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut paths: Vec<_> = files.map(|file| file.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has no seed");
    paths.iter().map(|path| std::fs::read(path).expect("a seed")).collect()
}
