//! The trials by name, with their seeds.
#![allow(
    dead_code,
    clippy::allow_attributes,
    reason = "each test file uses its own part of this, so nothing can be expected"
)]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

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

/// What libFuzzer has learnt of a trial: each of these reaches something that no other does.
pub(crate) fn corpus(name: &str) -> Vec<Vec<u8>> {
    let path = root().join(format!("fixtures/fuzz-corpora/{name}.tar.gz"));
    let file = File::open(&path);
    let file = file.unwrap_or_else(|error| panic!("KEEP=1 tools/fuzz {name} writes it: {error}"));
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let files = archive.entries().expect("a tar file").map(|entry| entry.expect("an entry"));
    let files = files.filter(|entry| entry.header().entry_type().is_file());
    let read = |mut entry: tar::Entry<'_, GzDecoder<File>>| {
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("an input");
        bytes
    };
    files.map(read).collect()
}
