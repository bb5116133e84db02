use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::OwnerLink;

const BY_HASH: Index = Index { name: "links_hash", keys: &["hash"], unique: true };

pub static LINKS: Kind = Kind {
    name: "links",
    keys: &[Key::text("hash")],
    indexes: &[BY_HASH],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "links",
    steps: &[Step::CreateCollection {
        name: "links",
        expires: true,
        streamed: false,
        keys: &[Key::text("hash")],
        indexes: &[BY_HASH],
    }],
};

impl Document for OwnerLink {
    const KIND: &'static Kind = &LINKS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.hash.as_str())]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}
