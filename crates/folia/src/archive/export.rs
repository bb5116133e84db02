use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use store::{Collection, Store, StoreError, Transaction};

use super::manifest::{Contents, Summed};
use super::{ArchiveError, BATCH, DOCUMENTS, MANIFEST, Manifest};
use crate::schema::COLLECTIONS;

/// Writes everything into a folder and tells how many documents that were.
pub(crate) async fn export(store: &Store, folder: &Path) -> Result<u64, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: folder.to_owned(), cause };
    make_folder(folder).map_err(files)?;
    if std::fs::read_dir(folder).map_err(files)?.next().is_some() {
        return Err(ArchiveError::FolderNotEmpty(folder.to_owned()));
    }
    let manifest = write_files(store, folder.to_owned()).await?;
    Ok(manifest.count())
}

/// Writes everything into one file. It appears whole or not at all.
pub(crate) async fn backup(store: &Store, file: &Path) -> Result<u64, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: file.to_owned(), cause };
    let beside = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut naming = tempfile::Builder::new();
    naming.prefix(".folia-backup-");
    let folder = naming.tempdir_in(beside).map_err(files)?;
    let manifest = write_files(store, folder.path().to_owned()).await?;
    // Only its owner may read the file from the moment it exists.
    let mut bundle = naming.tempfile_in(beside).map_err(files)?;
    bundle_up(folder.path(), &manifest, bundle.as_file_mut()).map_err(files)?;
    bundle.persist(file).map_err(|error| files(error.error))?;
    File::open(beside).and_then(|folder| folder.sync_all()).map_err(files)?;
    Ok(manifest.count())
}

async fn write_files(store: &Store, folder: PathBuf) -> Result<Manifest, ArchiveError> {
    store.read(move |transaction| write_documents(transaction, &folder)).await
}

fn write_documents(
    transaction: &mut Transaction<'_>,
    folder: &Path,
) -> Result<Manifest, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: folder.to_owned(), cause };
    make_folder(&folder.join(DOCUMENTS)).map_err(files)?;
    let mut documents = BTreeMap::new();
    for collection in COLLECTIONS.iter().filter(|collection| collection.archived) {
        let path = folder.join(DOCUMENTS).join(format!("{}.jsonl", collection.kind.name));
        let contents = write_collection(transaction, collection, &path)?;
        documents.insert(collection.kind.name.to_owned(), contents);
    }
    let manifest = Manifest::new(transaction.now(), documents);
    // Last: a folder that has one is complete.
    let mut file = make_file(&folder.join(MANIFEST)).map_err(files)?;
    serde_json::to_writer_pretty(&mut file, &manifest).map_err(|error| files(error.into()))?;
    file.sync_all().map_err(files)?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(files)?;
    Ok(manifest)
}

fn write_collection(
    transaction: &mut Transaction<'_>,
    collection: &Collection,
    path: &Path,
) -> Result<Contents, ArchiveError> {
    let files = |cause| ArchiveError::Files { path: path.to_owned(), cause };
    let mut lines = Summed::new(BufWriter::new(make_file(path).map_err(files)?));
    let (mut count, mut after) = (0, None);
    loop {
        let records = collection.records(transaction, after, BATCH)?;
        let Some(last) = records.last() else { break };
        (count, after) = (count + records.len() as u64, Some(last.id));
        for record in &records {
            let line = serde_json::to_string(record).map_err(|cause| StoreError::Unreadable {
                collection: collection.kind.name,
                cause,
            })?;
            writeln!(lines, "{line}").map_err(files)?;
        }
    }
    let (lines, sha256) = lines.finish();
    let file = lines.into_inner().map_err(|error| files(error.into_error()))?;
    file.sync_all().map_err(files)?;
    Ok(Contents { count, sha256 })
}

/// The manifest first, so that a reader knows what to expect.
fn bundle_up(folder: &Path, manifest: &Manifest, file: &mut File) -> io::Result<()> {
    let mut bundle = tar::Builder::new(BufWriter::new(&mut *file));
    let documents = manifest.documents.keys().map(|name| format!("{DOCUMENTS}{name}.jsonl"));
    for name in std::iter::once(MANIFEST.to_owned()).chain(documents) {
        let mut content = File::open(folder.join(&name))?;
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o600);
        header.set_size(content.metadata()?.len());
        let made_at = u64::try_from(manifest.made_at.as_micros() / 1_000_000).unwrap_or(0);
        header.set_mtime(made_at);
        bundle.append_data(&mut header, &name, &mut content)?;
    }
    bundle.into_inner()?.flush()?;
    file.sync_all()
}

fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

fn make_file(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(path)
}
