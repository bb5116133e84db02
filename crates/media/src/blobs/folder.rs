//! What a folder needs beyond the common verbs: looking before reading, so that links lead
//! nowhere, and walking without following them. All of it on threads that may block.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use edge::Workers;
use futures_util::{Stream, stream};
use object_store::ObjectStore;
use object_store::local::LocalFileSystem;

use super::error::BlobError;
use super::listed::Listed;

/// Threads that wait for the disk. A disk that stands still takes no more of them, however many ask and hang up, and
/// leaves the others to the databases.
const AT_THE_DISK: usize = 64;
static WORKERS: LazyLock<Workers> = LazyLock::new(|| Workers::of(AT_THE_DISK));

#[derive(Clone, Debug)]
pub(super) struct Folder {
    /// Without links, so that paths can be compared.
    root: Arc<Path>,
}

impl Folder {
    /// Creates the folder, readable by its owner only, where it does not exist.
    pub(super) fn open(path: &Path) -> Result<Self, BlobError> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // Resolved once, here. From now on every path below it must be what it seems.
        Ok(Self { root: path.canonicalize()?.into() })
    }

    pub(super) fn store(&self) -> Result<Arc<dyn ObjectStore>, BlobError> {
        // A rename that is not synced can be lost with the power, and the record would name a file
        // that is not there.
        let store = LocalFileSystem::new_with_prefix(&self.root)?.with_fsync(true);
        Ok(Arc::new(store))
    }

    /// Whether the key is a file by its own path, with no link on the way.
    pub(super) async fn is_plain(&self, key: &str) -> Result<bool, BlobError> {
        let path = self.root.join(key);
        self.work(move || match path.canonicalize() {
            // Any link on the way makes the two differ.
            Ok(real) => Ok(real == path && path.is_file()),
            Err(error) if is_absence(&error) => Ok(false),
            Err(error) => Err(error),
        })
        .await
    }

    /// Whether nothing is there at all: no file, and nothing else in its place.
    pub(super) async fn is_absent(&self, key: &str) -> Result<bool, BlobError> {
        let path = self.root.join(key);
        self.work(move || match path.symlink_metadata() {
            Ok(_) => Ok(false),
            Err(error) if is_absence(&error) => Ok(true),
            Err(error) => Err(error),
        })
        .await
    }

    /// Whatever it is; a link is moved itself.
    pub(super) async fn rename(&self, from: &str, to: &str) -> Result<(), BlobError> {
        let (from, to) = (self.root.join(from), self.root.join(to));
        self.work(move || {
            let into = to.parent().unwrap_or(&to).to_owned();
            std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&into)?;
            if !parent_is_plain(&from)? || !parent_is_plain(&to)? {
                return Err(io::Error::other("a link is on the way"));
            }
            std::fs::rename(&from, &to)?;
            // It is where it was or where it went, also when the power fails.
            for folder in [Some(into.as_path()), from.parent()].into_iter().flatten() {
                std::fs::File::open(folder)?.sync_all()?;
            }
            Ok(())
        })
        .await
    }

    /// Files in the making carry a number behind their names. Whoever is killed leaves them so.
    pub(super) async fn delete_parts(&self, key: &str) -> Result<(), BlobError> {
        let path = self.root.join(key);
        self.work(move || {
            let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
                return Ok(());
            };
            if !parent_is_plain(&path)? {
                return Ok(());
            }
            let start = format!("{}#", name.to_string_lossy());
            let entries = match std::fs::read_dir(parent) {
                Err(error) if is_absence(&error) => return Ok(()),
                entries => entries?,
            };
            for entry in entries {
                let entry = entry?;
                let found = entry.file_name();
                let number = found.to_str().and_then(|found| found.strip_prefix(&start));
                if number.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit())) {
                    allow_absence(std::fs::remove_file(entry.path()))?;
                }
            }
            Ok(())
        })
        .await
    }

    pub(super) async fn delete(&self, key: &str) -> Result<(), BlobError> {
        let (root, path) = (self.root.clone(), self.root.join(key));
        self.work(move || {
            if !parent_is_plain(&path)? {
                return Ok(());
            }
            // A second deletion finds nothing and succeeds, so cleaning up may be repeated.
            allow_absence(std::fs::remove_file(&path))?;
            // The folder goes with its last file.
            match path.parent() {
                Some(parent) if parent != &*root => {
                    // It only goes when it is empty. Another upload's file keeps it.
                    std::fs::remove_dir(parent).ok();
                }
                _ => {}
            }
            Ok(())
        })
        .await
    }

    pub(super) async fn delete_folder(&self, folder: &str) -> Result<(), BlobError> {
        let path = self.root.join(folder);
        self.work(move || match parent_is_plain(&path)? {
            true => remove_all(&path),
            false => Ok(()),
        })
        .await
    }

    pub(super) async fn folders(&self, below: &str) -> Result<Vec<String>, BlobError> {
        let path = self.root.join(below);
        self.work(move || {
            let entries = match std::fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(error) if is_absence(&error) => return Ok(Vec::new()),
                Err(error) => return Err(error),
            };
            let mut names = Vec::new();
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    names.extend(entry.file_name().into_string());
                }
            }
            Ok(names)
        })
        .await
    }

    pub(super) async fn list(&self) -> Result<Vec<Listed>, BlobError> {
        let root = self.root.clone();
        self.work(move || {
            let mut listed = Vec::new();
            // Not by recursion: folders can be nested deeper than a stack is high.
            let mut waiting = vec![root.to_path_buf()];
            while let Some(folder) = waiting.pop() {
                list_folder(&root, &folder, &mut listed, &mut waiting)?;
            }
            listed.sort_by(|a, b| a.key.cmp(&b.key));
            Ok(listed)
        })
        .await
    }

    pub(super) async fn ping(&self) -> Result<(), BlobError> {
        let root = self.root.clone();
        self.work(move || std::fs::read_dir(&*root).map(|_| ())).await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> Result<T, BlobError> {
        let done = WORKERS.work(work).await.map_err(io::Error::other)?;
        Ok(done?)
    }
}

/// The bytes of an open file, in pieces large enough that handing them over costs little.
pub(super) fn pieces(
    file: std::fs::File,
    range: Range<u64>,
) -> impl Stream<Item = Result<Bytes, BlobError>> + Send + 'static {
    stream::try_unfold((file, range), |(file, range)| async move {
        if range.is_empty() {
            return Ok(None);
        }
        let reading = WORKERS.work(move || {
            let count = usize::try_from(range.end - range.start).unwrap_or(PIECE).min(PIECE);
            let mut piece = vec![0; count];
            file.read_exact_at(&mut piece, range.start)?;
            Ok::<_, io::Error>((Bytes::from(piece), (file, range.start + count as u64..range.end)))
        });
        Ok(Some(reading.await.map_err(io::Error::other)??))
    })
}

const PIECE: usize = 128 * 1024;

/// Also while somebody writes a file into it: what came in meanwhile goes in the next round.
fn remove_all(path: &Path) -> io::Result<()> {
    const ROUNDS: usize = 20;
    for _ in 1..ROUNDS {
        match std::fs::remove_dir_all(path) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => std::thread::yield_now(),
            done => return allow_absence(done),
        }
    }
    allow_absence(std::fs::remove_dir_all(path))
}

/// Lists the files of one folder, and notes the folders in it.
fn list_folder(
    root: &Path,
    folder: &Path,
    listed: &mut Vec<Listed>,
    folders: &mut Vec<PathBuf>,
) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        // A folder that has gone with its last file since it was listed. Without its root the site
        // has no files at all, which is for the owner to know.
        Err(error) if is_absence(&error) && folder != root => return Ok(()),
        Err(error) => {
            let told = format!("{}: {error}", folder.display());
            return Err(io::Error::new(error.kind(), told));
        }
        Ok(entries) => entries,
    };
    for entry in entries {
        let path = entry?.path();
        // Not following links, unlike `metadata`.
        let metadata = match path.symlink_metadata() {
            Ok(metadata) => metadata,
            // Gone since it was listed.
            Err(error) if is_absence(&error) => continue,
            Err(error) => return Err(error),
        };
        if metadata.is_dir() {
            folders.push(path);
            continue;
        }
        let key = relative(root, &path);
        // Files in the making carry a number behind this sign.
        let strange = !metadata.is_file() || key.contains('#');
        listed.push(Listed { key, size: metadata.len(), strange });
    }
    Ok(())
}

fn relative(root: &Path, path: &Path) -> String {
    let relative: PathBuf = path.strip_prefix(root).unwrap_or(path).into();
    relative.to_string_lossy().into_owned()
}

/// Whether no link leads to the place where the file or folder is.
fn parent_is_plain(path: &Path) -> io::Result<bool> {
    let Some(parent) = path.parent() else { return Ok(false) };
    match parent.canonicalize() {
        Ok(real) => Ok(real == parent),
        Err(error) if is_absence(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

fn allow_absence(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if is_absence(&error) => Ok(()),
        done => done,
    }
}

fn is_absence(error: &io::Error) -> bool {
    /// Links that lead to each other.
    const ELOOP: i32 = 40;
    let absent = [
        ErrorKind::NotFound,
        ErrorKind::NotADirectory,
        ErrorKind::InvalidFilename,
        ErrorKind::InvalidInput,
    ];
    absent.contains(&error.kind()) || error.raw_os_error() == Some(ELOOP)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Much deeper than a thread's stack would be high.
    #[tokio::test]
    async fn folders_may_be_nested_as_deep_as_paths_can_be_long() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let deepest = "a/".repeat(1900);
        std::fs::create_dir_all(folder.root.join(&deepest)).unwrap();
        for file in [format!("{deepest}file"), "b".to_owned()] {
            std::fs::write(folder.root.join(file), "x").unwrap();
        }
        let listed = folder.list().await;
        // The library would have as many files open at once as there are folders, to remove them.
        let all = place.path().join("a");
        let removed = std::process::Command::new("rm").arg("-rf").arg(all).status();
        assert!(removed.is_ok_and(|status| status.success()));
        let keys: Vec<_> = listed.unwrap().into_iter().map(|file| file.key).collect();
        assert_eq!(keys, [format!("{deepest}file"), "b".to_owned()]);
    }
}
