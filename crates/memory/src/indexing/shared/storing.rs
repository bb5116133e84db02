//! Vectors into the database.

use std::collections::HashMap;

use kernel::Id;
use recall::embed::ModelIdentity;
use store::vectors::{VectorRow, VectorStamp};
use store::{Filter, Query, StoreError, Stored, Transaction, Value};

use super::following::Shared;
use super::kind::{SetState, VectorSet};
use super::set::labels;
use crate::STREAM;
use crate::chunks::Chunk;
use crate::indexing::kind::Indexed;
use crate::indexing::node_index::Made;
use crate::indexing::payload::{fingerprint, payload};

impl Shared {
    /// Stores vectors of a model whose chunks are still at the version they were made from, and notes
    /// that they are there. All others are dropped: somebody has deleted or rewritten the text, or
    /// wants another model by now.
    pub(in crate::indexing) async fn put(
        &self,
        model: ModelIdentity,
        made: Vec<Made>,
    ) -> Result<(), StoreError> {
        let support = self.support.clone();
        self.store
            .write(move |transaction| {
                // First of all: from here on no chunk changes, and no set. Whoever changes one enters
                // the same stream, so nobody waits for this in a circle either.
                let revision = transaction.enter(STREAM)?;
                let sets = VectorSet::all(transaction)?.into_iter().map(|stored| stored.document);
                let wanted: Vec<VectorSet> = sets
                    .filter(|set| set.state != SetState::Retired && set.identity() == model)
                    .collect();
                let rows = rows(transaction, &made)?;
                if wanted.is_empty() || rows.is_empty() {
                    return Ok(());
                }
                for set in &wanted {
                    support.put(transaction, &set.table(), revision, &rows)?;
                }
                for row in &rows {
                    // The chunk itself is not held: somebody may hold it and wait for the stream.
                    Indexed::note_current(transaction, row.stamp.id, row.stamp.version)?;
                }
                Ok(())
            })
            .await
    }
}

fn rows(transaction: &mut Transaction<'_>, made: &[Made]) -> Result<Vec<VectorRow>, StoreError> {
    let by_id: HashMap<Id, &Made> = made.iter().map(|made| (made.id, made)).collect();
    let ids = by_id.keys().map(|id| Value::from(*id)).collect();
    let chunks = transaction.list::<Chunk>(&Query::all().filter(Filter::OneOf("id", ids)))?;
    let row = |Stored { version, document }: Stored<Chunk>| {
        let made = by_id.get(&document.id).filter(|made| made.version == version)?;
        Some(VectorRow {
            stamp: VectorStamp {
                id: document.id,
                version,
                fingerprint: fingerprint(&document.text),
            },
            labels: labels(&payload(&document)),
            values: made.embedding.values().to_vec(),
        })
    };
    Ok(chunks.into_iter().filter_map(row).collect())
}
