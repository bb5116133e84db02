use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Session;

const BY_HASH: Index = Index { name: "sessions_hash", keys: &["hash"], unique: true };
const BY_USER: Index =
    Index { name: "sessions_user", keys: &["user_id", "created_at"], unique: false };

pub static SESSIONS: Kind = Kind {
    name: "sessions",
    keys: &[Key::text("hash"), Key::text("user_id"), Key::time("created_at")],
    indexes: &[BY_HASH, BY_USER],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "sessions",
    steps: &[Step::CreateCollection {
        name: "sessions",
        expires: true,
        streamed: false,
        keys: &[Key::text("hash"), Key::text("user_id"), Key::time("created_at")],
        indexes: &[BY_HASH, BY_USER],
    }],
};

impl Document for Session {
    const KIND: &'static Kind = &SESSIONS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![
            Value::from(self.hash.as_str()),
            Value::from(self.user_id.as_str()),
            self.created_at.into(),
        ]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}
