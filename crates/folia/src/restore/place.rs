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

/// What a restore or an import makes in the data folder, beside the database. Only these go again: others may put
/// whatever they like there, at any time, a database and backups among it.
const OURS: [&str; 2] = ["folia.lock", "index"];

#[derive(Debug)]
pub(super) struct Place {
    data_dir: PathBuf,
    /// What was in the data folder.
    before: HashSet<OsString>,
    /// The files of the database, wherever it is to be, if it was not there.
    absent: Vec<PathBuf>,
    /// Folders that were not there, the innermost first. Others may fill them at the same time.
    folders: Vec<PathBuf>,
}

impl Place {
    pub(super) fn find(config: &Config) -> Result<Self, RestoreError> {
        let data_dir = config.data_dir.clone();
        let files = |cause| RestoreError::Files { path: config.data_dir.clone(), cause };
        let before = names_in(&data_dir).map_err(files)?;
        let (mut absent, mut folders) = (Vec::new(), Vec::new());
        if let blobs::Location::Folder(folder) = &config.media.location {
            folders.extend(absent_on_the_way_to(folder));
        }
        if let Location::File(file) = &config.database {
            let companions = ["-wal", "-shm"].map(|end| {
                let mut name = file.clone().into_os_string();
                name.push(end);
                PathBuf::from(name)
            });
            // Where it was there, others who have it open may be writing into its log.
            if is_absent(file) {
                absent.extend(std::iter::once(file.clone()).chain(companions));
            }
            folders.extend(file.parent().into_iter().flat_map(absent_on_the_way_to));
        }
        folders.extend(absent_on_the_way_to(&data_dir));
        // One inside of another has the longer name.
        folders.sort_by_key(|path| std::cmp::Reverse(path.as_os_str().len()));
        Ok(Self { data_dir, before, absent, folders })
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

    /// Leaves everything as it was found. What cannot be removed is said. The database goes only where it is known to be
    /// ours, folders only when there is nothing in them.
    pub(super) fn clear(&self, is_database_ours: bool) {
        let names = names_in(&self.data_dir).unwrap_or_default().into_iter();
        let new = names.filter(|name| !self.before.contains(name) && is_ours(name));
        let new = new.map(|name| self.data_dir.join(name));
        // The lock of this folder is ours in any case.
        let goes = |path: &PathBuf| is_database_ours || path.ends_with("folia.lock");
        new.chain(self.absent.iter().cloned()).filter(goes).for_each(|path| remove(&path));
        // Files that were brought here are gone already, each by its name.
        self.folders.iter().for_each(|folder| remove_empty(folder));
    }
}

fn is_ours(name: &OsString) -> bool {
    OURS.contains(&&*name.to_string_lossy())
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

/// A folder and those above it, as far as they are not there.
fn absent_on_the_way_to(folder: &Path) -> impl Iterator<Item = PathBuf> {
    folder.ancestors().take_while(|it| is_absent(it)).map(Path::to_owned)
}

/// A link that leads nowhere yet is there as well, and is not ours.
fn is_absent(path: &Path) -> bool {
    !path.as_os_str().is_empty() && path.symlink_metadata().is_err()
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

    fn absent_from(path: &Path) -> Vec<PathBuf> {
        absent_on_the_way_to(path).collect()
    }

    #[test]
    fn a_link_that_leads_nowhere_yet_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("folia.db");
        std::os::unix::fs::symlink(folder.path().join("elsewhere/folia.db"), &link).unwrap();
        assert!(!is_absent(&link));
        let [above, below] = ["a", "a/b"].map(|name| folder.path().join(name));
        assert_eq!(absent_from(&below), [below.clone(), above]);
    }

    #[test]
    fn only_what_is_made_here_goes_and_databases_and_backups_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("letters")).unwrap();
        std::fs::create_dir_all(at("index/words")).unwrap();
        std::fs::create_dir_all(at(".folia-backup-old")).unwrap();
        // A site with a data folder of its own may have its database here, and one may be backed up to here.
        let stay = [
            "folia.db-wal",
            "folia.db-shm",
            "note.txt",
            "letters/new.txt",
            ".folia-backup-notes.txt",
            ".folia-backup-old/lake.jpg",
            ".folia-restore-mine",
        ];
        let go = ["folia.lock", "site.db", "site.db-wal"];
        for name in stay.iter().chain(&go) {
            std::fs::write(at(name), "").unwrap();
        }
        let place = Place {
            data_dir: folder.path().to_owned(),
            before: HashSet::from(["folia.db".into()]),
            absent: vec![at("site.db"), at("site.db-wal"), at("site.db-shm")],
            folders: vec![folder.path().to_owned()],
        };
        place.clear(true);
        for name in stay {
            assert!(at(name).exists(), "{name}");
        }
        for name in go.into_iter().chain(["index"]) {
            assert!(!at(name).exists(), "{name}");
        }
    }

    #[test]
    fn nothing_of_a_site_that_came_up_meanwhile_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let media = folder.path().join("media");
        let database = folder.path().join("site.db");
        std::fs::create_dir_all(media.join("theirs")).unwrap();
        std::fs::create_dir_all(media.join("ours/empty")).unwrap();
        std::fs::write(media.join("theirs/picture"), "theirs").unwrap();
        std::fs::write(&database, "theirs").unwrap();
        let place = Place {
            data_dir: folder.path().join("data"),
            before: HashSet::new(),
            absent: vec![database.clone()],
            folders: vec![media.clone()],
        };
        place.clear(false);
        assert!(database.exists());
        for is_database_ours in [false, true] {
            place.clear(is_database_ours);
            assert!(media.join("theirs/picture").exists());
            assert!(!media.join("ours").exists());
        }
        std::fs::remove_file(media.join("theirs/picture")).unwrap();
        place.clear(true);
        assert!(!media.exists());
    }
}
