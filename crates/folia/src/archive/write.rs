use std::collections::{HashMap, HashSet};
use std::path::Path;

use kernel::{Id, Timestamp};
use media::Media;
use media::uploads::{UPLOADS, Upload};
use store::{Present, Store};
use tokio::runtime::Handle;

use super::documents::{Spool, Writing, spool_all};
use super::error::ArchiveError;
use super::files::Copied;
use super::layout::{DAMAGED, DOCUMENTS, FILES, MANIFEST};
use super::manifest::Manifest;
use super::place::{Bundle, Draft, Folder, Judged, Place};
use super::target::refuse_in_the_way;
use super::uploads::Copying;
use super::verify::{Verdict, judge_worth, verify};
use super::worth::{Losses, Worth};
use crate::progress::Progress;

/// What was written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The moment whose documents it holds.
    pub(crate) made_at: Timestamp,
    pub(crate) documents: u64,
    pub(crate) files: u64,
    /// How many files do not come back from it, as they were missing, not whole or altered.
    pub(crate) missing: u64,
    /// How many documents could not be read.
    pub(crate) unread: u64,
    /// How many things the database found broken in its own file.
    pub(crate) broken: u64,
    /// How many things in its documents are not in order, where it was read back.
    pub(crate) faults: u64,
    /// As far as could be seen, where it was not read back.
    pub(crate) worth: Worth,
}

impl Written {
    /// How many things go when it is brought back, as they belong to nothing in it.
    pub(crate) fn removed(&self) -> u64 {
        self.worth.lost.count().saturating_sub(self.missing + self.unread + self.broken)
    }
}

/// Writes everything into a folder.
pub(crate) async fn export(
    store: &Store,
    media: &Media,
    folder: &Path,
    progress: &Progress,
) -> Result<Written, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: folder.to_owned(), cause };
    let place = Folder::create(folder).map_err(files)?;
    match place.is_empty().map_err(files)? {
        true => Ok(write(store, media, place, progress).await?.0),
        false => Err(ArchiveError::FolderNotEmpty(folder.to_owned())),
    }
}

/// Writes everything into one file. It appears whole and read back, or not at all. To read it back, a
/// folder is needed in which a database can work.
pub(crate) async fn backup(
    store: &Store,
    media: &Media,
    file: &Path,
    workplace: &Path,
    progress: &Progress,
) -> Result<Written, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: file.to_owned(), cause };
    let (written, draft) = draft(store, media, file, workplace, progress).await?;
    if let Some(draft) = draft.publish().map_err(files)? {
        let judged = match written.worth.is_whole() {
            true => None,
            false => Some(require_no_better(file, &written.worth, workplace, progress).await?),
        };
        draft.replace(judged).map_err(files)?;
    }
    Ok(written)
}

/// Refuses to put a backup in the place of a better one, or of one of which nobody can tell, and says which file it
/// has looked at.
async fn require_no_better(
    path: &Path,
    new: &Worth,
    workplace: &Path,
    progress: &Progress,
) -> Result<Judged, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: path.to_owned(), cause };
    refuse_in_the_way(path).map_err(files)?;
    let judged = Judged::at(path).map_err(files)?;
    let (path, new) = (path.to_owned(), new.clone());
    match judge_worth(&path, workplace, progress).await {
        Ok(old) if new.is_as_good_as(&old) => Ok(judged),
        Ok(old) => Err(ArchiveError::Worse { path, old, new }),
        Err(cause) => Err(ArchiveError::NotComparable { path, new, cause: Box::new(cause) }),
    }
}

/// The same without the name yet.
pub(crate) async fn draft(
    store: &Store,
    media: &Media,
    file: &Path,
    workplace: &Path,
    progress: &Progress,
) -> Result<(Written, Draft), ArchiveError> {
    let files = |cause| ArchiveError::Files { path: file.to_owned(), cause };
    let place = Bundle::create(file, store.clock().now()).map_err(files)?;
    let (written, draft) = write(store, media, place, progress).await?;
    let Verdict { faults, worth } = verify(&draft, workplace, progress).await?;
    Ok((Written { faults, worth, ..written }, draft))
}

async fn write<P: Place>(
    store: &Store,
    media: &Media,
    place: P,
    progress: &Progress,
) -> Result<(Written, P::Done), ArchiveError> {
    progress.tell("reading the documents", 0, None);
    let (near, watched) = (place.near().to_owned(), progress.clone());
    let snapshot = store.read(move |transaction| {
        // In the same transaction as the documents, so that no upload is in one and not in the
        // other.
        let mut uploads = Vec::new();
        watched.check()?;
        let all_uploads = transaction.scan::<Upload>(|stored| uploads.push(stored.document))?;
        let (spools, damaged) = spool_all(transaction, &near, &watched)?;
        let now = transaction.now();
        watched.check()?;
        watched.tell("checking the database", 0, None);
        let broken = transaction.integrity()?.broken;
        for line in &broken {
            tracing::warn!(line, "the database is broken; `folia check` tells more");
        }
        Ok::<_, ArchiveError>(Snapshot { now, spools, damaged, uploads, all_uploads, broken })
    });
    let (snapshot, media, store) = (snapshot.await?, media.clone(), store.clone());
    let (runtime, progress) = (Handle::current(), progress.clone());
    let writing = move || snapshot.write(&store, &media, place, &progress, &runtime);
    tokio::task::spawn_blocking(writing).await.map_err(std::io::Error::other)?
}

/// The documents of one moment, and whose files are to be copied.
struct Snapshot {
    now: Timestamp,
    spools: Vec<Spool>,
    damaged: Option<Spool>,
    uploads: Vec<Upload>,
    all_uploads: Present,
    broken: Vec<String>,
}

impl Snapshot {
    fn write<P: Place>(
        self,
        store: &Store,
        media: &Media,
        mut place: P,
        progress: &Progress,
        runtime: &Handle,
    ) -> Result<(Written, P::Done), ArchiveError> {
        let (mut gone, mut missing) = (HashSet::<Id>::new(), Vec::new());
        let mut changed = HashMap::<Id, String>::new();
        let all = self.uploads.len() as u64;
        let mut list = Writing::begin(place.near())?;
        let copying = Copying { store, media, progress, runtime };
        for (position, upload) in self.uploads.into_iter().enumerate() {
            progress.tell("copying uploads", position as u64, Some(all));
            let id = upload.id;
            let Some(copied) = copying.copy_upload(upload, &mut place)? else {
                gone.insert(id);
                continue;
            };
            changed.extend(copied.record.map(|record| (id, record)));
            missing.extend(copied.missing);
            copied.files.iter().try_for_each(|file| list.value(file))?;
        }
        // Nobody can ask the record, so by their names.
        for key in runtime.block_on(media.list_files_of_unread(&self.all_uploads))? {
            if let Copied::Whole(file) = copying.copy(&key, None, &mut place)? {
                list.value(&file)?;
            }
        }
        // From before uploads had records, so no document names them.
        for key in runtime.block_on(media.list_old_files())? {
            if let Copied::Whole(file) = copying.copy(&key, None, &mut place)? {
                list.value(&file)?;
            }
        }
        let mut list = list.finish("files")?;
        place.add(FILES, list.file.metadata()?.len(), &mut list.file)?;
        let mut contents = Vec::new();
        for spool in self.spools {
            let is_other = spool.name == UPLOADS.name && !(gone.is_empty() && changed.is_empty());
            let mut spool = match is_other {
                true => spool.changed(&gone, &changed, place.near())?,
                false => spool,
            };
            let name = format!("{DOCUMENTS}{}.jsonl", spool.name);
            place.add(&name, spool.file.metadata()?.len(), &mut spool.file)?;
            contents.push((spool.name.to_owned(), spool.contents));
        }
        let mut damaged = None;
        if let Some(mut spool) = self.damaged {
            place.add(DAMAGED, spool.file.metadata()?.len(), &mut spool.file)?;
            damaged = Some(spool.contents);
        }
        let files = list.contents.count;
        let contents = contents.into_iter().collect();
        let manifest =
            Manifest::new(self.now, contents, missing, self.broken, list.contents, damaged);
        let text = serde_json::to_vec_pretty(&manifest).map_err(std::io::Error::from)?;
        place.add(MANIFEST, text.len() as u64, &mut text.as_slice())?;
        let done = place.finish()?;
        let (documents, missing) = (manifest.count(), manifest.missing.len() as u64);
        let (unread, broken) = (manifest.count_unread(), manifest.broken.len() as u64);
        let lost = Losses::unnamed(missing + unread + broken);
        let (made_at, faults, worth) = (self.now, 0, Worth { comes_back: true, lost });
        Ok((Written { made_at, documents, files, missing, unread, broken, faults, worth }, done))
    }
}
