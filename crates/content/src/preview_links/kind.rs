use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::{PreviewKey, PreviewLink};

const BY_ITEM: Index =
    Index { name: "preview_links_item", keys: &["item_id", "created_at"], unique: false };
const ONE_OF_EACH: Index = Index { name: "preview_keys_name", keys: &["name"], unique: true };

pub static PREVIEW_LINKS: Kind = Kind {
    name: "preview_links",
    keys: &[Key::text("item_id"), Key::time("created_at")],
    indexes: &[BY_ITEM],
    expires: true,
    ..Kind::PLAIN
};

pub static PREVIEW_KEYS: Kind = Kind {
    name: "preview_keys",
    keys: &[Key::text("name")],
    indexes: &[ONE_OF_EACH],
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "preview_links",
    steps: &[
        Step::CreateCollection {
            name: "preview_links",
            expires: true,
            streamed: false,
            keys: &[Key::text("item_id"), Key::time("created_at")],
            indexes: &[BY_ITEM],
        },
        Step::CreateCollection {
            name: "preview_keys",
            expires: false,
            streamed: false,
            keys: &[Key::text("name")],
            indexes: &[ONE_OF_EACH],
        },
    ],
};

impl Document for PreviewLink {
    const KIND: &'static Kind = &PREVIEW_LINKS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.item_id.into(), self.created_at.into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}

impl Document for PreviewKey {
    const KIND: &'static Kind = &PREVIEW_KEYS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.name.as_str())]
    }
}
