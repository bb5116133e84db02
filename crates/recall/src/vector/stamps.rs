//! Which vectors a folder holds, read beside whoever writes there: no file is made, cut or locked.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use kernel::Id;

use super::Change;
use super::file::load_stamps;
use super::journal::read_changes;
use crate::embed::ModelIdentity;
use crate::{FileError, Stamp};

/// Whoever folds the journal this often in a row is not waited for any longer.
const ROUNDS: usize = 5;

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundStamps {
    pub stamps: HashMap<Id, Stamp>,
    /// Whether the file and the journal were of one moment. If not, some of the vectors may be missing here.
    pub is_whole: bool,
}

/// What is in the folder of an index. Damage is an error, as it is at opening; a torn end of the
/// journal is not, for it may be being written.
pub fn read_stamps(folder: &Path, model: &ModelIdentity) -> Result<FoundStamps, FileError> {
    until_whole(|| read_once(folder, model))
}

/// The last that was read, where none was whole.
fn until_whole(
    mut read: impl FnMut() -> Result<FoundStamps, FileError>,
) -> Result<FoundStamps, FileError> {
    for _ in 1..ROUNDS {
        let found = read()?;
        if found.is_whole {
            return Ok(found);
        }
    }
    read()
}

/// The file, then the journal.
fn read_once(folder: &Path, model: &ModelIdentity) -> Result<FoundStamps, FileError> {
    let path = folder.join("index");
    let failed = FileError::io(&path);
    let file = there(File::open(&path)).map_err(&failed)?;
    // Held to the end: as long as it is, no other file can have its number.
    let held = file.as_ref().map(File::try_clone).transpose().map_err(&failed)?;
    let mut stamps = match file {
        Some(file) => load_stamps(&path, file, model)?,
        None => HashMap::new(),
    };
    let journal = folder.join("journal");
    let bytes = there(fs::read(&journal)).map_err(FileError::io(&journal))?.unwrap_or_default();
    let (changes, _) = read_changes(&journal, &bytes, model)?;
    for change in changes {
        replay(&mut stamps, &change);
    }
    // A journal is emptied only after its changes are in a new file under the old name.
    let before = held.as_ref().map(File::metadata).transpose().map_err(&failed)?;
    let after = there(fs::metadata(&path)).map_err(&failed)?;
    let is_whole = before.map(|file| file.ino()) == after.map(|file| file.ino());
    Ok(FoundStamps { stamps, is_whole })
}

/// As the index itself takes a change.
fn replay(stamps: &mut HashMap<Id, Stamp>, change: &Change) {
    match change {
        Change::Put(stored) => {
            let known = stamps.get(&stored.id);
            if known.is_none_or(|known| known.revision <= stored.stamp.revision) {
                stamps.insert(stored.id, stored.stamp);
            }
        }
        Change::Delete(id) => drop(stamps.remove(id)),
    }
}

fn there<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_never_finds_one_moment_is_told() {
        let found = |whole_at: usize| {
            let mut round = 0;
            let read = || {
                round += 1;
                Ok(FoundStamps { is_whole: round == whole_at, ..FoundStamps::default() })
            };
            let is_whole = until_whole(read).unwrap().is_whole;
            (round, is_whole)
        };
        assert_eq!(found(1), (1, true));
        assert_eq!(found(3), (3, true));
        assert_eq!(found(ROUNDS), (ROUNDS, true));
        assert_eq!(found(ROUNDS + 1), (ROUNDS, false));
    }
}
