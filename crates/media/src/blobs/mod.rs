//! Where files are: a folder of this machine or a bucket, behind the same few verbs.
//!
//! A write is whole or absent, and on disk when it is acknowledged: in a folder it is a file beside,
//! synced and renamed, and then the folder is synced; in a bucket it is one request, or an upload
//! in parts that shows nothing before it is completed. Deleting what is not there is no error.
//!
//! A link in the folder is never followed: files are found by their own path or not at all.
//! Nothing here knows what the files are for.

mod connector;
mod error;
mod folder;
mod listed;
mod location;
mod sending;
mod tests;
mod writing;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path;
use object_store::{
    GetOptions, GetResult, GetResultPayload, ObjectMeta, ObjectStore, ObjectStoreExt,
};

pub use error::BlobError;
use folder::Folder;
pub use listed::Listed;
pub use location::{Bucket, Location};
pub use writing::Writing;

/// The files of one site. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    /// Present when the files are on this machine.
    folder: Option<Folder>,
}

/// A file, or a part of it, on its way out.
pub struct Found {
    /// Of the whole file.
    pub size: u64,
    /// Which bytes `bytes` will yield.
    pub range: Range<u64>,
    /// The store's own tag for this state of the file.
    pub tag: Option<String>,
    pub bytes: BoxStream<'static, Result<Bytes, BlobError>>,
}

impl Blobs {
    pub fn open(location: &Location) -> Result<Self, BlobError> {
        match location {
            Location::Folder(path) => {
                let folder = Folder::open(path)?;
                Ok(Self { store: folder.store()?, folder: Some(folder) })
            }
            Location::Bucket(bucket) => Ok(Self { store: bucket.connect()?, folder: None }),
        }
    }

    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<(), BlobError> {
        self.store.put(&Path::from(key), bytes.into()).await?;
        Ok(())
    }

    /// Several files, a few at a time. When one fails the others may or may not be there, but none
    /// is still being written: whoever cleans up after a failure finds all there will ever be. None
    /// is begun after a failure: where one could not be written, each would wait for nothing.
    pub async fn put_all(&self, files: Vec<(String, Bytes)>) -> Result<(), BlobError> {
        const AT_ONCE: usize = 3;
        let has_failed = AtomicBool::new(false);
        let has_failed = &has_failed;
        let written: Vec<_> = stream::iter(files)
            .map(|(key, bytes)| async move {
                if has_failed.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let written = self.put(&key, bytes).await;
                has_failed.fetch_or(written.is_err(), Ordering::Relaxed);
                written
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        written.into_iter().collect()
    }

    /// Begins a file that comes in pieces.
    pub async fn write(&self, key: &str) -> Result<Writing, BlobError> {
        let upload = self.store.put_multipart(&Path::from(key)).await?;
        Ok(Writing::new(upload))
    }

    /// The file or a part of it; nothing when there is no such file.
    pub async fn find(
        &self,
        key: &str,
        range: Option<Range<u64>>,
    ) -> Result<Option<Found>, BlobError> {
        // A bucket has no links, so only folders are looked at.
        if !self.is_plain(key).await? {
            return Ok(None);
        }
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        match self.store.get_opts(&Path::from(key), options).await {
            Ok(GetResult { payload, meta, range, .. }) => Ok(Some(Found {
                size: meta.size,
                range: range.clone(),
                tag: meta.e_tag,
                bytes: match payload {
                    // Read by us in large pieces. The library's own stream hands over 8 KiB at a
                    // time.
                    GetResultPayload::File(file, _) => folder::pieces(file, range).boxed(),
                    GetResultPayload::Stream(bytes) => bytes.map_err(BlobError::from).boxed(),
                },
            })),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A whole file in memory.
    pub async fn read(&self, key: &str) -> Result<Bytes, BlobError> {
        match self.is_plain(key).await? {
            true => Ok(self.store.get(&Path::from(key)).await?.bytes().await?),
            false => Err(BlobError::Missing),
        }
    }

    pub async fn read_range(&self, key: &str, range: Range<u64>) -> Result<Bytes, BlobError> {
        Ok(self.store.get_range(&Path::from(key), range).await?)
    }

    /// Size and tag, without the bytes.
    pub async fn look(&self, key: &str) -> Result<Option<(u64, Option<String>)>, BlobError> {
        if !self.is_plain(key).await? {
            return Ok(None);
        }
        match self.store.head(&Path::from(key)).await {
            Ok(ObjectMeta { size, e_tag, .. }) => Ok(Some((size, e_tag))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn delete(&self, key: &str) -> Result<(), BlobError> {
        if let Some(folder) = &self.folder {
            return folder.delete(key).await;
        }
        match self.store.delete(&Path::from(key)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a file, and what writes of it have left that were killed.
    pub async fn delete_whatever_came(&self, key: &str) -> Result<(), BlobError> {
        self.delete_parts(key).await?;
        self.delete(key).await
    }

    /// Removes what writes of a file have left that were killed.
    pub async fn delete_parts(&self, key: &str) -> Result<(), BlobError> {
        match &self.folder {
            Some(folder) => folder.delete_parts(key).await,
            None => Ok(()),
        }
    }

    /// Removes everything below a folder, and the folder.
    pub async fn delete_folder(&self, folder: &str) -> Result<(), BlobError> {
        if let Some(here) = &self.folder {
            return here.delete_folder(folder).await;
        }
        let keys = self.store.list(Some(&Path::from(folder))).map_ok(|meta| meta.location).boxed();
        let deleted = self.store.delete_stream(keys).map(|deleted| match deleted {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        });
        Ok(deleted.try_collect().await?)
    }

    /// The names of the folders below a folder.
    pub async fn folders(&self, below: &str) -> Result<Vec<String>, BlobError> {
        if let Some(folder) = &self.folder {
            return folder.folders(below).await;
        }
        let listed = self.store.list_with_delimiter(Some(&Path::from(below))).await?;
        let names = listed.common_prefixes.iter().filter_map(Path::filename);
        Ok(names.map(str::to_owned).collect())
    }

    /// Whether nothing is there: no file, and no link or folder in its place.
    pub async fn is_absent(&self, key: &str) -> Result<bool, BlobError> {
        match &self.folder {
            Some(folder) => folder.is_absent(key).await,
            None => Ok(self.look(key).await?.is_none()),
        }
    }

    /// Gives a file another key, whole or not at all. In a bucket it has both for a moment.
    pub async fn rename(&self, from: &str, to: &str) -> Result<(), BlobError> {
        match &self.folder {
            Some(folder) => folder.rename(from, to).await,
            None => Ok(self.store.rename(&Path::from(from), &Path::from(to)).await?),
        }
    }

    /// Every file there is.
    pub async fn list(&self) -> Result<Vec<Listed>, BlobError> {
        if let Some(folder) = &self.folder {
            return folder.list().await;
        }
        let listed = self.store.list(None).map_ok(|meta| Listed {
            key: meta.location.to_string(),
            size: meta.size,
            strange: false,
        });
        Ok(listed.try_collect().await?)
    }

    /// Whether somebody else has the files, who may do late what was asked for.
    pub fn is_bucket(&self) -> bool {
        self.folder.is_none()
    }

    /// Whether the store answers.
    pub async fn ping(&self) -> Result<(), BlobError> {
        match &self.folder {
            Some(folder) => folder.ping().await,
            // That it is missing is an answer as good as any.
            None => self.look("ping").await.map(|_| ()),
        }
    }

    async fn is_plain(&self, key: &str) -> Result<bool, BlobError> {
        match &self.folder {
            Some(folder) => folder.is_plain(key).await,
            None => Ok(true),
        }
    }
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Found")
            .field("size", &self.size)
            .field("range", &self.range)
            .finish_non_exhaustive()
    }
}
