//! Where scheduled backups are kept: a folder or a bucket.

use std::io::Read;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures_util::StreamExt;
use media::blobs::{BlobError, Blobs, Location};
use sha2::{Digest, Sha256};

use crate::archive::{ArchiveError, Draft, leftovers};

/// How much is on its way to a bucket at a time.
const PIECE: usize = 1024 * 1024;

#[derive(Clone, Debug)]
pub(super) struct BackupPlace {
    /// Where backups are written and read back; also where they stay, unless they go to a bucket.
    folder: PathBuf,
    bucket: Option<Blobs>,
}

impl BackupPlace {
    /// Drafts of what goes to a bucket are written into `own`.
    pub(super) fn open(location: &Location, own: &Path) -> Result<Self, BlobError> {
        let (folder, bucket) = match location {
            Location::Folder(folder) => (folder.clone(), None),
            Location::Bucket(_) => (own.to_owned(), Some(Blobs::open(location)?)),
        };
        Ok(Self { folder, bucket })
    }

    /// A file of this name, when everything is ready to write it.
    pub(super) fn prepare(&self, name: &str) -> Result<PathBuf, ArchiveError> {
        let files = |cause| ArchiveError::Files { path: self.folder.clone(), cause };
        let mut folder = std::fs::DirBuilder::new();
        folder.recursive(true).mode(0o700).create(&self.folder).map_err(files)?;
        leftovers::remove(&self.folder).map_err(files)?;
        Ok(self.folder.join(name))
    }

    /// Gives a backup its name, and tells how large it is.
    pub(super) async fn keep(&self, name: &str, draft: Draft) -> Result<u64, ArchiveError> {
        let bytes = draft.path().metadata()?.len();
        match &self.bucket {
            Some(bucket) => send(bucket, name, draft).await?,
            None => {
                if draft.publish()?.is_some() {
                    let cause = std::io::ErrorKind::AlreadyExists.into();
                    return Err(ArchiveError::Files { path: self.folder.join(name), cause });
                }
            }
        }
        Ok(bytes)
    }

    /// The names of all that are there, whosesoever they are.
    pub(super) async fn list(&self) -> Result<Vec<String>, ArchiveError> {
        let names: Vec<String> = match &self.bucket {
            Some(bucket) => bucket.list().await?.into_iter().map(|listed| listed.key).collect(),
            None => {
                let entries = std::fs::read_dir(&self.folder)?;
                let name = |entry: std::fs::DirEntry| entry.file_name().into_string().ok();
                entries.flatten().filter_map(name).collect()
            }
        };
        Ok(names.into_iter().filter(|name| media::is_backup_name(name)).collect())
    }

    pub(super) async fn remove(&self, name: &str) -> Result<(), ArchiveError> {
        match &self.bucket {
            Some(bucket) => bucket.delete(name).await?,
            None => std::fs::remove_file(self.folder.join(name))?,
        }
        Ok(())
    }
}

/// Sends a backup and reads it back. What comes back otherwise than it went, or not at all, is removed again:
/// nobody knows what is under that name.
async fn send(bucket: &Blobs, name: &str, draft: Draft) -> Result<(), ArchiveError> {
    let sent = send_pieces(bucket, name, draft).await?;
    let compared = compare(bucket, name, &sent).await;
    if compared.is_err()
        && let Err(error) = bucket.delete(name).await
    {
        tracing::warn!(%error, file = name, "a backup that was not read back is left");
    }
    compared
}

async fn compare(bucket: &Blobs, name: &str, sent: &[u8]) -> Result<(), ArchiveError> {
    let Some(mut found) = bucket.find(name, None).await? else {
        return Err(ArchiveError::damaged(name, "is not in the bucket after it was sent"));
    };
    let mut sum = Sha256::new();
    while let Some(piece) = found.bytes.next().await {
        sum.update(piece?);
    }
    match sum.finalize()[..] == *sent {
        true => Ok(()),
        false => Err(ArchiveError::damaged(name, "comes back from the bucket with other bytes")),
    }
}

/// Tells the checksum of what was sent.
async fn send_pieces(bucket: &Blobs, name: &str, draft: Draft) -> Result<Vec<u8>, ArchiveError> {
    let mut writing = bucket.write(name).await?;
    let (mut sum, mut file) = (Sha256::new(), std::fs::File::open(draft.path())?);
    loop {
        let reading = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::with_capacity(PIECE);
            (&mut file).take(PIECE as u64).read_to_end(&mut piece)?;
            Ok::<_, std::io::Error>((file, piece))
        });
        let piece;
        (file, piece) = reading.await.map_err(std::io::Error::other)??;
        if piece.is_empty() {
            writing.finish().await?;
            return Ok(sum.finalize().to_vec());
        }
        sum.update(&piece);
        writing.add(Bytes::from(piece)).await?;
    }
}
