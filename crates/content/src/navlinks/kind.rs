use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Key, Kind, Value};

use super::NavLink;

pub static NAVLINKS: Kind = Kind {
    name: "navlinks",
    keys: &[Key::real("sort_order"), Key::text("title")],
    stream: Some("navlinks"),
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "navlinks",
    steps: &[Step::CreateCollection {
        name: "navlinks",
        expires: false,
        streamed: true,
        keys: &[Key::real("sort_order"), Key::text("title")],
        indexes: &[],
    }],
};

impl Document for NavLink {
    const KIND: &'static Kind = &NAVLINKS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.sort_order.into(), Value::from(self.title.as_str())]
    }
}
