//! The files of uploads on their way into an archive. Those of one upload go in together, as one record names them.

use media::Media;
use media::uploads::{UPLOADS, Upload};
use serde_json::value::RawValue;
use store::{Record, Store, StoreError, Stored};
use tokio::runtime::Handle;

use super::error::ArchiveError;
use super::file_list::ListedFile;
use super::files::{Copied, Recorded, copy_out};
use super::place::Place;
use crate::progress::Progress;

pub(super) struct Copying<'a> {
    pub(super) store: &'a Store,
    pub(super) media: &'a Media,
    pub(super) progress: &'a Progress,
    pub(super) runtime: &'a Handle,
}

/// What there is of an upload.
#[derive(Debug, Default)]
pub(super) struct CopiedUpload {
    /// Its record, where that is another by now than at the moment of the documents.
    pub(super) record: Option<String>,
    pub(super) files: Vec<ListedFile>,
    /// The keys of those that do not come back.
    pub(super) missing: Vec<String>,
}

impl Copying<'_> {
    /// Waits like [`copy_out`].
    pub(super) fn copy(
        &self,
        key: &str,
        recorded: Option<Recorded>,
        place: &mut impl Place,
    ) -> Result<Copied, ArchiveError> {
        copy_out(self.media.blobs(), key, recorded, place, self.progress, self.runtime)
    }

    /// Nothing where it was deleted meanwhile. Waits as well.
    pub(super) fn copy_upload(
        &self,
        mut upload: Upload,
        place: &mut impl Place,
    ) -> Result<Option<CopiedUpload>, ArchiveError> {
        place.mark()?;
        let mut copied = CopiedUpload::default();
        'again: for round in 0.. {
            for (key, size, hash) in upload.keys_and_hashes() {
                let outcome = self.copy(&key, Some(Recorded { size, hash }), place)?;
                let told = match outcome {
                    Copied::Whole(file) => {
                        copied.files.push(file);
                        continue;
                    }
                    Copied::Altered => {
                        "a file has other bytes than were written; `folia check --bytes` tells more"
                    }
                    Copied::Missing => "a file is missing or not whole; `folia check` tells more",
                };
                match self.runtime.block_on(self.store.find::<Upload>(upload.id)) {
                    // Replaced since the moment of the documents, so its record of today takes the place of that. Some
                    // of its files may be the same, or others under the same name.
                    Ok(Some(now)) if now.document != upload && round < ROUNDS => {
                        place.take_back()?;
                        copied =
                            CopiedUpload { record: Some(record_of(&now)?), ..Default::default() };
                        upload = now.document;
                        continue 'again;
                    }
                    Ok(Some(_)) | Err(StoreError::Unreadable { .. }) => {
                        tracing::warn!(key, "{told}");
                        copied.missing.push(key);
                    }
                    // Deleted since then, so its record is left out, too.
                    Ok(None) => {
                        place.take_back()?;
                        return Ok(None);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            break;
        }
        Ok(Some(copied))
    }
}

/// How often a picture may be replaced while it is copied.
const ROUNDS: usize = 10;

/// A line of an archive.
fn record_of(stored: &Stored<Upload>) -> Result<String, ArchiveError> {
    let text = serde_json::to_string(&stored.document).map_err(std::io::Error::from)?;
    let record = Record {
        id: stored.document.id,
        version: stored.version,
        form: UPLOADS.form,
        document: RawValue::from_string(text).map_err(std::io::Error::from)?,
    };
    Ok(serde_json::to_string(&record).map_err(std::io::Error::from)?)
}
