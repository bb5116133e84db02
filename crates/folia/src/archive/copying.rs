//! The files of an archive: which of them are to be copied is decided before the first is.

use std::collections::{HashMap, HashSet};
use std::io::Read;

use media::Media;
use media::blobs::Blobs;
use media::unfinished::Copying;
use media::uploads::{UPLOADS, Upload};
use store::{Fault, Record};
use tokio::runtime::Handle;

use super::damaged::Damaged;
use super::error::ArchiveError;
use super::file_list::read_file_list;
use super::files::{compare, copy_in};
use super::import::read_line;
use super::layout::{DOCUMENTS, MEDIA};
use super::lines::Lines;
use super::manifest::{Manifest, Summed};
use super::source::Source;

/// What is to be copied, by key.
pub(super) type Expected = HashMap<String, ExpectedFile>;

/// What a file has to be.
#[derive(Debug, Default)]
pub(super) struct ExpectedFile {
    /// What its record says; none where it is from before there were records.
    size: Option<u64>,
    /// What the archive's list says; none in archives from before there was one.
    sha256: Option<String>,
}

/// The files that the records of uploads name, and those from before there were records. Whatever else is
/// in the folder is not ours, and names in it were chosen by whoever made the archive.
pub(super) fn list_files(
    source: &Source,
    manifest: &Manifest,
    damaged: &Damaged,
) -> Result<Expected, ArchiveError> {
    let (mut expected, mut faults, mut known) = (Expected::new(), Vec::new(), HashSet::new());
    source.visit_file(&format!("{DOCUMENTS}{}.jsonl", UPLOADS.name), &mut |name, content| {
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
            known.insert(upload.id);
            let files = upload.keys_and_sizes().into_iter();
            let file = |size| ExpectedFile { size: Some(size), sha256: None };
            expected.extend(files.map(|(key, size)| (key, file(size))));
        }
        Ok(())
    })?;
    if !faults.is_empty() {
        return Err(ArchiveError::refused(faults, 0, false));
    }
    // The archive says itself that it has none of them, so they are no damage.
    for key in &manifest.missing {
        expected.remove(key);
    }
    let unread = damaged.uploads();
    let is_without_record = |key: &str| {
        let owner = media::upkeep::owner_of_file(key).filter(|id| !known.contains(id));
        Media::is_old_file(key) || owner.is_some_and(|id| unread.may_be(id))
    };
    source.list_below(MEDIA, &mut |name| {
        let key = &name[MEDIA.len()..];
        if is_without_record(key) {
            expected.entry(key.to_owned()).or_default();
        }
    })?;
    for (key, sha256) in read_file_list(source, manifest)? {
        // What is listed has to be there, also where no record names it.
        if is_without_record(&key) {
            expected.entry(key.clone()).or_default();
        }
        if let Some(file) = expected.get_mut(&key) {
            file.sha256 = Some(sha256);
        }
    }
    Ok(expected)
}

/// Copies them, and says how many. Files that were there before may be another site's, whose database is elsewhere: they have
/// to be the same, and are not touched. Waits, so it must not be called on a thread of the runtime.
pub(super) fn copy_files(
    source: &Source,
    expected: Expected,
    there: &HashSet<String>,
    blobs: &Blobs,
    copying: &Copying,
    runtime: &Handle,
) -> Result<u64, ArchiveError> {
    visit_files(source, "copying files", expected, &mut |key, content| match there.contains(key) {
        true => compare(blobs, key, content, runtime),
        false => copy_in(blobs, key, content, copying, runtime),
    })
}

/// Reads them to their ends, and says how many.
pub(super) fn read_files(source: &Source, expected: Expected) -> Result<u64, ArchiveError> {
    visit_files(source, "reading the files back", expected, &mut |_, content| {
        Ok(std::io::copy(content, &mut std::io::sink())?)
    })
}

/// Hands out each file that is expected. Whoever takes it reads it to its end and tells how long it was.
fn visit_files(
    source: &Source,
    doing: &str,
    mut expected: Expected,
    take: &mut dyn FnMut(&str, &mut dyn Read) -> Result<u64, ArchiveError>,
) -> Result<u64, ArchiveError> {
    let (mut files, all) = (0, expected.len() as u64);
    source.visit_below(MEDIA, &mut |name, content| {
        let key = &name[MEDIA.len()..];
        let Some(ExpectedFile { size, sha256 }) = expected.remove(key) else { return Ok(()) };
        source.progress().tell(doing, files, Some(all));
        // One byte more than there may be is enough to know.
        let limited = content.take(size.map_or(u64::MAX, |size| size.saturating_add(1)));
        let mut summed = Summed::new(limited);
        let taken = take(key, &mut summed)?;
        if size.is_some_and(|size| size != taken) {
            return Err(ArchiveError::damaged(name, "has another size than its record says"));
        }
        if sha256.is_some_and(|sha256| sha256 != summed.finish().1) {
            return Err(ArchiveError::damaged(name, "is not what was written"));
        }
        files += 1;
        Ok(())
    })?;
    match expected.into_keys().min() {
        None => Ok(files),
        Some(key) => Err(ArchiveError::damaged(&format!("{MEDIA}{key}"), "is missing")),
    }
}
