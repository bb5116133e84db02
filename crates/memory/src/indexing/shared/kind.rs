use kernel::{Id, Timestamp};
use recall::embed::ModelIdentity;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::vectors::VectorTable;
use store::{Document, Kind, Query, StoreError, Stored, Transaction, Value};

use crate::STREAM;
use crate::embedding::Reach;

pub static VECTOR_SETS: Kind = Kind { name: "vector_sets", stream: Some(STREAM), ..Kind::PLAIN };

pub static INDEXING_TURN: Kind = Kind { name: "indexing_turns", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "shared_vectors",
    steps: &[
        Step::CreateCollection {
            name: "vector_sets",
            expires: false,
            streamed: true,
            keys: &[],
            indexes: &[],
        },
        Step::CreateCollection {
            name: "indexing_turns",
            expires: false,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
    ],
};

/// What a set of vectors is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetState {
    Serving,
    /// Being filled; serves when it is complete.
    Next,
    /// Of no use any more. Its table is dropped as soon as nobody is reading it.
    Retired,
}

/// Vectors of one model that the database keeps for all nodes, in a table of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VectorSet {
    pub id: Id,
    pub model: String,
    pub dimension: usize,
    pub state: SetState,
    /// Under which number somebody has asked for it; none where another model needs it.
    pub asked: Option<u64>,
    pub(crate) reach: Option<Reach>,
}

impl Document for VectorSet {
    const KIND: &'static Kind = &VECTOR_SETS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

impl VectorSet {
    pub(crate) fn table(&self) -> VectorTable {
        VectorTable { id: self.id, dimension: self.dimension }
    }

    /// Whether its vectors count.
    pub(crate) fn is_in_use(&self) -> bool {
        self.state != SetState::Retired
    }

    /// Whether searches use them.
    pub(crate) fn is_serving(&self) -> bool {
        self.state == SetState::Serving
    }

    pub(super) fn identity(&self) -> ModelIdentity {
        ModelIdentity { name: self.model.clone(), dimension: self.dimension }
    }

    pub(crate) fn all(transaction: &mut Transaction<'_>) -> Result<Vec<Stored<Self>>, StoreError> {
        transaction.list::<Self>(&Query::all())
    }

    /// The same for somebody who looks for damage and is not stopped by it.
    pub(crate) fn readable(transaction: &mut Transaction<'_>) -> Result<Vec<Self>, StoreError> {
        let mut sets = Vec::new();
        transaction.scan::<Self>(|stored| sets.push(stored.document))?;
        Ok(sets)
    }
}

/// Which node embeds at this moment, so that several do not make the same vectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexingTurn {
    pub id: Id,
    pub holder: Id,
    pub until: Timestamp,
}

impl Document for IndexingTurn {
    const KIND: &'static Kind = &INDEXING_TURN;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
