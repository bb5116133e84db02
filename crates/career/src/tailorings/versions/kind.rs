use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::TailoringVersion;

const NUMBERED: Index =
    Index { name: "tailoring_versions_number", keys: &["tailoring_id", "number"], unique: true };
const BY_USER: Index =
    Index { name: "tailoring_versions_user", keys: &["user_id", "tailoring_id"], unique: false };

pub static VERSIONS: Kind = Kind {
    name: "tailoring_versions",
    keys: &[Key::text("user_id"), Key::text("tailoring_id"), Key::integer("number")],
    indexes: &[NUMBERED, BY_USER],
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "tailoring_versions",
    steps: &[Step::CreateCollection {
        name: "tailoring_versions",
        expires: false,
        streamed: false,
        keys: &[Key::text("user_id"), Key::text("tailoring_id"), Key::integer("number")],
        indexes: &[NUMBERED, BY_USER],
    }],
};

impl Document for TailoringVersion {
    const KIND: &'static Kind = &VERSIONS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.user_id.as_str().into(), self.tailoring_id.into(), Value::Integer(self.number)]
    }
}
