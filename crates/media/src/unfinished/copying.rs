use kernel::Id;
use store::{Filter, StoreError, Transaction, Value};

use super::Unfinished;
use crate::Media;

/// Keys in one note, so that no document grows without end.
const AT_A_TIME: usize = 2000;

impl Media {
    /// Notes that these files are about to be copied in, before their records are. Whoever copies has
    /// to take the notes back with the records, or to abandon them.
    pub async fn note_copying(&self, keys: Vec<String>) -> Result<Vec<Id>, StoreError> {
        self.store
            .write(move |transaction| {
                let mut notes = Vec::new();
                for keys in keys.chunks(AT_A_TIME) {
                    let (id, created_at) = (transaction.generate_id(), transaction.now());
                    let keys = keys.to_vec();
                    transaction.insert(Unfinished { id, condemned: false, created_at, keys })?;
                    notes.push(id);
                }
                Ok(notes)
            })
            .await
    }

    /// Takes the notes back, in the transaction that brings the records.
    pub fn note_copied(transaction: &mut Transaction<'_>, notes: &[Id]) -> Result<(), StoreError> {
        let ids: Vec<Value> = notes.iter().map(|id| Value::from(*id)).collect();
        match ids.is_empty() {
            true => Ok(()),
            false => transaction.delete_where::<Unfinished>(&[Filter::OneOf("id", ids)]).map(drop),
        }
    }

    /// Removes the files of a note that was not taken back, and the note.
    pub async fn abandon_copying(&self, note: Id) {
        self.abandon(note).await;
    }
}
