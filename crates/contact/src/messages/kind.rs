use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Message;

pub static MESSAGES: Kind = Kind {
    name: "contact_messages",
    keys: &[Key::time("created_at"), Key::flag("read")],
    indexes: &[Index { name: "contact_messages_created", keys: &["created_at"], unique: false }],
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "contact_messages",
    steps: &[Step::CreateCollection {
        name: "contact_messages",
        expires: false,
        streamed: false,
        keys: &[Key::time("created_at"), Key::flag("read")],
        indexes: &[Index {
            name: "contact_messages_created",
            keys: &["created_at"],
            unique: false,
        }],
    }],
};

impl Document for Message {
    const KIND: &'static Kind = &MESSAGES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.created_at.into(), self.read.into()]
    }
}
