use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use content::reading::Changed;
use media::Media;
use media::uploads::{UPLOADS, Upload};
use store::{Collection, Record, Store, Transaction};
use tokio::runtime::Handle;

use super::error::ArchiveError;
use super::files::copy_in;
use super::layout::{BATCH, DOCUMENTS, MANIFEST, MEDIA};
use super::manifest::{Contents, Manifest, Summed};
use super::source::Source;
use super::write::Written;
use crate::schema::COLLECTIONS;

/// Brings everything back into an empty site: the files, then all documents or none.
pub(crate) async fn import(
    store: &Store,
    media: &Media,
    archive: &Path,
) -> Result<Written, ArchiveError> {
    // Before minutes of copying. Asked again in the transaction, which is what counts.
    store.read(refuse_unless_empty).await?;
    let source = Source::at(archive);
    let (copying, media, runtime) = (source.clone(), media.clone(), Handle::current());
    let copied = tokio::task::spawn_blocking(move || {
        let manifest = read_manifest(&copying)?;
        let files = copy_files(&copying, &manifest, &media, &runtime)?;
        Ok::<_, ArchiveError>((manifest, files))
    });
    let (manifest, files) = copied.await.map_err(std::io::Error::other)??;
    let documents = manifest.count();
    store.write(move |transaction| restore(transaction, &source, &manifest)).await?;
    Ok(Written { documents, files })
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

fn refuse_unless_empty(transaction: &mut Transaction<'_>) -> Result<(), ArchiveError> {
    for collection in COLLECTIONS.iter().filter(|collection| collection.archived) {
        if !collection.is_empty(transaction)? {
            return Err(ArchiveError::SiteNotEmpty);
        }
    }
    Ok(())
}

fn read_manifest(source: &Source) -> Result<Manifest, ArchiveError> {
    let damaged = |error: serde_json::Error| ArchiveError::damaged(MANIFEST, error);
    let manifest: serde_json::Value =
        serde_json::from_slice(&source.read_manifest()?).map_err(damaged)?;
    // Looked at before the rest, which a newer form may have changed.
    match manifest["format"].as_u64() {
        Some(format) if format > Manifest::FORMAT.into() => {
            Err(ArchiveError::TooNew(format!("its format is {format}")))
        }
        _ => serde_json::from_value(manifest).map_err(damaged),
    }
}

/// Copies the files that the records of uploads name, and those from before there were records.
fn copy_files(
    source: &Source,
    manifest: &Manifest,
    media: &Media,
    runtime: &Handle,
) -> Result<u64, ArchiveError> {
    let mut expected: HashMap<String, u64> = HashMap::new();
    source.visit_below(&format!("{DOCUMENTS}{}.jsonl", UPLOADS.name), &mut |name, content| {
        for line in BufReader::new(content).lines() {
            let record: Record = read_line(name, &line?)?;
            let upload: Upload = read_line(name, record.document.get())?;
            expected.extend(upload.keys_and_sizes());
        }
        Ok(())
    })?;
    // The archive says itself that it has none of them, so they are no damage.
    expected.retain(|key, _| !manifest.missing.contains(key));
    let mut files = 0;
    source.visit_below(MEDIA, &mut |name, content| {
        let key = &name[MEDIA.len()..];
        let size = expected.remove(key);
        // Whatever else is in the folder is not ours, and names in it were chosen by whoever made
        // the archive.
        if size.is_some() || Media::is_old_file(key) {
            let copied = copy_in(media.blobs(), key, content, runtime)?;
            if size.is_some_and(|size| size != copied) {
                return Err(ArchiveError::damaged(name, "has another size than its record says"));
            }
            files += 1;
        }
        Ok(())
    })?;
    match expected.into_keys().min() {
        None => Ok(files),
        Some(key) => Err(ArchiveError::damaged(&format!("{MEDIA}{key}"), "is missing")),
    }
}

fn restore(
    transaction: &mut Transaction<'_>,
    source: &Source,
    manifest: &Manifest,
) -> Result<(), ArchiveError> {
    // Somebody may have written while the files were copied.
    refuse_unless_empty(transaction)?;
    let mut found = BTreeMap::new();
    source.visit_below(DOCUMENTS, &mut |name, content| {
        let Some(collection) = collection_in(name) else {
            return Err(ArchiveError::TooNew(format!("{name} is not known here")));
        };
        let contents = restore_collection(transaction, collection, name, content)?;
        found.insert(collection.kind.name.to_owned(), contents);
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

fn restore_collection(
    transaction: &mut Transaction<'_>,
    collection: &Collection,
    name: &str,
    content: &mut dyn Read,
) -> Result<Contents, ArchiveError> {
    let mut lines = BufReader::new(Summed::new(content));
    let (mut count, mut batch) = (0, Vec::new());
    let mut line = String::new();
    loop {
        line.clear();
        let read = lines.read_line(&mut line);
        let end = read.map_err(|error| ArchiveError::damaged(name, error))? == 0;
        if !end {
            let record: Record = read_line(name, &line)?;
            // Documents of a newer form would be read wrongly rather than not at all.
            if record.form > collection.kind.form {
                return Err(ArchiveError::TooNew(format!("{name} has newer documents")));
            }
            batch.push(record);
            count += 1;
        }
        if end || batch.len() == BATCH as usize {
            collection.restore(transaction, std::mem::take(&mut batch))?;
        }
        if end {
            let (_, sha256) = lines.into_inner().finish();
            return Ok(Contents { count, sha256 });
        }
    }
}

fn read_line<T: serde::de::DeserializeOwned>(name: &str, line: &str) -> Result<T, ArchiveError> {
    serde_json::from_str(line).map_err(|error| ArchiveError::damaged(name, error))
}
