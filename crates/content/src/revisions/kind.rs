use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::{Revision, RevisionBody};

const NUMBERED: Index =
    Index { name: "revisions_number", keys: &["item_id", "number"], unique: true };

/// They change only together with their items, whose stream is held then.
pub static REVISIONS: Kind = Kind {
    name: "revisions",
    keys: &[Key::text("item_id"), Key::integer("number")],
    indexes: &[NUMBERED],
    ..Kind::PLAIN
};

pub static REVISION_BODIES: Kind = Kind { name: "revision_bodies", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "revisions",
    steps: &[
        Step::CreateCollection {
            name: "revisions",
            expires: false,
            streamed: false,
            keys: &[Key::text("item_id"), Key::integer("number")],
            indexes: &[NUMBERED],
        },
        Step::CreateCollection {
            name: "revision_bodies",
            expires: false,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
    ],
};

impl Document for Revision {
    const KIND: &'static Kind = &REVISIONS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.item_id.into(), Value::Integer(self.number)]
    }
}

impl Document for RevisionBody {
    const KIND: &'static Kind = &REVISION_BODIES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
