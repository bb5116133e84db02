use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use store::{Collection, Record, Store, Transaction};

use super::manifest::{Contents, Summed};
use super::source::Source;
use super::{ArchiveError, BATCH, DOCUMENTS, MANIFEST, Manifest};
use crate::schema::COLLECTIONS;

/// Brings everything back into an empty site, all or nothing, and tells how many documents that
/// were.
pub(crate) async fn import(store: &Store, archive: &Path) -> Result<u64, ArchiveError> {
    let source = Source::at(archive);
    store.write(move |transaction| restore(transaction, &source)).await
}

/// Whether there is an archive at all, before a site is made for it.
pub(crate) fn look(archive: &Path) -> Result<(), ArchiveError> {
    let path = archive.to_owned();
    archive.metadata().map(|_| ()).map_err(|cause| ArchiveError::Files { path, cause })
}

fn restore(transaction: &mut Transaction<'_>, source: &Source) -> Result<u64, ArchiveError> {
    for collection in COLLECTIONS.iter().filter(|collection| collection.archived) {
        if !collection.is_empty(transaction)? {
            return Err(ArchiveError::SiteNotEmpty);
        }
    }
    let mut manifest = None;
    let mut found = BTreeMap::new();
    source.visit(&mut |name, content| match (&manifest, collection_in(name)) {
        (None, _) if name == MANIFEST => {
            manifest = Some(read_manifest(content)?);
            Ok(())
        }
        (None, _) => Err(ArchiveError::NotAnArchive("its first file is not manifest.json")),
        (Some(_), Some(collection)) => {
            let contents = restore_collection(transaction, collection, name, content)?;
            found.insert(collection.kind.name.to_owned(), contents);
            Ok(())
        }
        (Some(_), None) => Err(ArchiveError::TooNew(format!("{name} is not known here"))),
    })?;
    let manifest = manifest.ok_or(ArchiveError::NotAnArchive("it is empty"))?;
    match manifest.documents.iter().find(|(name, contents)| found.get(*name) != Some(*contents)) {
        None => Ok(manifest.count()),
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

fn read_manifest(content: &mut dyn Read) -> Result<Manifest, ArchiveError> {
    let damaged = |error: serde_json::Error| ArchiveError::damaged(MANIFEST, error);
    let manifest: serde_json::Value = serde_json::from_reader(content).map_err(damaged)?;
    // Looked at before the rest, which a newer form may have changed.
    match manifest["format"].as_u64() {
        Some(format) if format > Manifest::FORMAT.into() => {
            Err(ArchiveError::TooNew(format!("its format is {format}")))
        }
        _ => serde_json::from_value(manifest).map_err(damaged),
    }
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
            let record: Record = serde_json::from_str(&line).map_err(|error| {
                ArchiveError::damaged(name, format!("line {}: {error}", count + 1))
            })?;
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
