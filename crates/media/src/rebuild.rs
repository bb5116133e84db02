//! Variants made again from their originals: after the engine has learned something, or after
//! files were lost.

use kernel::Id;
use pixels::Filter;
use store::{Query, Revision, StoreError};

use crate::changes::CHANGES;
use crate::uploads::{MadeFile, Upload, UploadKind};
use crate::{Media, MediaError, layout};

impl Media {
    /// The uploads that can be made again, oldest first.
    pub async fn list_rebuildable(&self) -> Result<Vec<Id>, StoreError> {
        let uploads = self.store.list::<Upload>(Query::all().ascending("created_at")).await?;
        let pictures = uploads.into_iter().filter(|stored| {
            stored.document.kind == UploadKind::Image && stored.document.original.is_some()
        });
        Ok(pictures.map(|stored| stored.document.id).collect())
    }

    /// Makes the files of one upload again, under the same names. Old files stay until the record
    /// names the new ones.
    pub async fn rebuild(&self, id: Id) -> Result<(), MediaError> {
        let stored = self.get_upload(id).await?;
        let upload = stored.document;
        let original = self.blobs.read(&layout::original(id, upload.mark())).await?;
        let place = self.pictures.enter()?;
        let filter = Filter::find(&upload.filter).unwrap_or_default();
        let made = self.make(&place, original, upload.file_stem(), filter).await?;
        // The new files stand under their final names before the record names them. Where a name
        // stays the same, its bytes are replaced whole.
        for (file, bytes) in &made.files {
            self.blobs.put(&layout::file(id, &file.file), bytes.clone()).await?;
        }
        let files: Vec<MadeFile> = made.files.into_iter().map(|(file, _)| file).collect();
        let placeholder = made.placeholder;
        let kept = files.clone();
        let replaced: Result<Option<Revision>, StoreError> = self
            .store
            .write(move |transaction| {
                let mut stored = transaction.get::<Upload>(id)?;
                // The same bytes again: nothing to tell anybody.
                if stored.document.files == files {
                    return Ok(None);
                }
                stored.document.files.clone_from(&files);
                stored.document.placeholder = Some(placeholder.clone());
                transaction.replace(stored)?;
                transaction.enter(CHANGES).map(Some)
            })
            .await;
        if let Some(revision) = replaced? {
            self.changes.reach(revision);
        }
        // Only after the record no longer names them.
        for old in upload.files.iter().filter(|old| kept.iter().all(|new| new.file != old.file)) {
            if self.may_remove().await? {
                self.blobs.delete(&layout::file(id, &old.file)).await?;
            }
        }
        Ok(())
    }
}
