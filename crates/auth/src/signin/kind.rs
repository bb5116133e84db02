use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

/// An attempt to sign in that has come back from the provider and cannot come back again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpentAttempt {
    pub id: Id,
    pub mark: String,
    pub expires_at: Timestamp,
}

const BY_MARK: Index = Index { name: "spent_attempts_mark", keys: &["mark"], unique: true };

pub static SPENT: Kind = Kind {
    name: "spent_attempts",
    keys: &[Key::text("mark")],
    indexes: &[BY_MARK],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "spent_attempts",
    steps: &[Step::CreateCollection {
        name: "spent_attempts",
        expires: true,
        streamed: false,
        keys: &[Key::text("mark")],
        indexes: &[BY_MARK],
    }],
};

impl Document for SpentAttempt {
    const KIND: &'static Kind = &SPENT;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.mark.as_str())]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}
