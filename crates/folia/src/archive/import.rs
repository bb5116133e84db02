use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::path::Path;

use content::reading::Changed;
use media::Media;
use media::site_mark::TakenOver;
use media::unfinished::Copying;
use store::{Alone, Collection, Findings, Record, Store, StoreError, Transaction};
use tokio::runtime::Handle;

use super::copying::{copy_files, list_files};
use super::damaged::{Damaged, restore_damaged};
use super::error::ArchiveError;
use super::layout::{BATCH, DOCUMENTS, MANIFEST};
use super::lines::Lines;
use super::manifest::{Contents, Manifest, Summed};
use super::names::is_left_of;
use super::source::Source;
use crate::progress::Progress;
use crate::schema::COLLECTIONS;
use crate::upkeep;

/// What an import has brought.
#[derive(Debug)]
pub(crate) struct Imported {
    pub(crate) documents: u64,
    pub(crate) files: u64,
    /// Which files were not there when the archive was made.
    pub(crate) missing: Option<String>,
    /// What was not in order and has been mended, where that was asked for.
    pub(crate) mended: Vec<String>,
    /// Documents that could not be read, and came back as they were.
    pub(crate) unread: Vec<String>,
}

/// Brings everything back into an empty site: the files, then all documents or none. What would not be
/// taken from a request is not taken from an archive either; `mend` makes good what has one right answer.
pub(crate) async fn import(
    alone: &Alone,
    store: &Store,
    media: &Media,
    archive: &Path,
    mend: bool,
    progress: &Progress,
) -> Result<Imported, ArchiveError> {
    // Before minutes of copying. Asked again in the transaction, which is what counts.
    require_empty(store).await?;
    // What an import has left that was killed. The site is empty, so nobody's work is among it.
    media.clean_up_all().await?;
    let source = Source::at(archive, progress);
    let listing = source.clone();
    let listed = tokio::task::spawn_blocking(move || {
        let manifest = read_manifest(&listing)?;
        let damaged = Damaged::read(&listing, &manifest)?;
        if !mend && !damaged.told().is_empty() {
            return Err(ArchiveError::refused(damaged.told(), 0, true));
        }
        let expected = list_files(&listing, &manifest, &damaged)?;
        Ok::<_, ArchiveError>((manifest, expected))
    });
    let (manifest, expected) = listed.await.map_err(std::io::Error::other)??;
    let there = media.blobs().list().await?.into_iter().map(|file| file.key);
    let there: HashSet<_> = there.filter(|key| expected.contains_key(key)).collect();
    let wanted: Vec<String> = expected.keys().cloned().collect();
    for key in &wanted {
        // Of an import into another database that was killed.
        media.blobs().delete_parts(key).await?;
    }
    // Only what is ours goes again when all fails.
    let ours = expected.keys().filter(|key| !there.contains(*key));
    let noted = media.note_copying(ours.map(ToOwned::to_owned).collect()).await?;
    let (from, into, runtime) = (source.clone(), media.clone(), Handle::current());
    let copying = noted.clone();
    let copied = tokio::task::spawn_blocking(move || {
        copy_files(&from, expected, &there, into.blobs(), &copying, &runtime)
    });
    let copied = tokio::select! {
        copied = copied => copied.map_err(std::io::Error::other),
        never = media.keep_copying(&noted) => match never {},
    };
    let (documents, missing) = (manifest.count(), manifest.describe_missing());
    let mut taken = None;
    let outcome = match copied {
        Ok(Ok(files)) => {
            let bring = || restore_all(alone, store, source, manifest, noted.clone(), mend);
            let restored = take_over(media, &wanted, &mut taken, bring).await;
            restored.map(|imported| Imported { files, missing: missing.clone(), ..imported })
        }
        Ok(Err(error)) => Err(error),
        Err(error) => Err(error.into()),
    };
    let error = match outcome {
        Ok(imported) => return Ok(keep(media, imported).await),
        Err(error) => error,
    };
    // Whoever is at work here by now may have found these files, and count on them.
    if !alone.is_held().await {
        return Err(ArchiveError::FilesLeft(Box::new(error)));
    }
    match media.abandon_copying(&noted).await {
        // What failed is the answer, not the work.
        Ok(false) => {
            tracing::warn!(%error, "the documents came in all the same");
            let files = wanted.len() as u64;
            let (mended, unread) = (Vec::new(), Vec::new());
            Ok(keep(media, Imported { documents, files, missing, mended, unread }).await)
        }
        Ok(true) => {
            if let Some(taken) = taken {
                // An older error is worth more than this one.
                if let Err(error) = media.give_back(taken).await {
                    tracing::warn!(%error, "the media are still marked as this site's");
                }
            }
            Err(error)
        }
        Err(left) => {
            tracing::warn!(error = %left, "files that were brought are left");
            Err(ArchiveError::FilesLeft(Box::new(error)))
        }
    }
}

/// The documents are there, so the files are this site's for good. Where that cannot be written, the site does it when
/// it is served.
async fn keep(media: &Media, imported: Imported) -> Imported {
    if let Err(error) = media.keep_over().await {
        tracing::warn!(%error, "the media are not marked as this site's yet");
    }
    imported
}

/// Begins to make the files those of this site, sees that they are all there still, and brings the documents. From
/// then on no other database that knows the folder removes them; until then one may have.
async fn take_over<F: Future<Output = Result<Imported, ArchiveError>>>(
    media: &Media,
    wanted: &[String],
    taken: &mut Option<TakenOver>,
    bring: impl FnOnce() -> F,
) -> Result<Imported, ArchiveError> {
    *taken = Some(media.take_over().await?);
    let listed = media.blobs().list().await?;
    let there: HashSet<String> = listed.into_iter().map(|file| file.key).collect();
    match wanted.iter().find(|key| !there.contains(*key)) {
        Some(gone) => Err(ArchiveError::FileWentAway(gone.clone())),
        None => bring().await,
    }
}

async fn restore_all(
    alone: &Alone,
    store: &Store,
    source: Source,
    manifest: Manifest,
    noted: Copying,
    mend: bool,
) -> Result<Imported, ArchiveError> {
    let documents = manifest.count();
    source.progress().tell("bringing documents in", 0, None);
    let claimed = alone.claimed();
    let restoring = store.write(move |transaction| {
        transaction.take_time()?;
        if !claimed.keep(transaction)? {
            return Err(ArchiveError::ClaimLost);
        }
        restore(transaction, &source, &manifest)?;
        let read = restore_damaged(transaction, &source, &manifest)?;
        // The files have their records now.
        if !Media::note_copied(transaction, &noted)? {
            return Err(ArchiveError::ClearedAway);
        }
        let judged = judge(transaction, mend)?;
        let mended = read.into_iter().chain(judged.mended).collect();
        Ok::<_, ArchiveError>(Judged { mended, ..judged })
    });
    let Judged { mended, unread, .. } = restoring.await?;
    Ok(Imported { documents, files: 0, missing: None, mended, unread })
}

pub(super) struct Judged {
    mended: Vec<String>,
    /// Those of them by which something went that cannot be made again.
    pub(super) lost: Vec<String>,
    unread: Vec<String>,
}

/// Whether what was brought in is what requests could have made. Anything that is not refuses it all, but
/// for documents that the archive itself says nobody could read.
pub(super) fn judge(transaction: &mut Transaction<'_>, mend: bool) -> Result<Judged, ArchiveError> {
    if mend {
        let (left, progress) = (Findings::without_end(), Progress::default());
        let repaired = upkeep::repair_and_tell(transaction, left, &progress)?;
        return match repaired.left.is_empty() && repaired.beyond == 0 {
            true => {
                Ok(Judged { mended: repaired.done, lost: repaired.lost, unread: repaired.unread })
            }
            false => Err(ArchiveError::refused(repaired.left, repaired.beyond, false)),
        };
    }
    let findings = upkeep::inspect(transaction)?;
    match findings.has_faults() {
        false => Ok(Judged { mended: Vec::new(), lost: Vec::new(), unread: Vec::new() }),
        true => {
            let faults = findings.faults().map(ToString::to_string).collect();
            Err(ArchiveError::refused(faults, findings.beyond, findings.can_be_mended()))
        }
    }
}

/// Whether there is an archive at all, before a site is made for it.
pub(crate) fn look(archive: &Path) -> Result<(), ArchiveError> {
    let path = archive.to_owned();
    let told = archive.metadata().map_err(|cause| ArchiveError::Files { path, cause })?;
    // A pipe can be read once, and an archive is read several times; a device has no end.
    match told.is_file() || told.is_dir() {
        true => Ok(()),
        false => Err(ArchiveError::NotAnArchive("it is neither a file nor a folder")),
    }
}

/// Fails unless the site is empty.
pub(crate) async fn require_empty(store: &Store) -> Result<(), ArchiveError> {
    store.read(refuse_unless_empty).await
}

fn refuse_unless_empty(transaction: &mut Transaction<'_>) -> Result<(), ArchiveError> {
    for collection in COLLECTIONS.iter().filter(|collection| collection.archived) {
        if !collection.is_empty(transaction)? {
            return Err(ArchiveError::SiteNotEmpty);
        }
    }
    Ok(())
}

pub(super) fn read_manifest(source: &Source) -> Result<Manifest, ArchiveError> {
    let damaged = |error: serde_json::Error| ArchiveError::damaged(MANIFEST, error);
    let text = source.read_manifest()?;
    // Looked at before the rest, which a newer form may have changed.
    let format: Format = serde_json::from_slice(&text).map_err(damaged)?;
    match format.format.as_u64() {
        Some(format) if format > Manifest::FORMAT.into() => {
            Err(ArchiveError::TooNew(format!("its format is {format}")))
        }
        _ => serde_json::from_slice(&text).map_err(damaged),
    }
}

/// What every manifest says. The rest is passed over, and takes no memory.
#[derive(serde::Deserialize)]
struct Format {
    #[serde(default)]
    format: serde_json::Value,
}

pub(super) fn restore(
    transaction: &mut Transaction<'_>,
    source: &Source,
    manifest: &Manifest,
) -> Result<(), ArchiveError> {
    // Somebody may have written while the files were copied.
    refuse_unless_empty(transaction)?;
    let mut found = BTreeMap::new();
    source.visit_below(DOCUMENTS, &mut |name, content| {
        let Some(collection) = collection_in(name) else { return pass_over(name, manifest) };
        let known = collection.kind.name;
        if !manifest.documents.contains_key(known) {
            return Err(ArchiveError::damaged(name, "is not in the manifest"));
        }
        // Before any of it comes in: the database would only say that something is taken.
        if found.contains_key(known) {
            return Err(ArchiveError::twice(name));
        }
        let contents = restore_collection(transaction, collection, name, content)?;
        found.insert(known.to_owned(), contents);
        Ok(())
    })?;
    match manifest.documents.iter().find(|(name, contents)| found.get(*name) != Some(*contents)) {
        // The jobs that waited when the archive was made are not in it, so all writing is looked
        // at again.
        None => Ok(Changed { everything: true, ..Changed::default() }.announce(transaction)?),
        Some((name, _)) => {
            let file = format!("{DOCUMENTS}{name}.jsonl");
            Err(ArchiveError::damaged(&file, "is not what the manifest says"))
        }
    }
}

fn collection_in(file: &str) -> Option<&'static Collection> {
    let name = file.strip_prefix(DOCUMENTS)?.strip_suffix(".jsonl")?;
    COLLECTIONS.iter().find(|collection| collection.archived && collection.kind.name == name)
}

/// What is no file of documents that is known here: of a newer folia, left beside one of ours, or anybody's.
fn pass_over(name: &str, manifest: &Manifest) -> Result<(), ArchiveError> {
    let is_listed = |file: &str| {
        let name = file.strip_suffix(".jsonl");
        name.is_some_and(|name| manifest.documents.contains_key(name))
    };
    let file = &name[DOCUMENTS.len()..];
    match is_listed(file) {
        true => Err(ArchiveError::TooNew(format!("{name} is not known here"))),
        false if is_left_of(file, &is_listed) => Ok(()),
        false => Err(ArchiveError::UnknownFile(name.escape_debug().to_string())),
    }
}

/// Documents are held until there are so many, or so many bytes of them.
const BATCH_BYTES: usize = 8 * 1024 * 1024;

fn restore_collection(
    transaction: &mut Transaction<'_>,
    collection: &Collection,
    name: &str,
    content: &mut dyn Read,
) -> Result<Contents, ArchiveError> {
    let mut lines = Lines::of(name, Summed::new(content));
    let (mut count, mut batch, mut bytes) = (0, Vec::new(), 0);
    loop {
        let line = lines.next_line()?;
        let is_end = line.is_none();
        if let Some(line) = line {
            let record: Record = read_line(name, line)?;
            // Documents of a newer form would be read wrongly rather than not at all.
            if record.form > collection.kind.form {
                return Err(ArchiveError::TooNew(format!("{name} has newer documents")));
            }
            bytes += line.len();
            batch.push(record);
            count += 1;
        }
        if is_end || batch.len() == BATCH as usize || bytes > BATCH_BYTES {
            collection.restore(transaction, std::mem::take(&mut batch)).map_err(named)?;
            bytes = 0;
        }
        if is_end {
            let (_, sha256) = lines.into_inner().finish();
            return Ok(Contents { count, sha256 });
        }
    }
}

/// What no database can keep is told like what a check finds.
fn named(error: StoreError) -> ArchiveError {
    match error {
        StoreError::Unfit { collection, id } => {
            let fault = format!("{collection} {id}: holds a NUL character");
            ArchiveError::refused(vec![fault], 0, false)
        }
        other => other.into(),
    }
}

pub(super) fn read_line<T: serde::de::DeserializeOwned>(
    name: &str,
    line: &str,
) -> Result<T, ArchiveError> {
    serde_json::from_str(line).map_err(|error| ArchiveError::damaged(name, error))
}
