use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kernel::{Id, Timestamp};
use store::{StoreError, Stored, Transaction};
use tokio::sync::Mutex;

use super::Unfinished;
use crate::blobs::Writing;
use crate::site_mark::Fate;
use crate::uploads::Upload;
use crate::{Media, MediaError, layout};

/// An upload in the making. Dropped before it is finished, its files go.
#[derive(Debug)]
pub(crate) struct Undertaking {
    media: Media,
    id: Id,
    /// The files, where it is not about all of an upload. None until they are noted.
    noted: Option<Vec<String>>,
    open: bool,
    /// Held while files are written, so that cleaning up comes after the last of them. Set when a
    /// write has failed that may still happen: a bucket that gave no answer can have the file later.
    writing: Arc<Mutex<bool>>,
}

impl Undertaking {
    pub(crate) fn id(&self) -> Id {
        self.id
    }

    /// Writes these files, to the end also when nobody waits for it any more: a write that was begun
    /// cannot be stopped, and would otherwise leave its file behind those who clean up.
    pub(crate) async fn put_all(&self, files: Vec<(String, Bytes)>) -> Result<(), MediaError> {
        let mut in_doubt = self.writing.clone().lock_owned().await;
        let blobs = self.media.blobs.clone();
        let written = tokio::spawn(async move {
            let written = blobs.put_all(files).await;
            *in_doubt |= written.is_err();
            drop(in_doubt);
            written
        });
        Ok(written.await??)
    }

    /// Writes the end of a file that came in pieces.
    pub(crate) async fn end(&self, writing: Writing) -> Result<(), MediaError> {
        let ended = writing.finish().await;
        *self.writing.lock().await |= ended.is_err();
        ended?;
        Ok(())
    }

    /// As when it is dropped, and waits until its files are gone: for programs that end soon.
    pub(crate) async fn give_up(mut self) {
        self.open = false;
        self.clean_up().await;
    }

    fn clean_up(&self) -> impl Future<Output = ()> + Send + 'static {
        let (media, writing) = (self.media.clone(), self.writing.clone());
        let (id, noted) = (self.id, self.noted.clone());
        async move {
            let in_doubt = *writing.lock().await;
            // The note stays, so that the next round finds what came late.
            let stays = in_doubt && media.blobs.is_bucket();
            Media::report(id, media.undo(id, noted, stays).await);
        }
    }

    /// Runs `work` in the transaction that ends the undertaking.
    pub(crate) async fn finish<T, E>(
        mut self,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.try_finish(work).await
    }

    /// The same; what fails is given up before anybody hears of it: for programs that end soon.
    pub(crate) async fn finish_or_give_up<T, E>(
        mut self,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let finished = self.try_finish(work).await;
        if finished.is_err() {
            self.give_up().await;
        }
        finished
    }

    async fn try_finish<T, E>(
        &mut self,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let id = self.id;
        let finished = self
            .media
            .store
            .write(move |transaction| {
                let note = transaction.get::<Unfinished>(id)?;
                // Somebody has begun to clean up. The files may be gone, so no record may name
                // them.
                if note.document.condemned {
                    return Err(StoreError::Missing { collection: "unfinished_uploads", id }.into());
                }
                transaction.delete::<Unfinished>(id)?;
                // In the same transaction: the note goes exactly when the record comes.
                work(transaction)
            })
            .await?;
        // From here on dropping it must not remove anything.
        self.open = false;
        Ok(finished)
    }
}

impl Drop for Undertaking {
    fn drop(&mut self) {
        if let (true, Ok(runtime)) = (self.open, tokio::runtime::Handle::try_current()) {
            runtime.spawn(self.clean_up());
        }
    }
}

impl Media {
    /// Notes that files of this upload are about to be written.
    pub(crate) async fn undertake(&self, id: Id) -> Result<Undertaking, StoreError> {
        self.undertake_files(id, Vec::new()).await
    }

    /// Notes that these files are about to be written, for an upload that has a record already.
    /// With no files it is about all of the upload with this id.
    pub(crate) async fn undertake_files(
        &self,
        id: Id,
        keys: Vec<String>,
    ) -> Result<Undertaking, StoreError> {
        // Before the note is written: whoever stops waiting for that stops the upload too.
        let mut undertaking = Undertaking {
            media: self.clone(),
            id,
            noted: None,
            open: true,
            writing: Arc::default(),
        };
        let to_note = keys.clone();
        self.store
            .write(move |transaction| {
                let created_at = transaction.now();
                transaction.insert(Unfinished::begun(id, created_at, to_note.clone()))
            })
            .await?;
        undertaking.noted = Some(keys);
        Ok(undertaking)
    }

    /// Cleans up after an upload that was not finished, or whose record is gone. What cannot be
    /// done now is done by the next round.
    pub(crate) async fn abandon(&self, id: Id) {
        Self::report(id, self.try_abandon(id).await);
    }

    fn report(id: Id, abandoned: Result<(), MediaError>) {
        if let Err(error) = abandoned {
            tracing::warn!(upload = %id, %error, "files of an upload are left for later");
        }
    }

    /// The same for those whose records are gone, while somebody waits, who need not: nobody finds
    /// these files any more. So a store that hangs does not hold them up for long.
    pub(crate) async fn abandon_all(&self, ids: Vec<Id>) -> Result<(), MediaError> {
        let media = self.clone();
        // On its own, so that it is done also when nobody waits for it.
        let abandoning = tokio::spawn(async move {
            for id in ids {
                media.abandon(id).await;
            }
        });
        match tokio::time::timeout(FILES_WITHIN, abandoning).await {
            Ok(abandoned) => Ok(abandoned?),
            Err(_) => Ok(()),
        }
    }

    /// Abandons what was begun before `until` and is not finished. Tells how many that were.
    pub async fn clean_up(&self, until: Timestamp) -> Result<usize, MediaError> {
        let notes = self.list_unfinished(until).await?;
        for note in &notes {
            self.try_abandon(note.document.id).await?;
        }
        Ok(notes.len())
    }

    /// Abandons all that is not finished, whatever the clock said when it was begun: for a database in which nobody
    /// works.
    pub async fn clean_up_all(&self) -> Result<usize, MediaError> {
        self.clean_up(Timestamp::from_micros(i64::MAX)).await
    }

    /// Whatever is older than any upload can take.
    pub async fn clean_up_forgotten(&self) -> Result<usize, MediaError> {
        self.clean_up(self.store.clock().now().minus(FORGOTTEN_AFTER)).await
    }

    pub(crate) async fn list_unfinished(
        &self,
        until: Timestamp,
    ) -> Result<Vec<Stored<Unfinished>>, StoreError> {
        let scanning = self.store.read(move |transaction| {
            let mut notes = Vec::new();
            // Those that cannot be read are passed over: whose files they are about, nobody knows.
            transaction.scan::<Unfinished>(|note| {
                if note.document.created_at <= until {
                    notes.push(note);
                }
            })?;
            Ok::<_, StoreError>(notes)
        });
        let mut notes = scanning.await?;
        notes.sort_by_key(|note| (note.document.created_at, note.document.id));
        Ok(notes)
    }

    async fn try_abandon(&self, id: Id) -> Result<(), MediaError> {
        self.undo(id, None, false).await
    }

    /// Removes the files, and then the note, unless that is to stay. Whoever has written them says which were meant.
    async fn undo(
        &self,
        id: Id,
        written: Option<Vec<String>>,
        note_stays: bool,
    ) -> Result<(), MediaError> {
        if !self.remove_files(id, written).await? || note_stays {
            return Ok(());
        }
        // The note last: whatever stops us before leaves it for the next round.
        let forgotten: Result<(), StoreError> = self
            .store
            .write(move |transaction| match transaction.delete::<Unfinished>(id) {
                Err(StoreError::Missing { .. }) => Ok(()),
                done => done,
            })
            .await;
        Ok(forgotten?)
    }

    /// False without a note. Whoever has written the files gets one again: somebody took them for dead and has cleaned up
    /// already, and what they have written since belongs to nothing.
    async fn remove_files(&self, id: Id, written: Option<Vec<String>>) -> Result<bool, MediaError> {
        let condemned: Result<Option<Condemned>, StoreError> = self
            .store
            .write(move |transaction| {
                // The flag is set before the first file is removed. Between the two a writer that
                // finishes late finds it and fails.
                let mut condemned = match (transaction.find::<Unfinished>(id)?, &written) {
                    (Some(mut note), _) => {
                        let document = Unfinished { condemned: true, ..note.document.clone() };
                        if !note.document.condemned {
                            note.document.condemned = true;
                            transaction.replace(note)?;
                        }
                        document
                    }
                    (None, Some(keys)) => {
                        let note = Unfinished::condemned(id, transaction.now(), keys.clone());
                        transaction.insert(note.clone())?;
                        note
                    }
                    (None, None) => return Ok(None),
                };
                let is_whole = condemned.keys.is_empty();
                // No note takes away what a record names, however it came about.
                let (mut named, mut other) = (Vec::new(), Vec::new());
                for key in std::mem::take(&mut condemned.keys) {
                    let is_named = is_named(transaction, &key)?;
                    if is_named { &mut named } else { &mut other }.push(key);
                }
                let all = is_whole && !has_record(transaction, id)?;
                condemned.keys = other;
                Ok(Some(Condemned { note: condemned, named, all }))
            })
            .await;
        // Without a note it was finished after all, or somebody else has cleaned up.
        let Some(Condemned { note, named, all }) = condemned? else { return Ok(false) };
        if all && self.may_remove().await? {
            self.blobs.delete_folder(&id.to_string()).await?;
            self.blobs.delete_whatever_came(&layout::original(id, None)).await?;
        }
        let aside = Id::generate(self.store.clock(), self.store.randomness());
        for key in &note.keys {
            // Asked each time: another site may take the files over meanwhile. They stay then, and are that site's.
            let fate = match self.fate_of_copied(note.mark.as_deref()).await? {
                // The import is dead, and may have written it or not.
                Fate::Removed if note.copied => Fate::SetAside,
                fate => fate,
            };
            self.drop_file(key, fate, aside).await?;
        }
        for key in &named {
            if self.fate_of_copied(note.mark.as_deref()).await? != Fate::Kept {
                self.blobs.delete_parts(key).await?;
            }
        }
        Ok(true)
    }
}

/// What is to go.
struct Condemned {
    note: Unfinished,
    /// Files of the note that a record names. They stay; what writes have left of them that were killed goes.
    named: Vec<String>,
    /// Whether everything of the upload goes.
    all: bool,
}

/// Whether a record names a file.
fn is_named(transaction: &mut Transaction<'_>, key: &str) -> Result<bool, StoreError> {
    let Some(id) = layout::owner(key) else { return Ok(false) };
    match transaction.find::<Upload>(id) {
        Ok(found) => Ok(found.is_some_and(|stored| {
            stored.document.keys_and_sizes().into_iter().any(|(named, _)| named == key)
        })),
        // Nobody knows what it names.
        Err(StoreError::Unreadable { .. }) => Ok(true),
        Err(error) => Err(error),
    }
}

fn has_record(transaction: &mut Transaction<'_>, id: Id) -> Result<bool, StoreError> {
    match transaction.find::<Upload>(id) {
        Ok(found) => Ok(found.is_some()),
        Err(StoreError::Unreadable { .. }) => Ok(true),
        Err(error) => Err(error),
    }
}

pub(crate) const FORGOTTEN_AFTER: Duration = Duration::from_secs(60 * 60);
const FILES_WITHIN: Duration = Duration::from_secs(5);
