use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// The data folder while it is ours. Dropping it, or dying, gives it back.
#[derive(Debug)]
pub(crate) struct DataDir {
    lock: File,
}

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
        create(path)?;
        let name = path.join("folia.lock");
        let lock =
            File::options().create(true).truncate(false).write(true).mode(0o600).open(&name)?;
        // Not by whether the file exists: a process that was killed leaves the file, never the
        // lock.
        match lock.try_lock() {
            // Whoever had it before may have taken it away, and somebody else may have a new one.
            Ok(()) if name.metadata()?.ino() != lock.metadata()?.ino() => Err(DataDirError::InUse),
            Ok(()) => Ok(Self { lock }),
            Err(TryLockError::WouldBlock) => Err(DataDirError::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Leaves in the lock where the service listens, for commands beside it.
    pub(crate) fn note_address(&mut self, address: SocketAddr) -> Result<(), DataDirError> {
        // From the start of the file, as an earlier address may have been longer.
        self.lock.set_len(0)?;
        writeln!(self.lock, "{address}")?;
        Ok(())
    }
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
