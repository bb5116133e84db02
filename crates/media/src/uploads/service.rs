use bytes::Bytes;
use kernel::{ExpectedVersion, Id};
use pixels::{Filter, Format, sniff};
use store::{ChangeError, Revision, StoreError, Stored, Transaction};
use xxhash_rust::xxh3::xxh3_64;

use super::form::IncomingForm;
use super::picture::{Made, make_files};
use super::receive::{Content, Form, receive};
use super::video::StoredVideo;
use super::{Original, Upload, UploadKind};
use crate::changes::CHANGES;
use crate::picture_pool::Place;
use crate::unfinished::Unfinished;
use crate::{Media, MediaError, layout};

impl Media {
    /// Receives, makes and keeps. When this returns `Ok`, files and record are on disk; when it
    /// fails or nobody waits for it any more, nothing stays.
    pub async fn upload(&self, form: IncomingForm) -> Result<Stored<Upload>, MediaError> {
        // Also for a video, which needs no worker: what waits in memory is bounded by places.
        let place = self.pictures.enter()?;
        let Form { content, stem, filter, alt } = receive(form, Some(self)).await?;
        match content {
            Content::Video(video) => self.keep_video(*video, stem, alt).await,
            Content::Picture { bytes, format } => {
                let made = self.make(&place, bytes.clone(), stem.clone(), filter).await?;
                self.keep_picture(made, (bytes, format), (stem, filter, alt)).await
            }
        }
    }

    /// Goes the way of a picture that is uploaded, and keeps nothing: what this refuses would be refused.
    pub async fn try_picture(&self, bytes: Bytes) -> Result<(), MediaError> {
        let place = self.pictures.enter()?;
        self.make(&place, bytes, String::new(), Filter::None).await.map(drop)
    }

    /// Whether what begins with these bytes is a video, as an upload would see it.
    pub fn is_video(bytes: &[u8]) -> bool {
        sniff(bytes).is_some_and(|format| format.is_video())
    }

    pub async fn get_upload(&self, id: Id) -> Result<Stored<Upload>, StoreError> {
        self.store.get(id).await
    }

    /// The record goes first, so that nobody is sent to a file that is half gone.
    pub async fn delete_upload(&self, id: Id, expected: ExpectedVersion) -> Result<(), MediaError> {
        let deleted: Result<(Vec<Id>, Revision), ChangeError> = self
            .store
            .write(move |transaction| {
                let stored = transaction.get::<Upload>(id)?;
                expected.check(stored.version)?;
                transaction.delete::<Upload>(id)?;
                let created_at = transaction.now();
                let mut notes = vec![Unfinished::condemned(id, created_at, Vec::new())];
                // The folder of the upload holds all but the original of a replaced file, which has
                // a name of its own.
                if let Some(mark) = stored.document.mark() {
                    let keys = vec![layout::original(id, Some(mark))];
                    let id = transaction.generate_id();
                    notes.push(Unfinished::condemned(id, created_at, keys));
                }
                let ids = notes.iter().map(|note| note.id).collect();
                transaction.insert_all(notes)?;
                Ok((ids, transaction.enter(CHANGES)?))
            })
            .await;
        let (notes, revision) = deleted?;
        self.changes.reach(revision);
        self.abandon_all(notes).await
    }

    pub(crate) async fn make(
        &self,
        place: &Place,
        bytes: Bytes,
        stem: String,
        filter: Filter,
    ) -> Result<Made, MediaError> {
        let decoder = self.decoder.clone();
        let work = place.work(move |wanted| make_files(&bytes, &stem, filter, &decoder, wanted));
        work.await?
    }

    async fn keep_picture(
        &self,
        made: Made,
        (original, format): (Bytes, Format),
        (stem, filter, alt): (String, Filter, String),
    ) -> Result<Stored<Upload>, MediaError> {
        let id = Id::generate(self.store.clock(), self.store.randomness());
        // Between the work and the first file. Before it there is nothing to clean up.
        let undertaking = self.undertake(id).await?;
        let kept = Original {
            media_type: format.media_type().to_owned(),
            bytes: original.len() as u64,
            hash: xxh3_64(&original),
        };
        let mut files = vec![(layout::original(id, None), original)];
        for (file, bytes) in &made.files {
            files.push((layout::file(id, &file.file), bytes.clone()));
        }
        undertaking.put_all(files).await?;
        let upload = Upload {
            id,
            kind: UploadKind::Image,
            stem,
            alt,
            caption: String::new(),
            focal_point: None,
            filter: filter.name().to_owned(),
            placeholder: Some(made.placeholder),
            duration: None,
            files: made.files.into_iter().map(|(file, _)| file).collect(),
            original: Some(kept),
            mark: None,
            earlier: Vec::new(),
            created_at: self.store.clock().now(),
        };
        Ok(undertaking.finish(move |transaction| transaction.insert(upload.clone())).await?)
    }

    async fn keep_video(
        &self,
        video: StoredVideo,
        stem: String,
        alt: String,
    ) -> Result<Stored<Upload>, MediaError> {
        let upload = Upload {
            id: video.undertaking.id(),
            kind: UploadKind::Video,
            stem,
            alt,
            caption: String::new(),
            focal_point: None,
            filter: Filter::None.name().to_owned(),
            placeholder: None,
            duration: video.duration,
            files: vec![video.file],
            original: None,
            mark: None,
            earlier: Vec::new(),
            created_at: self.store.clock().now(),
        };
        let record = move |transaction: &mut Transaction<'_>| transaction.insert(upload.clone());
        Ok(video.undertaking.finish(record).await?)
    }
}
