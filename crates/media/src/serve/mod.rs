//! Files on their way to visitors.
//!
//! What may be fetched is looked up, never guessed from the disk: a file of an upload in its record,
//! a preview by its token, a file from before by a strict spelling of its name. There are no lists
//! of folders. Bytes go out as they are read, so memory does not grow with the file.

pub mod api;
mod range;

use std::ops::Range;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use store::StoreError;

use crate::blobs::BlobError;
use crate::uploads::Upload;
use crate::{Media, layout};

/// A file that may be fetched, and how.
#[derive(Debug)]
pub(crate) struct Served {
    key: String,
    media_type: String,
    /// A tag of the content; the store's own is used where none is known.
    tag: Option<String>,
    size: Option<u64>,
    caching: &'static str,
}

/// What is at the address of a file.
#[derive(Debug)]
pub(crate) enum Found {
    File(Served),
    /// What was there has been replaced by what is at another address.
    Replaced {
        by: String,
    },
}

/// Why a file that is there is not sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error("{key} has another size than its record says")]
    Differs { key: String },
    #[error(transparent)]
    Blob(#[from] BlobError),
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Old files may be replaced by hand.
const FOR_A_DAY: &str = "public, max-age=86400";
const SHORTLY: &str = "private, max-age=60";

impl Media {
    /// The size of a file and the tag of its content, if it is there.
    pub(crate) async fn state_of(
        &self,
        served: &Served,
    ) -> Result<Option<(u64, String)>, BlobError> {
        // The record knows both. Asking the folder or the bucket would cost a request for every
        // 304.
        if let (Some(size), Some(tag)) = (served.size, &served.tag) {
            return Ok(Some((size, tag.clone())));
        }
        let found = self.blobs.look(&served.key).await?;
        Ok(found.map(|(size, tag)| (size, tag.unwrap_or_else(|| format!("\"{size:x}\"")))))
    }

    /// A part of a file, as it is read. Nothing of one that is not what its record tells: caches would keep that
    /// under the tag of what should be there.
    pub(crate) async fn bytes_of(
        &self,
        served: &Served,
        range: Range<u64>,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, BlobError>>>, ServeError> {
        match self.blobs.find(&served.key, Some(range)).await? {
            Some(found) if served.size.is_some_and(|size| size != found.size) => {
                Err(ServeError::Differs { key: served.key.clone() })
            }
            found => Ok(found.map(|found| found.bytes)),
        }
    }

    pub(crate) async fn find_file(
        &self,
        folder: &str,
        name: &str,
    ) -> Result<Option<Found>, StoreError> {
        // An upload's folder is named by its id. Everything else in the folder can only be a file
        // from before.
        if let Some(id) = layout::exact_id(folder)
            && let Some(stored) = self.store.find::<Upload>(id).await?
        {
            let upload = stored.document;
            if let Some(file) = upload.file(name) {
                return Ok(Some(Found::File(Served {
                    key: layout::file(id, name),
                    media_type: file.media_type.clone(),
                    tag: Some(format!("\"{:016x}\"", file.hash)),
                    size: Some(file.bytes),
                    caching: FOR_EVER,
                })));
            }
            if let Some(file) = upload.successor(name) {
                return Ok(Some(Found::Replaced { by: upload.url(file) }));
            }
        }
        let in_old_folder = layout::old_folder(folder).then(|| format!("{folder}/{name}"));
        Ok(in_old_folder.and_then(|key| find_old(key, name)).map(Found::File))
    }

    pub(crate) fn find_preview_file(&self, token: &str, name: &str) -> Option<Served> {
        let key = self.find_preview(token, name)?;
        let media_type = "image/webp".to_owned();
        Some(Served { key, media_type, tag: None, size: None, caching: SHORTLY })
    }
}

pub(crate) fn find_old(key: String, name: &str) -> Option<Served> {
    let media_type = layout::old_file(name)?.to_owned();
    Some(Served { key, media_type, tag: None, size: None, caching: FOR_A_DAY })
}
