//! Another picture in the place of one that is there: the upload stays the same, and so does every
//! page that shows it.
//!
//! What is at an address of a file never changes, so that browsers may keep it for ever. The new files
//! therefore have new names; pages write the new ones at once, and the old names lead to the new
//! files.

use bytes::Bytes;
use kernel::{ExpectedVersion, Id, Invalid};
use pixels::{Filter, Format};
use store::{ChangeError, Revision, Stored, Transaction};
use xxhash_rust::xxh3::xxh3_64;

use super::form::IncomingForm;
use super::picture::Made;
use super::receive::{Content, Form, receive};
use super::{Original, Upload, UploadKind};
use crate::changes::CHANGES;
use crate::unfinished::Unfinished;
use crate::{Media, MediaError, layout};

/// Pictures whose shapes differ by more than this have other things at the same point.
const SAME_SHAPE: f64 = 0.01;

/// What takes the place of the files that are there.
#[derive(Clone, Debug)]
struct Replacement {
    mark: String,
    stem: String,
    filter: Filter,
    /// Empty: as it was.
    alt: String,
    original: Original,
    made: Vec<super::MadeFile>,
    placeholder: String,
}

impl Media {
    /// Receives a picture and puts it in the place of another one. When this returns `Ok`, it is
    /// what everybody gets; when it fails, nothing has changed and nothing stays.
    pub async fn replace_file(
        &self,
        id: Id,
        form: IncomingForm,
        expected: ExpectedVersion,
    ) -> Result<Stored<Upload>, MediaError> {
        let place = self.pictures.enter()?;
        let before = self.get_upload(id).await?;
        // Once more when it is written; here it spares the work.
        expected.check(before.version)?;
        if before.document.kind != UploadKind::Image {
            return Err(Invalid::field("file", "cannot replace a video").into());
        }
        let Form { content, stem, filter, alt } = receive(form, None).await?;
        let Content::Picture { bytes, format } = content else {
            return Err(MediaError::Unsupported);
        };
        // An id of its own: the note is about the new files, while the upload keeps its record.
        let note = Id::generate(self.store.clock(), self.store.randomness());
        let mark = mark_of(note);
        let made = self.make(&place, bytes.clone(), format!("{stem}-{mark}"), filter).await?;
        let files = files_of(id, &mark, bytes.clone(), &made);
        let keys = files.iter().map(|(key, _)| key.clone()).collect();
        // Before the first file is written, so that a crash leaves a note of all of them.
        let undertaking = self.undertake_files(note, keys).await?;
        if let Err(error) = undertaking.put_all(files).await {
            // Whoever deletes the upload removes the folder under our hands; then that is the news.
            self.get_upload(id).await?;
            return Err(error);
        }
        let replacement = Replacement {
            mark,
            stem,
            filter,
            alt,
            original: original_of(&bytes, format),
            made: made.files.into_iter().map(|(file, _)| file).collect(),
            placeholder: made.placeholder,
        };
        let record = move |transaction: &mut Transaction<'_>| {
            replace_in(transaction, id, &replacement, &expected)
        };
        let (stored, revision, old) = undertaking.finish(record).await?;
        self.changes.reach(revision);
        self.abandon_all(vec![old]).await?;
        Ok(stored)
    }
}

/// The new record, and the note by which the old files go.
fn replace_in(
    transaction: &mut Transaction<'_>,
    id: Id,
    replacement: &Replacement,
    expected: &ExpectedVersion,
) -> Result<(Stored<Upload>, Revision, Id), ChangeError> {
    let mut stored = transaction.get::<Upload>(id)?;
    expected.check(stored.version)?;
    let upload = &mut stored.document;
    let keys = upload.keys_and_sizes().into_iter().map(|(key, _)| key).collect();
    replacement.apply(upload);
    let (note, created_at) = (transaction.generate_id(), transaction.now());
    // Condemned from the start: nothing can bring the old files back.
    transaction.insert(Unfinished::condemned(note, created_at, keys))?;
    let stored = transaction.replace(stored)?;
    Ok((stored, transaction.enter(CHANGES)?, note))
}

impl Replacement {
    fn apply(&self, upload: &mut Upload) {
        let shape = |upload: &Upload| {
            upload.full().map(|file| f64::from(file.width) / f64::from(file.height.max(1)))
        };
        let before = shape(upload);
        upload.replace_files(self.made.clone());
        upload.original = Some(self.original.clone());
        upload.mark = Some(self.mark.clone());
        upload.stem.clone_from(&self.stem);
        self.filter.name().clone_into(&mut upload.filter);
        upload.placeholder = Some(self.placeholder.clone());
        if !self.alt.is_empty() {
            upload.alt.clone_from(&self.alt);
        }
        let is_similar = match (before, shape(upload)) {
            (Some(before), Some(after)) => (before / after - 1.0).abs() <= SAME_SHAPE,
            _ => false,
        };
        // A point of another picture means nothing in this one.
        upload.focal_point = upload.focal_point.filter(|_| is_similar);
    }
}

/// Eight digits that no other replacement has: the end of an id is drawn.
pub(crate) fn mark_of(note: Id) -> String {
    let text = note.to_string();
    text.get(text.len().saturating_sub(8)..).unwrap_or(&text).to_owned()
}

fn files_of(id: Id, mark: &str, original: Bytes, made: &Made) -> Vec<(String, Bytes)> {
    let variants =
        made.files.iter().map(|(file, bytes)| (layout::file(id, &file.file), bytes.clone()));
    variants.chain([(layout::original(id, Some(mark)), original)]).collect()
}

fn original_of(bytes: &Bytes, format: Format) -> Original {
    Original {
        media_type: format.media_type().to_owned(),
        bytes: bytes.len() as u64,
        hash: xxh3_64(bytes),
    }
}
