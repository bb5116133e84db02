//! The only two ways chunks come and go, inside somebody's transaction.

use std::time::Duration;

use kernel::Id;
use store::outbox::Job;
use store::{Filter, StoreError, Stored, Transaction, Value};

use super::{Chunk, Forgotten, NewChunk};
use crate::indexing::{IndexJob, Indexed, TOPIC, VectorSet};

/// How long a deletion is told to those who follow.
const TOLD_FOR: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Ids in one condition.
const AT_A_TIME: usize = 500;

/// Stores new chunks, with one job to index them all.
pub(crate) fn remember(
    transaction: &mut Transaction<'_>,
    chunks: Vec<NewChunk>,
) -> Result<Vec<Stored<Chunk>>, StoreError> {
    if chunks.is_empty() {
        return Ok(Vec::new());
    }
    let now = transaction.now();
    let chunks =
        chunks.into_iter().map(|chunk| chunk.into_chunk(transaction.generate_id(), now)).collect();
    // Chunk and job in one transaction: no chunk can be written and never be indexed.
    let stored = transaction.insert_all::<Chunk>(chunks)?;
    enqueue(transaction, stored.iter().map(|stored| stored.document.id).collect())?;
    Ok(stored)
}

/// Leaves the indexing of chunks for later, as part of the transaction that wrote them.
pub(crate) fn enqueue(
    transaction: &mut Transaction<'_>,
    chunks: Vec<Id>,
) -> Result<(), StoreError> {
    let job = Job::new(TOPIC, IndexJob::Chunks(chunks)).expect("ids are plain text");
    transaction.enqueue(job)
}

/// Removes chunks and what is known of their vectors, and tells every index.
pub(crate) fn forget(
    transaction: &mut Transaction<'_>,
    chunks: Vec<Id>,
) -> Result<u64, StoreError> {
    let mut gone = 0;
    // Databases limit how many values a statement may have.
    for part in chunks.chunks(AT_A_TIME) {
        let ids: Vec<Value> = part.iter().map(|id| Value::from(*id)).collect();
        let named = [Filter::OneOf("id", ids)];
        gone += transaction.delete_where::<Chunk>(&named)?;
        transaction.delete_where::<Indexed>(&named)?;
    }
    // Where the database keeps the vectors, they go with their chunks.
    // A set that is retired is on its way out, and waiting for it could mean waiting in a circle.
    for set in VectorSet::all(transaction)?.into_iter().map(|stored| stored.document) {
        if set.is_in_use() {
            transaction.delete_vectors(&set.table(), &chunks)?;
        }
    }
    // Other nodes hear of a deletion only by this note (`FORGOTTEN`).
    if gone > 0 {
        let expires_at = transaction.now().plus(TOLD_FOR);
        let id = transaction.generate_id();
        transaction.insert(Forgotten { id, chunks, expires_at })?;
    }
    Ok(gone)
}
