use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Id;
use store::{StoreError, Transaction};

use super::{FORGOTTEN_AFTER, Unfinished};
use crate::{Media, MediaError};

/// Keys in one note, so that no document grows without end.
const AT_A_TIME: usize = 2000;

/// Files that are being copied in, and the notes that tell of them should this process die.
#[derive(Clone, Debug)]
pub struct Copying {
    keys: Vec<String>,
    /// Of the place, when it began.
    mark: Option<String>,
    notes: Vec<Id>,
    written: Arc<Mutex<Vec<WrittenFile>>>,
}

/// What stands where it should, and the tag it has there.
#[derive(Clone, Debug)]
struct WrittenFile {
    key: String,
    tag: Option<String>,
}

impl Copying {
    /// One of the files is written. Should all fail, only those go again.
    pub fn add_written(&self, key: &str, tag: Option<String>) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.push(WrittenFile { key: key.to_owned(), tag });
    }

    fn written(&self) -> Vec<WrittenFile> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Media {
    /// Notes that these files are about to be copied in, before their records are. Whoever copies has
    /// to take the notes back with the records, or to abandon them.
    pub async fn note_copying(&self, keys: Vec<String>) -> Result<Copying, MediaError> {
        let mark = self.read_mark().await?;
        let noting = Copying { keys, mark, notes: Vec::new(), written: Arc::default() };
        let noted: Result<Copying, StoreError> = self
            .store
            .write(move |transaction| {
                let mut copying = noting.clone();
                // One in any case: it tells whether the records have come.
                let none = noting.keys.is_empty().then_some(&[][..]);
                for keys in noting.keys.chunks(AT_A_TIME).chain(none) {
                    let (id, created_at) = (transaction.generate_id(), transaction.now());
                    let (keys, mark) = (keys.to_vec(), noting.mark.clone());
                    transaction.insert(Unfinished::copied(id, created_at, keys, mark))?;
                    copying.notes.push(id);
                }
                Ok(copying)
            })
            .await;
        Ok(noted?)
    }

    /// Takes the notes back, in the transaction that brings the records. False where somebody took them for
    /// forgotten: the files may be gone, so no record may name them.
    pub fn note_copied(
        transaction: &mut Transaction<'_>,
        copying: &Copying,
    ) -> Result<bool, StoreError> {
        for id in &copying.notes {
            match transaction.find::<Unfinished>(*id)? {
                Some(note) if !note.document.condemned => transaction.delete::<Unfinished>(*id)?,
                _ => return Ok(false),
            }
        }
        Self::note_documents(transaction)?;
        Ok(true)
    }

    /// Sees to it, for as long as anybody waits for this, that nobody takes the notes for forgotten.
    pub async fn keep_copying(&self, copying: &Copying) -> Infallible {
        loop {
            tokio::time::sleep(FORGOTTEN_AFTER / 10).await;
            let ids = copying.notes.clone();
            let renewed: Result<(), StoreError> = self
                .store
                .write(move |transaction| {
                    for id in &ids {
                        let Some(mut note) = transaction.find::<Unfinished>(*id)? else { continue };
                        note.document.created_at = transaction.now();
                        transaction.replace(note)?;
                    }
                    Ok(())
                })
                .await;
            if let Err(error) = renewed {
                tracing::warn!(%error, "the notes of files that are copied grow old");
            }
        }
    }

    /// Removes what was written, and the notes; unless these went with the transaction that brought the records, whose
    /// answer was lost. False then: all is there, whatever was told.
    pub async fn abandon_copying(&self, copying: &Copying) -> Result<bool, MediaError> {
        if !self.is_copying(copying).await? {
            return Ok(false);
        }
        let aside = Id::generate(self.store.clock(), self.store.randomness());
        for key in &copying.keys {
            self.blobs.delete_parts(key).await?;
        }
        for WrittenFile { key, tag } in copying.written() {
            // Another file has come there since, which is not ours.
            let is_ours = match self.blobs.look(&key).await? {
                Some((_, there)) => there.is_some() && there == tag,
                None => false,
            };
            if is_ours {
                let fate = self.fate_of_copied(copying.mark.as_deref()).await?;
                self.drop_file(&key, fate, aside).await?;
            }
        }
        let notes = copying.notes.clone();
        let forgotten: Result<(), StoreError> = self
            .store
            .write(move |transaction| {
                for id in &notes {
                    if transaction.find::<Unfinished>(*id)?.is_some() {
                        transaction.delete::<Unfinished>(*id)?;
                    }
                }
                Ok(())
            })
            .await;
        forgotten?;
        Ok(true)
    }

    /// Whether the notes are still there, and stay until they are taken back. They are condemned for that: whoever is
    /// still to bring the records on a server fails, or was quicker.
    async fn is_copying(&self, copying: &Copying) -> Result<bool, MediaError> {
        let notes = copying.notes.clone();
        let condemned: Result<bool, StoreError> = self
            .store
            .write(move |transaction| {
                let mut is_there = false;
                for id in &notes {
                    let Some(mut note) = transaction.find::<Unfinished>(*id)? else { continue };
                    is_there = true;
                    note.document.condemned = true;
                    transaction.replace(note)?;
                }
                Ok(is_there)
            })
            .await;
        match condemned {
            Ok(is_there) => Ok(is_there),
            Err(error) if self.store.is_shared() => Err(error.into()),
            // A file on a full disk cannot be written before there is room. Nobody else writes it, so whoever has failed
            // has done nothing.
            Err(_) => {
                let notes = copying.notes.clone();
                let looking = self.store.read(move |transaction| {
                    let first = notes.first().map(|id| transaction.find::<Unfinished>(*id));
                    Ok::<_, StoreError>(first.transpose()?.flatten().is_some())
                });
                Ok(looking.await?)
            }
        }
    }
}
