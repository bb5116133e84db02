use std::collections::HashSet;
use std::path::Path;

use kernel::{Id, Timestamp};
use media::Media;
use media::uploads::{UPLOADS, Upload};
use store::{Query, Store};
use tokio::runtime::Handle;

use super::documents::{Spool, spool_all};
use super::error::ArchiveError;
use super::files::copy_out;
use super::layout::{DOCUMENTS, MANIFEST};
use super::manifest::Manifest;
use super::place::{Bundle, Folder, Place};

/// What was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) documents: u64,
    pub(crate) files: u64,
}

/// Writes everything into a folder.
pub(crate) async fn export(
    store: &Store,
    media: &Media,
    folder: &Path,
) -> Result<Written, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: folder.to_owned(), cause };
    let place = Folder::create(folder).map_err(files)?;
    match place.is_empty().map_err(files)? {
        true => write(store, media, place).await,
        false => Err(ArchiveError::FolderNotEmpty(folder.to_owned())),
    }
}

/// Writes everything into one file. It appears whole or not at all.
pub(crate) async fn backup(
    store: &Store,
    media: &Media,
    file: &Path,
) -> Result<Written, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: file.to_owned(), cause };
    let place = Bundle::create(file, store.clock().now()).map_err(files)?;
    write(store, media, place).await
}

async fn write(store: &Store, media: &Media, place: impl Place) -> Result<Written, ArchiveError> {
    let near = place.near().to_owned();
    let snapshot = store.read(move |transaction| {
        // In the same transaction as the documents, so that no upload is in one and not in the
        // other.
        let uploads = transaction.list::<Upload>(&Query::all())?;
        let uploads = uploads.into_iter().map(|stored| stored.document).collect();
        let (now, spools) = (transaction.now(), spool_all(transaction, &near)?);
        Ok::<_, ArchiveError>(Snapshot { now, spools, uploads })
    });
    let (snapshot, media, store) = (snapshot.await?, media.clone(), store.clone());
    let runtime = Handle::current();
    let writing = move || snapshot.write(&store, &media, place, &runtime);
    tokio::task::spawn_blocking(writing).await.map_err(std::io::Error::other)?
}

/// The documents of one moment, and whose files are to be copied.
struct Snapshot {
    now: Timestamp,
    spools: Vec<Spool>,
    uploads: Vec<Upload>,
}

impl Snapshot {
    fn write(
        self,
        store: &Store,
        media: &Media,
        mut place: impl Place,
        runtime: &Handle,
    ) -> Result<Written, ArchiveError> {
        let (mut files, mut gone, mut missing) = (0, HashSet::<Id>::new(), Vec::new());
        for upload in &self.uploads {
            for (key, _) in upload.keys_and_sizes() {
                if copy_out(media.blobs(), &key, &mut place, runtime)? {
                    files += 1;
                } else if runtime.block_on(store.find::<Upload>(upload.id))?.is_some() {
                    tracing::warn!(key, "a file is missing; `folia check` tells more");
                    missing.push(key);
                } else {
                    // Deleted since the moment of the documents, so its record is left out, too.
                    gone.insert(upload.id);
                }
            }
        }
        // From before uploads had records, so no document names them.
        for key in runtime.block_on(media.list_old_files())? {
            files += u64::from(copy_out(media.blobs(), &key, &mut place, runtime)?);
        }
        let mut contents = Vec::new();
        for spool in self.spools {
            let leave_out = !gone.is_empty() && spool.collection == UPLOADS.name;
            let mut spool = if leave_out { spool.without(&gone, place.near())? } else { spool };
            let name = format!("{DOCUMENTS}{}.jsonl", spool.collection);
            place.add(&name, spool.file.metadata()?.len(), &mut spool.file)?;
            contents.push((spool.collection.to_owned(), spool.contents));
        }
        let manifest = Manifest::new(self.now, contents.into_iter().collect(), missing);
        let text = serde_json::to_vec_pretty(&manifest).map_err(std::io::Error::from)?;
        place.add(MANIFEST, text.len() as u64, &mut text.as_slice())?;
        place.finish()?;
        Ok(Written { documents: manifest.count(), files })
    }
}
