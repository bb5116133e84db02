use kernel::Id;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Kind, Value};

pub static DERIVATIONS: Kind = Kind { name: "derivations", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "derivations",
    steps: &[Step::CreateCollection {
        name: "derivations",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

/// Up to where an original was followed. Kept under the original's id, also when nothing of it is
/// remembered any more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Derivation {
    pub id: Id,
    pub revision: i64,
}

impl Document for Derivation {
    const KIND: &'static Kind = &DERIVATIONS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
