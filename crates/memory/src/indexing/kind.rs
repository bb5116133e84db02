use std::collections::HashMap;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Filter, Kind, Query, StoreError, Stored, Transaction, Value};

use crate::chunks::Chunk;

pub static INDEXED: Kind = Kind { name: "indexed_chunks", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "indexed-chunks",
    steps: &[Step::CreateCollection {
        name: "indexed_chunks",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

/// That the vector of one version of a chunk has been stored. Kept under the chunk's id, apart from
/// the chunk: indexing must not change the version that an editor holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Indexed {
    pub id: Id,
    pub chunk_version: i64,
    pub indexed_at: Timestamp,
}

impl Document for Indexed {
    const KIND: &'static Kind = &INDEXED;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

impl Indexed {
    /// Notes that a version of a chunk is in the index, unless the chunk is another by now.
    pub(crate) fn note(
        transaction: &mut Transaction<'_>,
        id: Id,
        chunk_version: i64,
    ) -> Result<(), StoreError> {
        let current = transaction.find::<Chunk>(id)?;
        // Somebody has rewritten it while it was embedded. The note would say that the new text is
        // found.
        if current.is_none_or(|chunk| chunk.version != chunk_version) {
            return Ok(());
        }
        Self::note_current(transaction, id, chunk_version)
    }

    /// The same for somebody who is sure that the chunk is at this version, and stays so.
    pub(super) fn note_current(
        transaction: &mut Transaction<'_>,
        id: Id,
        chunk_version: i64,
    ) -> Result<(), StoreError> {
        let indexed_at = transaction.now();
        match transaction.find::<Self>(id)? {
            None => transaction.insert(Self { id, chunk_version, indexed_at }).map(drop),
            // A slower node noted an earlier version, or the same one twice.
            Some(known) if known.document.chunk_version >= chunk_version => Ok(()),
            Some(mut known) => {
                known.document = Self { id, chunk_version, indexed_at };
                transaction.replace(known).map(drop)
            }
        }
    }

    /// When each of these chunks was indexed, where it was in the version it has now.
    pub(crate) fn of_all(
        transaction: &mut Transaction<'_>,
        chunks: &[Stored<Chunk>],
    ) -> Result<HashMap<Id, Timestamp>, StoreError> {
        let versions: HashMap<Id, i64> =
            chunks.iter().map(|stored| (stored.document.id, stored.version)).collect();
        let ids = versions.keys().map(|id| Value::from(*id)).collect();
        let noted = transaction.list::<Self>(&Query::all().filter(Filter::OneOf("id", ids)))?;
        let current = noted
            .into_iter()
            .map(|stored| stored.document)
            .filter(|noted| versions.get(&noted.id) == Some(&noted.chunk_version));
        Ok(current.map(|noted| (noted.id, noted.indexed_at)).collect())
    }

    /// When this version of a chunk was indexed.
    pub(crate) fn at(
        transaction: &mut Transaction<'_>,
        id: Id,
        chunk_version: i64,
    ) -> Result<Option<Timestamp>, StoreError> {
        let noted = transaction.find::<Self>(id)?.map(|stored| stored.document);
        Ok(noted.filter(|noted| noted.chunk_version == chunk_version).map(|noted| noted.indexed_at))
    }
}
