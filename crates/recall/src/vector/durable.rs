//! A vector index that survives the process: a file, a journal beside it, and the index in memory.
//!
//! Vectors are derived from texts, so everything here may be lost without losing data; it is kept
//! because embedding is the expensive step. After opening, compare [`Snapshot::stamps`] with the
//! documents: a torn journal may have lost the last changes, and the documents are the truth.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::file::{load, save};
use super::journal::Journal;
use super::{Change, Snapshot, VectorIndex};
use crate::Outcome;
use crate::disk::FileError;
use crate::embed::ModelIdentity;

/// A journal longer than this, and than half the file, is folded into the file.
const FOLD_AT: u64 = 4 << 20;

#[derive(Debug)]
pub struct DurableIndex {
    index: VectorIndex,
    path: PathBuf,
    journal: Mutex<Journal>,
    torn: u64,
}

impl DurableIndex {
    /// Opens the index in a folder, or starts an empty one there. An error that
    /// [calls for a rebuild](FileError::calls_for_rebuild) is answered with [`Self::create`].
    pub fn open(folder: &Path, model: &ModelIdentity) -> Result<Self, FileError> {
        fs::create_dir_all(folder).map_err(FileError::io(folder))?;
        let path = folder.join("index");
        let index = match load(&path, model) {
            Err(error) if error.is_missing_file() => VectorIndex::new(model.clone()),
            other => other?,
        };
        let (journal, replay) = Journal::open(&folder.join("journal"), model)?;
        index.apply(&replay.changes)?;
        Ok(Self { index, path, journal: Mutex::new(journal), torn: replay.torn })
    }

    /// Starts an empty index in a folder, whatever is there now.
    pub fn create(folder: &Path, model: &ModelIdentity) -> Result<Self, FileError> {
        for name in ["index", "index.partial", "journal"] {
            let path = folder.join(name);
            match fs::remove_file(&path) {
                Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError::Io { path, cause });
                }
                _ => {}
            }
        }
        Self::open(folder, model)
    }

    pub fn model(&self) -> &ModelIdentity {
        self.index.model()
    }

    /// Bytes of unfinished changes that were cut off at opening; worth a line in the log.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// The generation of this moment; never waits for a writer.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.index.snapshot()
    }

    /// Puts changes on the disk, then makes them visible. Costs one write and one sync of the
    /// changes, whatever the size of the index; now and then the file is written anew.
    pub fn apply(&self, changes: &[Change]) -> Result<Vec<Outcome>, FileError> {
        // Before the journal: a record that cannot be applied would stop every later start.
        self.index.check(changes)?;
        let mut journal = self.lock();
        // On the disk before anybody sees it. The other way round, a crash would take back what was
        // answered.
        journal.append(changes)?;
        let outcomes = self.index.apply(changes)?;
        let written = fs::metadata(&self.path).map_or(0, |file| file.len());
        if journal.length() > FOLD_AT.max(written / 2) {
            self.fold_locked(&mut journal)?;
        }
        Ok(outcomes)
    }

    /// Writes the whole index to its file and empties the journal: worth it before a long pause.
    pub fn fold(&self) -> Result<(), FileError> {
        self.fold_locked(&mut self.lock())
    }

    fn fold_locked(&self, journal: &mut Journal) -> Result<(), FileError> {
        // The file first. A crash before the journal is cleared replays changes that are there
        // already, which changes nothing.
        save(&self.path, self.index.model(), &self.index.snapshot())?;
        journal.clear()
    }

    fn lock(&self) -> MutexGuard<'_, Journal> {
        // A failed append cuts itself off, so the journal is whole whenever the lock is free.
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
