use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Key, Kind, Value};

use super::Upload;

pub static UPLOADS: Kind =
    Kind { name: "uploads", keys: &[Key::time("created_at")], ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "uploads",
    steps: &[Step::CreateCollection {
        name: "uploads",
        expires: false,
        streamed: false,
        keys: &[Key::time("created_at")],
        indexes: &[],
    }],
};

impl Document for Upload {
    const KIND: &'static Kind = &UPLOADS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.created_at.as_micros().into()]
    }
}
