//! A backup from a bucket, to be read several times.

use std::io::{Seek, Write};
use std::path::Path;

use futures_util::StreamExt;
use media::blobs::{Blobs, Bucket, Location};
use tempfile::NamedTempFile;

use super::error::RestoreError;
use crate::config::BucketAccess;
use crate::progress::Progress;

const PREFIX: &str = ".folia-restore-";

/// What was fetched by a restore that was killed. Nobody else works here.
pub(super) fn remove_leftovers(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            std::fs::remove_file(entry.path()).ok();
        }
    }
}

/// Brings it into a file in this folder that goes when nobody needs it any more.
pub(super) async fn fetch(
    buckets: &BucketAccess,
    address: &str,
    into: &Path,
    progress: &Progress,
) -> Result<NamedTempFile, RestoreError> {
    let named = buckets.bucket(address).and_then(|bucket| {
        let (prefix, name) = match bucket.prefix.rsplit_once('/') {
            Some((prefix, name)) => (prefix.to_owned(), name.to_owned()),
            None => (String::new(), bucket.prefix.clone()),
        };
        (!name.is_empty()).then_some((Bucket { prefix, ..bucket }, name))
    });
    let (bucket, name) = named.ok_or_else(|| RestoreError::NoAddress(address.to_owned()))?;
    let blobs = Blobs::open(&Location::Bucket(bucket))?;
    let Some(mut found) = blobs.find(&name, None).await? else {
        return Err(RestoreError::NothingThere(address.to_owned()));
    };
    let files = |cause| RestoreError::Files { path: into.to_owned(), cause };
    let file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(into);
    let mut file = file.map_err(files)?;
    let mut done: u64 = 0;
    while let Some(piece) = found.bytes.next().await {
        let piece = piece?;
        progress.check().map_err(files)?;
        // Pieces are small and the command has nothing else to do meanwhile.
        file.write_all(&piece).map_err(files)?;
        done += piece.len() as u64;
        progress.tell("fetching the backup", done, Some(found.size));
    }
    file.flush().and_then(|()| file.rewind()).map_err(files)?;
    Ok(file)
}
