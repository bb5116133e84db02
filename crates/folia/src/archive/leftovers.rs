//! What a backup that was killed has left in its folder.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::regular;

/// What names of unfinished work begin with. No file that anybody made on purpose is called so.
pub(super) const PREFIX: &str = ".folia-backup-";
/// In folders, which cannot be locked themselves.
const LOCK: &str = "lock";

/// Removes it, and nothing that somebody still works on: they hold a lock, which dies with them.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let (path, kind) = (entry.path(), entry.file_type());
        // It may go at any moment, as its owner may end.
        if kind.is_ok_and(|kind| kind.is_dir()) {
            if is_left(&path.join(LOCK)) {
                std::fs::remove_dir_all(path).ok();
            }
        } else if is_left(&path) {
            std::fs::remove_file(path).ok();
        }
    }
    Ok(())
}

/// Tells others that somebody works on it. Where locks cannot be had, nothing is ever taken for left.
pub(super) fn hold(file: &File) {
    if let Err(error) = file.lock() {
        tracing::debug!(%error, "unfinished work cannot be locked");
    }
}

/// Whether nobody holds it. What is no file was not left by us, whatever its name. A folder without its lock was
/// left before it got one, or has just been made.
fn is_left(lock: &Path) -> bool {
    match regular::open_unlinked(lock).map(|file| file.try_lock()) {
        Ok(Ok(())) => true,
        Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) | Err(_) => false,
    }
}

/// A folder for work, that goes with whoever works in it.
#[derive(Debug)]
pub(super) struct Workshop {
    folder: tempfile::TempDir,
    _lock: File,
}

impl Workshop {
    /// In this folder.
    pub(super) fn open(beside: &Path) -> io::Result<Self> {
        remove(beside)?;
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(beside)?;
        let mut new = File::options();
        let lock = new.write(true).create_new(true).mode(0o600).open(folder.path().join(LOCK))?;
        hold(&lock);
        Ok(Self { folder, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder may be one that others write to.
    #[test]
    fn what_others_have_prepared_is_neither_opened_nor_removed() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        std::fs::create_dir(path(".folia-backup-dir")).unwrap();
        std::fs::write(path("site.tar"), "x").unwrap();
        let pipes = [".folia-backup-pipe", ".folia-backup-dir/lock"].map(path);
        pipes.iter().for_each(|pipe| regular::make_pipe(pipe));
        let link = path(".folia-backup-link");
        std::os::unix::fs::symlink(path("site.tar"), &link).unwrap();
        // A pipe would be waited for without end.
        let (done, waits) = std::sync::mpsc::channel();
        let folder = place.path().to_owned();
        std::thread::spawn(move || done.send(remove(&folder).is_ok()));
        assert_eq!(waits.recv_timeout(std::time::Duration::from_secs(60)), Ok(true));
        for left in pipes.iter().chain([&link]) {
            assert!(std::fs::symlink_metadata(left).is_ok(), "{}", left.display());
        }
    }

    #[test]
    fn what_was_left_goes_and_what_is_held_stays() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        for name in [".folia-backup-dead", "site.tar", ".folia-other"] {
            std::fs::write(path(name), "x").unwrap();
        }
        std::fs::create_dir(path(".folia-backup-dir")).unwrap();
        std::fs::write(path(".folia-backup-dir/lock"), "").unwrap();
        std::fs::write(path(".folia-backup-dir/probe.db"), "x").unwrap();
        let held = File::create(path(".folia-backup-held")).unwrap();
        held.lock().unwrap();
        let workshop = Workshop::open(place.path()).unwrap();
        remove(place.path()).unwrap();
        let mut names: Vec<String> = std::fs::read_dir(place.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let own = workshop.path().file_name().unwrap().to_str().unwrap().to_owned();
        let mut expected = vec![".folia-backup-held".to_owned(), ".folia-other".to_owned(), own];
        expected.push("site.tar".to_owned());
        expected.sort();
        assert_eq!(names, expected);
    }
}
