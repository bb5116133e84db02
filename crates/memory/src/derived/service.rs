use store::{Filter, Query, StoreError, Stored, Transaction};

use super::Derivation;
use crate::Memory;
use crate::chunks::{Chunk, NewChunk, Origin, enqueue, forget, remember};

impl Memory {
    /// Makes these the chunks of an original, as it was at a revision. A chunk whose text is still
    /// wanted stays as it is, with its vector.
    pub async fn follow_original(
        &self,
        origin: Origin,
        revision: i64,
        wanted: Vec<NewChunk>,
    ) -> Result<(), StoreError> {
        self.store
            .write(move |transaction| follow_in(transaction, &origin, revision, wanted.clone()))
            .await
    }
}

/// The same as part of somebody's transaction, for an original that is written in it.
pub fn follow_in(
    transaction: &mut Transaction<'_>,
    origin: &Origin,
    revision: i64,
    wanted: Vec<NewChunk>,
) -> Result<(), StoreError> {
    let known = transaction.find::<Derivation>(origin.id)?;
    let chunks = derived_from(transaction, origin)?;
    // Nothing was ever derived from it. Most content that changes is of this kind, and needs no
    // write.
    if known.is_none() && chunks.is_empty() && wanted.is_empty() {
        return Ok(());
    }
    // Somebody has looked at a later state. What we bring is older, although it comes later.
    if known.as_ref().is_some_and(|known| known.document.revision > revision) {
        return Ok(());
    }
    let derivation = Derivation { id: origin.id, revision };
    match known {
        None => {
            transaction.insert(derivation)?;
        }
        // Looked at again at the same revision, as a job that runs twice does.
        Some(known) if known.document == derivation => {}
        Some(known) => {
            let version = known.version;
            transaction.replace(Stored { version, document: derivation })?;
        }
    }
    replace(transaction, origin, chunks, wanted)
}

/// The chunks of an original.
pub fn derived_from(
    transaction: &mut Transaction<'_>,
    origin: &Origin,
) -> Result<Vec<Stored<Chunk>>, StoreError> {
    transaction.list::<Chunk>(&Query::all().filter(Filter::equal("origin", origin.key())))
}

fn replace(
    transaction: &mut Transaction<'_>,
    origin: &Origin,
    mut have: Vec<Stored<Chunk>>,
    wanted: Vec<NewChunk>,
) -> Result<(), StoreError> {
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    for mut want in wanted {
        want.origin = Some(origin.clone());
        let same_text = |stored: &Stored<Chunk>| stored.document.text == want.text;
        // By text: whoever moves a paragraph keeps the vectors of all others.
        match have.iter().position(same_text) {
            None => new.push(want),
            Some(position) => {
                let Stored { version, document } = have.swap_remove(position);
                let (id, created_at) = (document.id, document.created_at);
                let mut chunk = want.into_chunk(id, transaction.now());
                chunk.created_at = created_at;
                // Compared without the time of the change, or every chunk would count as changed.
                chunk.updated_at = document.updated_at;
                if chunk != document {
                    chunk.updated_at = transaction.now();
                    changed.push(Stored { version, document: chunk });
                }
            }
        }
    }
    // What is left over is no longer said.
    forget(transaction, have.iter().map(|stored| stored.document.id).collect())?;
    if !changed.is_empty() {
        let ids = changed.iter().map(|stored| stored.document.id).collect();
        transaction.replace_all(changed)?;
        enqueue(transaction, ids)?;
    }
    remember(transaction, new)?;
    Ok(())
}
