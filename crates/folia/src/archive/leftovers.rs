//! What a backup that was killed has left in its folder.

use std::ffi::OsStr;
use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::regular;

/// What names of unfinished work begin with. No file that anybody made on purpose is called so.
pub(super) const PREFIX: &str = ".folia-backup-";
const SUFFIX: &str = ".unfinished";
/// In folders, which cannot be locked themselves.
const LOCK: &str = "lock";
/// The database in which a backup is read back.
pub(super) const PROBE: &str = "probe.db";

/// Removes it, and nothing that somebody still works on: they hold a lock, which dies with them.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !is_ours(&entry.file_name()) {
            continue;
        }
        let (path, kind) = (entry.path(), entry.file_type());
        // It may go at any moment, as its owner may end.
        if kind.is_ok_and(|kind| kind.is_dir()) {
            if holds_only_ours(&path).unwrap_or(false)
                && let Some(_held) = hold_if_left(&path.join(LOCK))
            {
                std::fs::remove_dir_all(path).ok();
            }
        } else if let Some(_held) = hold_if_left(&path) {
            std::fs::remove_file(path).ok();
        }
    }
    Ok(())
}

/// Letters and digits that lot has chosen, so many that they make no word.
const LETTERS: usize = 12;

/// Each is lost only to somebody who cleans up at the same moment.
const ATTEMPTS: usize = 20;

/// A file for unfinished work in this folder. It is held while it lives, which tells it from one that was left.
pub(super) fn begin(beside: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..ATTEMPTS {
        let file = unfinished().tempfile_in(beside)?;
        hold(file.as_file());
        if is_still_at(file.path(), file.as_file()) {
            return Ok(file);
        }
    }
    Err(io::Error::other(CLEANED_UP))
}

const CLEANED_UP: &str = "somebody removes all unfinished work there as soon as it is begun";

/// Whoever looked before it was held has taken it for left.
fn is_still_at(path: &Path, open: &File) -> bool {
    let which = |told: Metadata| (told.dev(), told.ino());
    let (here, there) = (path.symlink_metadata().map(which), open.metadata().map(which));
    here.is_ok_and(|here| there.is_ok_and(|there| here == there))
}

/// A name for unfinished work.
fn unfinished() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(LETTERS).suffix(SUFFIX);
    builder
}

/// A program that copies one of them adds an end of its own, and people write words.
fn is_ours(name: &OsStr) -> bool {
    let middle = name.to_str().and_then(|it| it.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    middle.is_some_and(|it| it.len() == LETTERS && it.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Whether a folder has nothing but what we put there: the lock, and a database with its logs.
fn holds_only_ours(folder: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name == LOCK || name.to_string_lossy().starts_with(PROBE);
        if !is_ours || !entry.file_type()?.is_file() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tells others that somebody works on it. Where locks cannot be had, nothing is ever taken for left.
fn hold(file: &File) {
    if let Err(error) = file.lock() {
        tracing::debug!(%error, "unfinished work cannot be locked");
    }
}

/// Holds it where nobody else does: whoever has just made it waits until it is gone, and begins again. What is no file was not
/// left by us, whatever its name. A folder without its lock was left before it got one, or has just been made.
fn hold_if_left(lock: &Path) -> Option<File> {
    let file = regular::open_unlinked(lock).ok()?;
    match file.try_lock() {
        Ok(()) => Some(file),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
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
        for _ in 0..ATTEMPTS {
            let folder = unfinished().tempdir_in(beside)?;
            let path = folder.path().join(LOCK);
            let mut new = File::options();
            let lock = new.write(true).create_new(true).mode(0o600).open(&path)?;
            hold(&lock);
            if is_still_at(&path, &lock) {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other(CLEANED_UP))
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
        std::fs::create_dir(path(".folia-backup-aaaaaafolder.unfinished")).unwrap();
        std::fs::write(path("site.tar"), "x").unwrap();
        let pipes =
            [".folia-backup-aaaaaathpipe.unfinished", ".folia-backup-aaaaaafolder.unfinished/lock"]
                .map(path);
        pipes.iter().for_each(|pipe| regular::make_pipe(pipe));
        let link = path(".folia-backup-aaaaaaalinkk.unfinished");
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

    /// Two backups that begin at the same moment, each of which cleans up first.
    #[test]
    fn what_has_just_been_begun_is_not_taken_away() {
        let place = tempfile::tempdir().unwrap();
        let begin_and_look = || {
            for _ in 0..300 {
                let workshop = Workshop::open(place.path()).unwrap();
                assert!(workshop.path().join(LOCK).exists());
                let file = begin(place.path()).unwrap();
                assert!(file.path().exists());
            }
        };
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(begin_and_look);
            }
        });
    }

    #[test]
    fn what_was_left_goes_and_what_is_held_stays() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        for name in [".folia-backup-AAAAAAiSdEaD.unfinished", "site.tar", ".folia-other"] {
            std::fs::write(path(name), "x").unwrap();
        }
        let others =
            [".folia-backup-notes.txt", ".folia-backup-26.tar.Ab3dEf", ".folia-backup-weekly"];
        others.iter().for_each(|name| std::fs::write(path(name), "x").unwrap());
        std::fs::create_dir(path(".folia-backup-photographer.unfinished")).unwrap();
        for name in ["lock", "lake.jpg"] {
            std::fs::write(path(".folia-backup-photographer.unfinished").join(name), "x").unwrap();
        }
        std::fs::create_dir(path(".folia-backup-AAAAAAFoLdEr.unfinished")).unwrap();
        std::fs::write(path(".folia-backup-AAAAAAFoLdEr.unfinished/lock"), "").unwrap();
        std::fs::write(path(".folia-backup-AAAAAAFoLdEr.unfinished/probe.db-wal"), "x").unwrap();
        let held = File::create(path(".folia-backup-AAAAAAisHeld.unfinished")).unwrap();
        held.lock().unwrap();
        let workshop = Workshop::open(place.path()).unwrap();
        remove(place.path()).unwrap();
        let mut names: Vec<String> = std::fs::read_dir(place.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let own = workshop.path().file_name().unwrap().to_str().unwrap().to_owned();
        let mut expected: Vec<_> = others.map(str::to_owned).into();
        expected.push(".folia-backup-photographer.unfinished".to_owned());
        expected.extend([
            ".folia-backup-AAAAAAisHeld.unfinished".to_owned(),
            ".folia-other".to_owned(),
            own,
        ]);
        expected.push("site.tar".to_owned());
        expected.sort();
        assert_eq!(names, expected);
    }
}
