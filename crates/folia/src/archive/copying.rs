//! The files of an archive: which of them are to be copied is decided before the first is.

use std::collections::HashMap;
use std::io::Read;

use media::Media;
use media::blobs::Blobs;
use media::uploads::{UPLOADS, Upload};
use store::{Fault, Record};
use tokio::runtime::Handle;

use super::error::ArchiveError;
use super::files::copy_in;
use super::import::read_line;
use super::layout::{DOCUMENTS, MEDIA};
use super::lines::Lines;
use super::manifest::Manifest;
use super::source::Source;

/// What is to be copied, by key: with the size that the record says, or without where a file is from
/// before there were records.
pub(super) type Expected = HashMap<String, Option<u64>>;

/// The files that the records of uploads name, and those from before there were records. Whatever else is
/// in the folder is not ours, and names in it were chosen by whoever made the archive.
pub(super) fn list_files(source: &Source, manifest: &Manifest) -> Result<Expected, ArchiveError> {
    let mut expected = Expected::new();
    let mut faults = Vec::new();
    source.visit_below(&format!("{DOCUMENTS}{}.jsonl", UPLOADS.name), &mut |name, content| {
        let mut lines = Lines::of(name, content);
        while let Some(line) = lines.next_line()? {
            let record: Record = read_line(name, line)?;
            let upload: Upload = read_line(name, record.document.get())?;
            // Before anything is copied: the names in it become places on our disk.
            if let Err(invalid) = media::upkeep::errors_in(&upload).finish() {
                let id = upload.id;
                let told = invalid.0.iter().map(|it| format!("{} {}", it.field, it.message));
                faults.extend(told.map(|what| Fault::new("uploads.values", id, what).to_string()));
                continue;
            }
            let files = upload.keys_and_sizes().into_iter();
            expected.extend(files.map(|(key, size)| (key, Some(size))));
        }
        Ok(())
    })?;
    if !faults.is_empty() {
        return Err(ArchiveError::refused(faults, 0));
    }
    // The archive says itself that it has none of them, so they are no damage.
    for key in &manifest.missing {
        expected.remove(key);
    }
    source.visit_below(MEDIA, &mut |name, _| {
        let key = &name[MEDIA.len()..];
        if Media::is_old_file(key) {
            expected.entry(key.to_owned()).or_insert(None);
        }
        Ok(())
    })?;
    Ok(expected)
}

/// Copies them, and says how many. Waits, so it must not be called on a thread of the runtime.
pub(super) fn copy_files(
    source: &Source,
    mut expected: Expected,
    blobs: &Blobs,
    runtime: &Handle,
) -> Result<u64, ArchiveError> {
    let mut files = 0;
    source.visit_below(MEDIA, &mut |name, content| {
        let Some(size) = expected.remove(&name[MEDIA.len()..]) else { return Ok(()) };
        // One byte more than there may be is enough to know.
        let mut limited = content.take(size.map_or(u64::MAX, |size| size.saturating_add(1)));
        let copied = copy_in(blobs, &name[MEDIA.len()..], &mut limited, runtime)?;
        if size.is_some_and(|size| size != copied) {
            return Err(ArchiveError::damaged(name, "has another size than its record says"));
        }
        files += 1;
        Ok(())
    })?;
    match expected.into_keys().min() {
        None => Ok(files),
        Some(key) => Err(ArchiveError::damaged(&format!("{MEDIA}{key}"), "is missing")),
    }
}
