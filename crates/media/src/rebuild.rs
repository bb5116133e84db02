//! Variants made again from their originals: after the engine has learned something, or after
//! files were lost.

use bytes::Bytes;
use kernel::Id;
use pixels::Filter;
use store::{Query, Revision, StoreError, Transaction};

use crate::changes::CHANGES;
use crate::unfinished::Unfinished;
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
    /// names the new ones. Where another picture has come in its place meanwhile, that one is as new; where it was
    /// deleted, there is nothing to make.
    pub async fn rebuild(&self, id: Id) -> Result<(), MediaError> {
        match self.try_rebuild(id).await {
            Err(_) if self.store.find::<Upload>(id).await?.is_none() => Ok(()),
            done => done,
        }
    }

    async fn try_rebuild(&self, id: Id) -> Result<(), MediaError> {
        let before = self.get_upload(id).await?.document;
        let original = self.blobs.read(&layout::original(id, before.mark())).await?;
        let place = self.pictures.enter()?;
        let filter = Filter::find(&before.filter).unwrap_or_default();
        let made = self.make(&place, original, before.file_stem(), filter).await?;
        let (files, bytes): (Vec<MadeFile>, Vec<Bytes>) = made.files.into_iter().unzip();
        let key = |file: &MadeFile| layout::file(id, &file.file);
        let keys: Vec<_> = files.iter().map(key).collect();
        // A note of its own, as for a picture that is replaced: the upload keeps its record.
        let note = Id::generate(self.store.clock(), self.store.randomness());
        let undertaking = self.undertake_files(note, keys.clone()).await?;
        // The new files stand under their final names before the record names them. Where a name
        // stays the same, its bytes are replaced whole.
        if let Err(error) = undertaking.put_all(keys.into_iter().zip(bytes).collect()).await {
            undertaking.give_up().await;
            return Err(error);
        }
        let record = Rebuilt { before, files, placeholder: made.placeholder };
        let rebuilt = undertaking.finish(move |transaction| record.store(transaction)).await;
        match rebuilt {
            Ok(Some((revision, old))) => {
                self.changes.reach(revision);
                self.abandon_all(old.into_iter().collect()).await
            }
            Ok(None) => Ok(()),
            Err(error) => {
                self.abandon(note).await;
                match error {
                    RebuildError::Replaced => Ok(()),
                    RebuildError::Store(error) => Err(error.into()),
                }
            }
        }
    }
}

/// Files that were made again.
#[derive(Clone, Debug)]
struct Rebuilt {
    before: Upload,
    files: Vec<MadeFile>,
    placeholder: String,
}

#[derive(Debug, thiserror::Error)]
enum RebuildError {
    #[error("another picture has come in its place")]
    Replaced,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Rebuilt {
    /// Puts them into the record, and notes which files go. Nothing where they are what they were.
    fn store(
        &self,
        transaction: &mut Transaction<'_>,
    ) -> Result<Option<(Revision, Option<Id>)>, RebuildError> {
        let mut stored = transaction.get::<Upload>(self.before.id)?;
        let upload = &mut stored.document;
        if upload.files != self.before.files || upload.mark != self.before.mark {
            return Err(RebuildError::Replaced);
        }
        // The same bytes again: nothing to tell anybody.
        if upload.files == self.files {
            return Ok(None);
        }
        upload.files.clone_from(&self.files);
        upload.placeholder = Some(self.placeholder.clone());
        let is_old = |file: &&MadeFile| self.files.iter().all(|new| new.file != file.file);
        let old = self.before.files.iter().filter(is_old);
        let keys: Vec<_> = old.map(|file| layout::file(self.before.id, &file.file)).collect();
        let note = (!keys.is_empty()).then(|| transaction.generate_id());
        if let Some(note) = note {
            let created_at = transaction.now();
            transaction.insert(Unfinished::condemned(note, created_at, keys))?;
        }
        transaction.replace(stored)?;
        Ok(Some((transaction.enter(CHANGES)?, note)))
    }
}
