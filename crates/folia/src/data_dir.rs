use std::fs::{File, Metadata, TryLockError};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// The data folder while it is ours. Dropping it, or dying, gives it back.
#[derive(Debug)]
pub(crate) struct DataDir {
    lock: File,
}

/// Each is lost only to somebody who goes away at the same moment.
const ATTEMPTS: usize = 20;

#[derive(Debug, thiserror::Error)]
pub enum DataDirError {
    #[error("the data folder is in use by another folia; stop that one or choose another folder")]
    InUse,
    #[error("the data folder cannot be used: {0}")]
    Unusable(#[from] io::Error),
}

/// Creates the folder, readable by its owner only, where it does not exist.
pub(crate) fn create(path: &Path) -> Result<(), DataDirError> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    Ok(())
}

impl DataDir {
    /// Takes the folder for this process, or fails at once.
    pub(crate) fn claim(path: &Path) -> Result<Self, DataDirError> {
        // Whoever had it before may take the lock away, and the folder with it, while we reach for it.
        for _ in 0..ATTEMPTS {
            match create(path) {
                // It was there a moment ago.
                Err(DataDirError::Unusable(error)) if is_gone(&error) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    if let Some(lock) = lock(path)? {
                        return Ok(Self { lock });
                    }
                }
            }
        }
        create(path)?;
        Err(DataDirError::InUse)
    }

    /// Leaves in the lock where the service listens, for commands beside it.
    pub(crate) fn note_address(&mut self, address: SocketAddr) -> Result<(), DataDirError> {
        // From the start of the file, as an earlier address may have been longer.
        self.lock.set_len(0)?;
        writeln!(self.lock, "{address}")?;
        Ok(())
    }
}

/// None where it is not there any more, or not the one that others find.
fn lock(folder: &Path) -> Result<Option<File>, DataDirError> {
    let name = folder.join("folia.lock");
    let mut options = File::options();
    options.create(true).truncate(false).write(true).mode(0o600);
    let lock = match options.open(&name) {
        Err(error) if is_gone(&error) => return Ok(None),
        opened => opened?,
    };
    // Not by whether the file exists: a process that was killed leaves the file, never the
    // lock.
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(DataDirError::InUse),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let which = |told: Metadata| (told.dev(), told.ino());
    match name.metadata() {
        Ok(there) => Ok((which(there) == which(lock.metadata()?)).then_some(lock)),
        Err(error) if is_gone(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What is said of something that goes away meanwhile; of a folder also that it is there.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists)
}

/// Where the service that holds the folder listens, if one does.
pub(crate) fn find_address(path: &Path) -> Option<SocketAddr> {
    let file = path.join("folia.lock");
    match File::open(&file).ok()?.try_lock_shared() {
        // A lock that is held is what tells that the address in it is true.
        Err(TryLockError::WouldBlock) => std::fs::read_to_string(file).ok()?.trim().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// As imports do that fail: each takes away what it has made, and gives the lock back after that.
    #[test]
    fn a_folder_that_comes_and_goes_is_in_use_or_free() {
        let place = tempfile::tempdir().unwrap();
        let data = place.path().join("data");
        let (holders, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let come_and_go = || {
            for _ in 0..2000 {
                match DataDir::claim(&data) {
                    Ok(claimed) => {
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two hold it");
                        held.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        std::fs::remove_file(data.join("folia.lock")).unwrap();
                        // Somebody else may have a new one in it by now.
                        std::fs::remove_dir(&data).ok();
                        drop(claimed);
                    }
                    Err(error) => assert!(matches!(error, DataDirError::InUse), "{error}"),
                }
            }
        };
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(come_and_go);
            }
        });
        assert!(held.load(Ordering::SeqCst) > 0);
    }

    #[test]
    fn what_cannot_be_a_folder_is_told_as_it_is() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        std::fs::write(&file, "").unwrap();
        let told = DataDir::claim(&file).unwrap_err().to_string();
        assert!(told.contains("cannot be used: File exists"), "{told}");
    }
}
