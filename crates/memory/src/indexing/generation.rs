//! Indexes on disk: a file of words, and vectors: one folder per generation, and a small file that names the one that serves and
//! the one that is being built. The file is replaced as a whole, so a switch happens or does not.
//!
//! Everything here can be deleted while the service is stopped: it is made again from the chunks.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use recall::embed::ModelIdentity;
use recall::vector::{DurableIndex, FileError, FoundStamps, read_stamps};
use serde::{Deserialize, Serialize};

use super::shared::DatabaseSet;
use crate::embedding::Reach;

/// A set of vectors made by one model.
#[derive(Debug)]
pub(crate) struct Generation {
    /// Under which number somebody has asked for it; none where another model needs it.
    pub(super) asked: Option<u64>,
    /// Where its model is.
    reach: Mutex<Option<Reach>>,
    vectors: Vectors,
}

#[derive(Debug)]
enum Vectors {
    /// Of this node alone, in a folder and in memory.
    Folder { name: String, index: DurableIndex },
    /// Of all nodes.
    Database(DatabaseSet),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Named {
    folder: String,
    model: String,
    dimension: usize,
    #[serde(default)]
    asked: Option<u64>,
    #[serde(default)]
    reach: Option<Reach>,
}

impl Named {
    fn identity(&self) -> ModelIdentity {
        ModelIdentity { name: self.model.clone(), dimension: self.dimension }
    }
}

/// Which generations there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Pointer {
    serving: Option<Named>,
    next: Option<Named>,
}

/// The folder of all generations.
#[derive(Clone, Debug)]
pub(super) struct Generations {
    folder: PathBuf,
}

impl Generation {
    pub(super) fn in_database(set: DatabaseSet, asked: Option<u64>, reach: Option<Reach>) -> Self {
        Self { asked, reach: Mutex::new(reach), vectors: Vectors::Database(set) }
    }

    pub(crate) fn model(&self) -> &ModelIdentity {
        match &self.vectors {
            Vectors::Folder { index, .. } => index.model(),
            Vectors::Database(set) => &set.model,
        }
    }

    /// The index in memory, where this node has one of its own.
    pub(crate) fn own(&self) -> Option<&DurableIndex> {
        match &self.vectors {
            Vectors::Folder { index, .. } => Some(index),
            Vectors::Database(_) => None,
        }
    }

    pub(crate) fn database(&self) -> Option<&DatabaseSet> {
        match &self.vectors {
            Vectors::Folder { .. } => None,
            Vectors::Database(set) => Some(set),
        }
    }

    pub(crate) fn reach(&self) -> Option<Reach> {
        self.reach.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_reach(&self, reach: Option<Reach>) {
        *self.reach.lock().unwrap_or_else(PoisonError::into_inner) = reach;
    }

    fn named(&self) -> Option<Named> {
        let Vectors::Folder { name: folder, .. } = &self.vectors else { return None };
        let ModelIdentity { name: model, dimension } = self.model().clone();
        let (folder, asked, reach) = (folder.clone(), self.asked, self.reach());
        Some(Named { folder, model, dimension, asked, reach })
    }
}

impl Generations {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Opens what is there. What is damaged or cannot be read is left out: it will be made again.
    pub(super) fn open(&self) -> (Option<Generation>, Option<Generation>) {
        let Pointer { serving, next } = self.read();
        (serving.and_then(|named| self.load(named)), next.and_then(|named| self.load(named)))
    }

    fn read(&self) -> Pointer {
        let Ok(bytes) = fs::read(self.pointer()) else { return Pointer::default() };
        serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            tracing::warn!(%error, "the vector index is damaged and will be made again");
            Pointer::default()
        })
    }

    /// What the vectors that serve are of, read beside the process that writes them. None where there
    /// are none.
    pub(super) fn read_serving(&self) -> Option<Result<FoundStamps, FileError>> {
        loop {
            let named = self.read().serving?;
            let (folder, model) = (self.path_of(&named)?, named.identity());
            let found = read_stamps(&folder, &model);
            // Others may serve by now, and the folder of these be gone.
            if self.read().serving.is_none_or(|now| now.folder == named.folder) {
                return Some(found);
            }
        }
    }

    /// A name is digits that we chose; anything else is damage, and must not lead elsewhere.
    fn path_of(&self, named: &Named) -> Option<PathBuf> {
        is_number(Path::new(&named.folder)).then(|| self.folder.join(&named.folder))
    }

    fn load(&self, named: Named) -> Option<Generation> {
        let (path, identity) = (self.path_of(&named)?, named.identity());
        match DurableIndex::open(&path, &identity) {
            Ok(index) => {
                let Named { folder: name, asked, reach, .. } = named;
                if index.torn() > 0 {
                    tracing::info!(bytes = index.torn(), "unfinished vectors were cut off");
                }
                let vectors = Vectors::Folder { name, index };
                Some(Generation { asked, reach: Mutex::new(reach), vectors })
            }
            Err(error) => {
                tracing::warn!(%error, "the vector index cannot be read and will be made again");
                None
            }
        }
    }

    /// An empty generation beside those that are there.
    pub(super) fn create(
        &self,
        model: &ModelIdentity,
        reach: Option<Reach>,
    ) -> Result<Generation, FileError> {
        let taken = |name: &String| self.folder.join(name).exists();
        // The lowest free number. A folder that could not be removed earlier does not stand in the
        // way.
        let name = (1..).map(|number: u32| format!("{number:06}")).find(|name| !taken(name));
        let name = name.expect("there are more numbers than folders");
        let index = DurableIndex::create(&self.folder.join(&name), model)?;
        let vectors = Vectors::Folder { name, index };
        Ok(Generation { asked: None, reach: Mutex::new(reach), vectors })
    }

    /// Says which generations count from now on, and removes all others.
    pub(super) fn keep(
        &self,
        serving: Option<&Generation>,
        next: Option<&Generation>,
    ) -> std::io::Result<()> {
        let pointer = Pointer {
            serving: serving.and_then(Generation::named),
            next: next.and_then(Generation::named),
        };
        let bytes = serde_json::to_vec(&pointer).expect("names and numbers");
        fs::create_dir_all(&self.folder)?;
        // Written beside and renamed: a process that dies leaves the old file or the new one, never
        // half of it.
        let partial = self.folder.join("generations.partial");
        let mut file = fs::File::create(&partial)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&partial, self.pointer())?;
        // The rename itself has to reach the disk before anything is removed.
        fs::File::open(&self.folder)?.sync_all()?;
        let kept: Vec<_> = [&pointer.serving, &pointer.next].into_iter().flatten().collect();
        for entry in fs::read_dir(&self.folder)?.flatten() {
            let name = entry.file_name();
            let is_kept = kept.iter().any(|named| name == named.folder.as_str());
            if entry.path().is_dir() && !is_kept && is_number(Path::new(&name)) {
                // If it stays, it is removed the next time. Nothing reads it.
                fs::remove_dir_all(entry.path()).ok();
            }
        }
        Ok(())
    }

    /// Removes the vectors of a node that has no use for them any more.
    pub(super) fn forget(&self) {
        if !self.pointer().is_file() {
            return;
        }
        tracing::info!("the vectors of this node's own are removed: the database keeps them now");
        let removed = self.keep(None, None).and_then(|()| fs::remove_file(self.pointer()));
        if let Err(error) = removed {
            tracing::warn!(%error, "old vectors could not be removed; nobody reads them");
        }
    }

    /// Where the words are kept, which belong to no generation.
    pub(super) fn words(&self) -> PathBuf {
        self.folder.join("words")
    }

    fn pointer(&self) -> PathBuf {
        self.folder.join("generations.json")
    }
}

fn is_number(name: &Path) -> bool {
    name.to_str().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}
