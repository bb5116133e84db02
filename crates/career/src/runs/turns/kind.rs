use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Kind, Value};

/// There is one document.
// A valid version 7 id with the time 0: no id that is made later can be the same.
pub(super) const ONLY: Id = Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00tailor");

pub static TAILORING_TURNS: Kind = Kind { name: "tailoring_turns", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "tailoring_turns",
    steps: &[Step::CreateCollection {
        name: "tailoring_turns",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

/// Who is at work on whichever node. One document for all of them: whoever counts holds it until they
/// have taken a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TailoringTurns {
    pub id: Id,
    pub leases: Vec<Lease>,
}

/// A turn that ends by itself if nobody ends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub id: Id,
    pub node: Id,
    pub user_id: String,
    pub until: Timestamp,
}

impl Document for TailoringTurns {
    const KIND: &'static Kind = &TAILORING_TURNS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
