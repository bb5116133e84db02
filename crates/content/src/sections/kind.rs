use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Section;
use crate::STREAM;

const ONE_PER_PLACE: Index = Index { name: "sections_place", keys: &["place"], unique: true };

pub static SECTIONS: Kind = Kind {
    name: "sections",
    keys: &[Key::text("place").nullable()],
    indexes: &[ONE_PER_PLACE],
    stream: Some(STREAM),
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "sections",
    steps: &[Step::CreateCollection {
        name: "sections",
        expires: false,
        streamed: true,
        keys: &[Key::text("place").nullable()],
        indexes: &[ONE_PER_PLACE],
    }],
};

impl Document for Section {
    const KIND: &'static Kind = &SECTIONS;

    fn id(&self) -> Id {
        self.id
    }

    /// The place below its parent, which a deleted section gives up.
    fn keys(&self) -> Vec<Value> {
        let place = match (self.deleted_at, self.parent_id) {
            (Some(_), _) => None,
            (None, Some(parent)) => Some(format!("{parent}/{}", self.slug)),
            (None, None) => Some(format!("/{}", self.slug)),
        };
        vec![place.into()]
    }
}
