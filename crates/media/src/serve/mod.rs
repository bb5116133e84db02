//! Files on their way to visitors.
//!
//! What may be fetched is looked up, never guessed from the disk: a file of an upload in its record,
//! a preview by its token, a file from before by a strict spelling of its name. There are no lists
//! of folders. Bytes go out as they are read, so memory does not grow with the file.

mod answer;
pub mod api;
mod range;

use axum::response::Response;
use edge::Problem;
use http::HeaderMap;

use crate::uploads::Upload;
use crate::{Media, layout};
use answer::Asked;

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

const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Old files may be replaced by hand.
const FOR_A_DAY: &str = "public, max-age=86400";
const SHORTLY: &str = "private, max-age=60";

impl Media {
    pub(crate) async fn serve(
        &self,
        served: Served,
        headers: &HeaderMap,
    ) -> Result<Response, Problem> {
        let Served { key, media_type, tag, size, caching } = served;
        let (size, tag) = match (size, tag) {
            (Some(size), Some(tag)) => (size, tag),
            _ => {
                let (size, tag) = self.blobs.look(&key).await?.ok_or_else(Problem::not_found)?;
                (size, tag.unwrap_or_else(|| format!("\"{size:x}\"")))
            }
        };
        let asked = Asked::read(headers, &tag, size);
        let bytes = match asked.wanted(size) {
            None => None,
            Some(range) if range.is_empty() => Some(None),
            Some(range) => {
                let found = self.blobs.find(&key, Some(range)).await?;
                Some(Some(found.ok_or_else(Problem::not_found)?.bytes))
            }
        };
        asked.answer(size, &tag, &media_type, caching, bytes.flatten())
    }

    pub(crate) async fn find_file(&self, folder: &str, name: &str) -> Result<Served, Problem> {
        if let Some(id) = layout::exact_id(folder)
            && let Some(stored) = self.store.find::<Upload>(id).await?
            && let Some(file) = stored.document.file(name)
        {
            return Ok(Served {
                key: layout::file(id, name),
                media_type: file.media_type.clone(),
                tag: Some(format!("\"{:016x}\"", file.hash)),
                size: Some(file.bytes),
                caching: FOR_EVER,
            });
        }
        match layout::old_folder(folder) {
            true => find_old(format!("{folder}/{name}"), name),
            false => Err(Problem::not_found()),
        }
    }

    pub(crate) fn find_preview_file(&self, token: &str, name: &str) -> Result<Served, Problem> {
        let key = self.find_preview(token, name).ok_or_else(Problem::not_found)?;
        let media_type = "image/webp".to_owned();
        Ok(Served { key, media_type, tag: None, size: None, caching: SHORTLY })
    }
}

pub(crate) fn find_old(key: String, name: &str) -> Result<Served, Problem> {
    let media_type = layout::old_file(name).ok_or_else(Problem::not_found)?.to_owned();
    Ok(Served { key, media_type, tag: None, size: None, caching: FOR_A_DAY })
}
