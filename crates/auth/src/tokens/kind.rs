use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Token;

const KEYS: &[Key] = &[Key::text("hash"), Key::time("created_at")];
const BY_HASH: Index = Index { name: "tokens_hash", keys: &["hash"], unique: true };

pub static TOKENS: Kind =
    Kind { name: "tokens", keys: KEYS, indexes: &[BY_HASH], expires: true, ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "tokens",
    steps: &[Step::CreateCollection {
        name: "tokens",
        expires: true,
        streamed: false,
        keys: &[Key::text("hash"), Key::time("created_at")],
        indexes: &[BY_HASH],
    }],
};

impl Document for Token {
    const KIND: &'static Kind = &TOKENS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.hash.as_str()), self.created_at.into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        self.expires_at
    }
}
