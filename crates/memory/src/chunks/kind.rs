use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::{Chunk, Purpose};
use crate::STREAM;

const BY_SOURCE: Index = Index { name: "chunks_source", keys: &["source"], unique: false };
/// Every start asks for all ids and versions; without it that would read all texts.
const BY_VERSION: Index = Index { name: "chunks_version", keys: &["id", "version"], unique: false };
const BY_ORIGIN: Index = Index { name: "chunks_origin", keys: &["origin"], unique: false };

pub static CHUNKS: Kind = Kind {
    name: "chunks",
    keys: &[
        Key::text("source"),
        Key::text("chunk_type"),
        Key::flag("facts"),
        Key::flag("personality"),
        Key::flag("strategy"),
        Key::text("origin").nullable(),
        Key::text("user_id").nullable(),
    ],
    // None by user: whose a chunk is, the search indexes know, and the database is never asked for
    // all chunks of a user.
    indexes: &[BY_SOURCE, BY_ORIGIN, BY_VERSION],
    stream: Some(STREAM),
    ..Kind::PLAIN
};

/// A stream tells what was written, not what was deleted; so deletions are written too.
pub static FORGOTTEN: Kind =
    Kind { name: "forgotten_chunks", expires: true, stream: Some(STREAM), ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "chunks",
    steps: &[
        Step::CreateCollection {
            name: "chunks",
            expires: false,
            streamed: true,
            keys: &[
                Key::text("source"),
                Key::text("chunk_type"),
                Key::flag("facts"),
                Key::flag("personality"),
                Key::flag("strategy"),
                Key::text("origin").nullable(),
                Key::text("user_id").nullable(),
            ],
            // Without `BY_VERSION`, which came later: what was released is not edited.
            indexes: &[BY_SOURCE, BY_ORIGIN],
        },
        Step::CreateCollection {
            name: "forgotten_chunks",
            expires: true,
            streamed: true,
            keys: &[],
            indexes: &[],
        },
    ],
};

pub const VERSIONS_MIGRATION: Migration = Migration {
    name: "chunks_version",
    steps: &[Step::AddIndex { collection: "chunks", index: BY_VERSION }],
};

/// Chunks that are gone, for the indexes of other processes. It outlives every pause in following;
/// whoever was away for longer compares everything when it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forgotten {
    pub id: Id,
    pub chunks: Vec<Id>,
    pub expires_at: Timestamp,
}

impl Document for Chunk {
    const KIND: &'static Kind = &CHUNKS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        let serves = |purpose| Value::from(self.purpose.contains(&purpose));
        vec![
            self.source.name().into(),
            self.chunk_type.name().into(),
            serves(Purpose::Facts),
            serves(Purpose::Personality),
            serves(Purpose::Strategy),
            self.origin.as_ref().map(super::Origin::key).into(),
            self.user_id.clone().into(),
        ]
    }
}

impl Document for Forgotten {
    const KIND: &'static Kind = &FORGOTTEN;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}
