use std::fs::{File, TryLockError};
use std::io;
use std::mem::ManuallyDrop;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::connection::create;
use crate::StoreError;

/// Each is lost only to somebody who goes away at the same moment.
const ATTEMPTS: usize = 20;

/// A database file that others know to be in somebody's hands, by whatever name they come to it. SQLite does not
/// care for the lock, which is of another kind than its own.
///
/// The file is never closed: SQLite's locks on it end when anybody in the process does that.
#[derive(Debug)]
pub(crate) struct HeldFile(ManuallyDrop<File>);

impl HeldFile {
    /// None where somebody else has it.
    pub(crate) fn claim(path: &Path) -> Result<Option<Self>, StoreError> {
        for _ in 0..ATTEMPTS {
            create(path).map_err(StoreError::unavailable)?;
            let file = match File::open(path) {
                Ok(file) => Self(ManuallyDrop::new(file)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(StoreError::unavailable(error)),
            };
            match file.0.try_lock() {
                Ok(()) if is_still_at(path, &file.0) => return Ok(Some(file)),
                // Whoever had it before has taken it away.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(StoreError::unavailable(error)),
            }
        }
        // A link may lead nowhere. Whatever else is not there is in the hands of those who make it and take it away.
        if path.is_symlink() {
            path.metadata().map_err(StoreError::unavailable)?;
        }
        Ok(None)
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the database file stays in our hands until the end");
        }
    }
}

fn is_still_at(path: &Path, open: &File) -> bool {
    let here = path.metadata().map(|told| (told.dev(), told.ino()));
    let there = open.metadata().map(|told| (told.dev(), told.ino()));
    here.is_ok_and(|here| there.is_ok_and(|there| here == there))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn is_free(path: &Path) -> bool {
        HeldFile::claim(path).unwrap().is_some()
    }

    #[test]
    fn one_file_by_any_name_is_one_and_two_in_a_folder_are_two() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for folder in ["site", "other"] {
            std::fs::create_dir(at(folder)).unwrap();
        }
        symlink(at("site"), at("linked")).unwrap();
        symlink(at("site/folia.db"), at("other/link.db")).unwrap();
        let held = HeldFile::claim(&at("site/folia.db")).unwrap().unwrap();
        std::fs::hard_link(at("site/folia.db"), at("other/hard.db")).unwrap();
        let same = [
            "site/folia.db",
            "site/./folia.db",
            "other/../site/folia.db",
            "linked/folia.db",
            "other/link.db",
            "other/hard.db",
        ];
        for name in same {
            assert!(!is_free(&at(name)), "{name}");
        }
        for name in ["site/second.db", "other/folia.db"] {
            assert!(is_free(&at(name)), "{name}");
        }
        drop(held);
        for name in same {
            assert!(is_free(&at(name)), "{name}");
        }
        symlink(at("nowhere"), at("other/lost.db")).unwrap();
        let told = HeldFile::claim(&at("other/lost.db")).unwrap_err().to_string();
        assert!(told.contains("No such file"), "{told}");
        assert!(!at("nowhere").exists());
    }

    /// As imports do that fail: each takes away what it has made, and gives it back after that.
    #[test]
    fn of_a_file_that_comes_and_goes_there_is_one_holder() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("folia.db");
        let (holders, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(|| {
                    // Each is a descriptor that stays open.
                    for _ in 0..40 {
                        let Some(claimed) = HeldFile::claim(&file).unwrap() else { continue };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two hold it");
                        held.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                        std::fs::remove_file(&file).unwrap();
                        drop(claimed);
                    }
                });
            }
        });
        assert!(held.load(Ordering::SeqCst) > 0);
    }

    #[test]
    fn the_locks_of_sqlite_outlive_it() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("folia.db");
        let writing = rusqlite::Connection::open(&file).unwrap();
        writing.execute_batch("CREATE TABLE things (name TEXT); BEGIN EXCLUSIVE").unwrap();
        let number = format!(":{} ", file.metadata().unwrap().ino());
        // While others lock and let go, the list may tell a lock twice or leave one out; which are told, in a few looks.
        let locks = || -> BTreeSet<String> {
            let looks = (0..20).map(|_| std::fs::read_to_string("/proc/locks").unwrap());
            looks
                .flat_map(|all| {
                    let ours = all.lines().filter(|line| line.contains(&number));
                    let ours = ours.filter(|line| line.contains("POSIX"));
                    ours.filter_map(|line| Some(line.split_once(' ')?.1.to_owned()))
                        .collect::<Vec<_>>()
                })
                .collect()
        };
        let before = locks();
        assert!(!before.is_empty(), "the test would not notice");
        drop(HeldFile::claim(&file).unwrap().unwrap());
        assert_eq!(locks(), before);
        assert!(HeldFile::claim(&file).unwrap().is_some());
    }
}
