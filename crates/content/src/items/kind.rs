use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::{Body, Item};
use crate::STREAM;

const ONE_PER_PLACE: Index = Index { name: "items_place", keys: &["place"], unique: true };

pub static ITEMS: Kind = Kind {
    name: "items",
    keys: &[Key::text("place").nullable()],
    indexes: &[ONE_PER_PLACE],
    stream: Some(STREAM),
    ..Kind::PLAIN
};

/// Bodies change only together with their items, so only items are followed.
pub static BODIES: Kind = Kind { name: "bodies", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "items",
    steps: &[
        Step::CreateCollection {
            name: "items",
            expires: false,
            streamed: true,
            keys: &[Key::text("place").nullable()],
            indexes: &[ONE_PER_PLACE],
        },
        Step::CreateCollection {
            name: "bodies",
            expires: false,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
    ],
};

impl Document for Item {
    const KIND: &'static Kind = &ITEMS;

    fn id(&self) -> Id {
        self.id
    }

    /// The place in its section among items of its type, which a deleted item gives up.
    fn keys(&self) -> Vec<Value> {
        let section = self.section_id.map(|id| id.to_string()).unwrap_or_default();
        let place = self
            .deleted_at
            .is_none()
            .then(|| format!("{}:{section}/{}", self.content_type.name(), self.slug));
        vec![place.into()]
    }
}

impl Document for Body {
    const KIND: &'static Kind = &BODIES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
