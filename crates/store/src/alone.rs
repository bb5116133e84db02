use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::store::Location;
use crate::{StoreError, postgres};

/// A database that one process fills, while no other one does. Dropping it, or dying, gives it back.
/// Whoever only uses the site is not kept out.
#[derive(Debug)]
pub struct Alone {
    _held: Held,
}

#[derive(Debug)]
enum Held {
    Folder { _lock: File },
    Server { _line: postgres::Line },
}

impl Alone {
    /// None where another process has it.
    pub async fn claim(location: &Location) -> Result<Option<Self>, StoreError> {
        let held = match location {
            Location::File(file) => lock_folder(file)?.map(|lock| Held::Folder { _lock: lock }),
            Location::Server(url) => {
                postgres::Line::claim(url).await?.map(|line| Held::Server { _line: line })
            }
        };
        Ok(held.map(|held| Self { _held: held }))
    }
}

fn is_still_at(path: &Path, open: &File) -> bool {
    let here = path.metadata().map(|told| (told.dev(), told.ino()));
    let there = open.metadata().map(|told| (told.dev(), told.ino()));
    here.is_ok_and(|here| there.is_ok_and(|there| here == there))
}

/// The folder and not the file: SQLite has locks of its own on that, which end when anybody in the process
/// closes it.
fn lock_folder(file: &Path) -> Result<Option<File>, StoreError> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let lock = File::open(folder).map_err(StoreError::unavailable)?;
    match lock.try_lock() {
        Ok(()) if is_still_at(folder, &lock) => Ok(Some(lock)),
        // Whoever had it before has taken the folder away.
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(StoreError::unavailable(error)),
    }
}
