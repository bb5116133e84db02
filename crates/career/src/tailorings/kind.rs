use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Tailoring;

const BY_USER: Index = Index { name: "tailorings_user", keys: &["user_id"], unique: false };

pub static TAILORINGS: Kind =
    Kind { name: "tailorings", keys: &[Key::text("user_id")], indexes: &[BY_USER], ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "tailorings",
    steps: &[Step::CreateCollection {
        name: "tailorings",
        expires: false,
        streamed: false,
        keys: &[Key::text("user_id")],
        indexes: &[BY_USER],
    }],
};

impl Document for Tailoring {
    const KIND: &'static Kind = &TAILORINGS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.user_id.as_str().into()]
    }
}
