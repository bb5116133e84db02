//! Where a site is to come: what is there before, and how to leave it so.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use media::blobs;
use store::Location;

use super::error::RestoreError;
use crate::config::Config;

/// What an empty site, its backups or its operator may have in the data folder. Whether there is a site in
/// it is told by documents and media.
const KNOWN: [&str; 10] = [
    "folia.lock",
    "folia.db",
    "folia.db-wal",
    "folia.db-shm",
    "media",
    "index",
    "backups",
    "models",
    "tls",
    "lost+found",
];
/// What work that was killed has left.
const KNOWN_STARTS: [&str; 2] = [".folia-restore-", ".folia-backup-"];

#[derive(Debug)]
pub(super) struct Place {
    data_dir: PathBuf,
    /// What was in the data folder.
    before: HashSet<OsString>,
    /// Files and folders that were not there and go again when all fails.
    absent: Vec<PathBuf>,
    /// The folder of media, or the first above it, if it was not there. Others may fill it at the same time.
    absent_media: Option<PathBuf>,
    /// The log of a database that was there. Others who have it open may be writing into that.
    logs: Vec<PathBuf>,
}

impl Place {
    pub(super) fn find(config: &Config) -> Result<Self, RestoreError> {
        let data_dir = config.data_dir.clone();
        let files = |cause| RestoreError::Files { path: config.data_dir.clone(), cause };
        let before = names_in(&data_dir).map_err(files)?;
        let mut made = vec![data_dir.clone()];
        let mut logs = Vec::new();
        if let Location::File(file) = &config.database {
            let companions = ["-wal", "-shm"].map(|end| {
                let mut name = file.clone().into_os_string();
                name.push(end);
                PathBuf::from(name)
            });
            match topmost_absent(file) {
                None => logs.extend(companions),
                Some(_) => made.extend(std::iter::once(file.clone()).chain(companions)),
            }
        }
        let absent = made.iter().filter_map(|path| topmost_absent(path)).collect();
        let absent_media = match &config.media.location {
            blobs::Location::Folder(folder) => topmost_absent(folder),
            blobs::Location::Bucket(_) => None,
        };
        Ok(Self { data_dir, before, absent, absent_media, logs })
    }

    /// Fails where there is something that no empty site has.
    pub(super) fn require_empty(&self) -> Result<(), RestoreError> {
        let is_known = |name: &OsString| {
            let name = name.to_string_lossy();
            KNOWN.contains(&&*name) || KNOWN_STARTS.iter().any(|start| name.starts_with(start))
        };
        match self.before.iter().filter(|name| !is_known(name)).min() {
            None => Ok(()),
            Some(name) => {
                let (folder, name) = (self.data_dir.display(), name.to_string_lossy());
                Err(RestoreError::NotEmpty(format!("{folder} holds {name}")))
            }
        }
    }

    /// Leaves everything as it was found. What cannot be removed is said. Where somebody else has made a
    /// site meanwhile, only folders go in which there is nothing.
    pub(super) fn clear(&self, is_occupied: bool) {
        let names = names_in(&self.data_dir).unwrap_or_default().into_iter();
        let new = names.filter(|name| !self.before.contains(name));
        let new = new.map(|name| self.data_dir.join(name));
        let new: Vec<_> = new.filter(|path| !self.logs.contains(path)).collect();
        // Files that were brought here are gone already, each by its name.
        self.absent_media.iter().for_each(|folder| remove_empty(folder));
        for path in self.absent.iter().chain(&new) {
            match is_occupied {
                true => remove_empty(path),
                false => remove(path),
            }
        }
    }
}

/// Removes a folder with all folders in it, if there is nothing else in any of them.
fn remove_empty(path: &Path) {
    if path.symlink_metadata().is_ok_and(|told| told.is_dir()) {
        for name in names_in(path).unwrap_or_default() {
            remove_empty(&path.join(name));
        }
        // Whatever is in it keeps it.
        std::fs::remove_dir(path).ok();
    }
}

/// None where there is no such folder.
fn names_in(folder: &Path) -> io::Result<HashSet<OsString>> {
    match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.file_name())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(HashSet::new()),
        Err(error) => Err(error),
    }
}

/// The first of the folders on the way to it that is not there; none when it is there itself.
fn topmost_absent(path: &Path) -> Option<PathBuf> {
    // A link that leads nowhere yet is there as well, and is not ours.
    let is_absent = |it: &Path| !it.as_os_str().is_empty() && it.symlink_metadata().is_err();
    let above = path.ancestors().take_while(|it| is_absent(it));
    above.last().map(Path::to_owned)
}

fn remove(path: &Path) {
    let removed = match path.is_dir() {
        true => std::fs::remove_dir_all(path),
        false => std::fs::remove_file(path),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(path = %path.display(), %error, "something is left behind");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_yet_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("folia.db");
        std::os::unix::fs::symlink(folder.path().join("elsewhere/folia.db"), &link).unwrap();
        assert_eq!(topmost_absent(&link), None);
        let below = folder.path().join("a/b");
        assert_eq!(topmost_absent(&below), Some(folder.path().join("a")));
    }

    #[test]
    fn the_log_of_a_database_that_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [log, new] = ["folia.db-wal", "made"].map(|name| folder.path().join(name));
        for path in [&log, &new] {
            std::fs::write(path, "").unwrap();
        }
        let place = Place {
            data_dir: folder.path().to_owned(),
            before: HashSet::from(["folia.db".into()]),
            absent: Vec::new(),
            absent_media: None,
            logs: vec![log.clone()],
        };
        place.clear(false);
        assert!(log.exists() && !new.exists());
    }

    #[test]
    fn nothing_of_a_site_that_came_up_meanwhile_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let media = folder.path().join("media");
        std::fs::create_dir_all(media.join("theirs")).unwrap();
        std::fs::create_dir_all(media.join("ours/empty")).unwrap();
        std::fs::write(media.join("theirs/picture"), "theirs").unwrap();
        let place = Place {
            data_dir: folder.path().join("data"),
            before: HashSet::new(),
            absent: Vec::new(),
            absent_media: Some(media.clone()),
            logs: Vec::new(),
        };
        for is_occupied in [true, false] {
            place.clear(is_occupied);
            assert!(media.join("theirs/picture").exists());
            assert!(!media.join("ours").exists());
        }
        std::fs::remove_file(media.join("theirs/picture")).unwrap();
        place.clear(false);
        assert!(!media.exists());
    }
}
