//! A disk that fails and a clock that jumps, for the real binary: a few lines of C between it and its C
//! library, compiled when they are first needed by the compiler that Rust links with anyway.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::TestDatabase;

/// What goes wrong at the moment, for whoever was started with [`Faults::settings`].
#[derive(Debug)]
pub struct Faults {
    control: File,
    settings: [(&'static str, String); 3],
    /// In no folder that fails.
    _place: TempDir,
}

/// As the system calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskError {
    /// EIO
    Broken = 5,
    /// ENOSPC
    Full = 28,
    /// EROFS
    ReadOnly = 30,
}

impl Faults {
    /// Nothing is wrong yet. Faults of the disk are those of the folder of this database.
    pub fn prepare(database: &TestDatabase) -> Self {
        Self::of(database.folder.path())
    }

    /// The same for a folder.
    pub fn of(folder: &Path) -> Self {
        let folder = folder.canonicalize().expect("the folder is there");
        let place = tempfile::tempdir().expect("a temporary folder can be made");
        let (library, control) = (place.path().join("shim.so"), place.path().join("control"));
        compile(place.path(), &library);
        std::fs::write(&control, [0; 16]).expect("a small file can be written");
        let text = |path: &Path| path.to_str().expect("a path of ours is text").to_owned();
        let settings = [
            ("LD_PRELOAD", text(&library)),
            ("FAULTS_CONTROL", text(&control)),
            ("FAULTS_FOLDER", text(&folder)),
        ];
        let control = File::options().write(true).open(control).expect("it was just made");
        Self { control, settings, _place: place }
    }

    /// The environment of a process that is to have these faults.
    pub fn settings(&self) -> Vec<(&str, &str)> {
        self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }

    /// Lets the wall clock of the process go wrong by so many seconds, from now on.
    pub fn shift_clock(&self, seconds: i64) {
        self.set(0, &seconds.to_ne_bytes());
    }

    /// What was written cannot be brought to the disk.
    pub fn fail_syncs(&self, error: Option<DiskError>) {
        self.set(8, &error.map_or(0, |error| error as i32).to_ne_bytes());
    }

    /// Nothing can be written, made, renamed or removed; reading goes on.
    pub fn fail_writes(&self, error: Option<DiskError>) {
        self.set(12, &error.map_or(0, |error| error as i32).to_ne_bytes());
    }

    fn set(&self, at: u64, bytes: &[u8]) {
        self.control.write_all_at(bytes, at).expect("a small file can be written");
    }
}

fn compile(place: &Path, library: &Path) {
    let source = place.join("shim.c");
    std::fs::write(&source, include_str!("shim.c")).expect("a small file can be written");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
        .args([library, source.as_path()])
        .arg("-ldl")
        .status();
    assert!(compiled.expect("cc can be run").success(), "the shim compiles");
}
