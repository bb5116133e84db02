use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Kind, Value};

/// That the mail about a message was handed over, or is about to be. It has the message's id, so
/// there can only be one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    pub(super) id: Id,
    pub(super) handed_over_at: Timestamp,
    /// When the other side said that it has it.
    pub(super) taken_at: Option<Timestamp>,
}

pub static NOTICES: Kind = Kind { name: "contact_notices", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "contact_notices",
    steps: &[Step::CreateCollection {
        name: "contact_notices",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

impl Document for Notice {
    const KIND: &'static Kind = &NOTICES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
