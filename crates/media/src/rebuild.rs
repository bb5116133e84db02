//! Variants made again from their originals: after the engine has learned something, or after
//! files were lost.
//!
//! What is at an address of a file never changes. Where other bytes come out than before, they get names of their own,
//! as those of a picture that is replaced, and the old names lead to them. Where the same come out, only files that are
//! lost or damaged are written, each as its record says.

use bytes::Bytes;
use kernel::Id;
use pixels::Filter;
use store::{Query, Revision, StoreError, Transaction};

use crate::changes::CHANGES;
use crate::unfinished::Unfinished;
use crate::uploads::{MadeFile, Upload, UploadKind, mark_of};
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

    /// Makes the files of one upload again. Until the record names the new ones, visitors get the old; what fails
    /// changes nothing. Where another picture has come in its place meanwhile, that one is as new; where it was
    /// deleted, there is nothing to make.
    pub async fn rebuild(&self, id: Id) -> Result<(), MediaError> {
        let Some(before) = self.store.find::<Upload>(id).await? else { return Ok(()) };
        let files = before.document.files.clone();
        let Err(error) = self.try_rebuild(before.document).await else { return Ok(()) };
        match self.store.find::<Upload>(id).await? {
            Some(today) if today.document.files == files => Err(error),
            _ => Ok(()),
        }
    }

    async fn try_rebuild(&self, before: Upload) -> Result<(), MediaError> {
        let id = before.id;
        let original = self.blobs.read(&layout::original(id, before.mark())).await?;
        if !before.is_made_from(&original) {
            return Err(MediaError::OriginalAltered);
        }
        // A note of its own, as for a picture that is replaced: the upload keeps its record.
        let note = Id::generate(self.store.clock(), self.store.randomness());
        let stem = format!("{}-{}", before.stem, mark_of(note));
        let filter = Filter::find(&before.filter).unwrap_or_default();
        let place = self.pictures.enter()?;
        let made = self.make(&place, original, stem, filter).await?;
        let (files, bytes): (Vec<MadeFile>, Vec<Bytes>) = made.files.into_iter().unzip();
        let is_same = is_same(&before.files, &files);
        // Under the names they have, or under those of their own.
        let files = if is_same { before.files.clone() } else { files };
        let mut wanted = Vec::new();
        for (file, bytes) in files.iter().zip(bytes) {
            let key = layout::file(id, &file.file);
            let is_there = is_same && self.read_hash(&key, file.bytes).await? == Some(file.hash);
            if !is_there {
                wanted.push((key, bytes));
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let keys = wanted.iter().map(|(key, _)| key.clone()).collect();
        let undertaking = self.undertake_files(note, keys).await?;
        if let Err(error) = undertaking.put_all(wanted).await {
            undertaking.give_up().await;
            return Err(error);
        }
        let record = Rebuilt { before, files, placeholder: made.placeholder };
        match undertaking.finish_or_give_up(move |transaction| record.store(transaction)).await {
            Ok(Some((revision, old))) => {
                self.changes.reach(revision);
                self.abandon_all(vec![old]).await
            }
            Ok(None) | Err(RebuildError::Replaced) => Ok(()),
            Err(RebuildError::Store(error)) => Err(error.into()),
        }
    }
}

/// Whether the bytes are the same, by whatever names.
fn is_same(before: &[MadeFile], made: &[MadeFile]) -> bool {
    let contents = |files: &[MadeFile]| {
        let named = |file: &MadeFile| MadeFile { file: String::new(), ..file.clone() };
        files.iter().map(named).collect::<Vec<_>>()
    };
    contents(before) == contents(made)
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
    /// Puts them into the record, with the note by which the old ones go. Nothing where they are what they were.
    fn store(
        &self,
        transaction: &mut Transaction<'_>,
    ) -> Result<Option<(Revision, Id)>, RebuildError> {
        let mut stored = transaction.get::<Upload>(self.before.id)?;
        let upload = &mut stored.document;
        if upload.files != self.before.files || upload.mark != self.before.mark {
            return Err(RebuildError::Replaced);
        }
        if upload.files == self.files {
            return Ok(None);
        }
        let keys = upload.files.iter().map(|file| layout::file(upload.id, &file.file)).collect();
        upload.replace_files(self.files.clone());
        upload.placeholder = Some(self.placeholder.clone());
        let (note, created_at) = (transaction.generate_id(), transaction.now());
        transaction.insert(Unfinished::condemned(note, created_at, keys))?;
        transaction.replace(stored)?;
        Ok(Some((transaction.enter(CHANGES)?, note)))
    }
}
