use std::time::Duration;

use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Miss;
use crate::redirects::path_key;

const ONE_PER_PATH: Index = Index { name: "misses_path", keys: &["path"], unique: true };
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);

pub static MISSES: Kind = Kind {
    name: "misses",
    keys: &[Key::text("path")],
    indexes: &[ONE_PER_PATH],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "misses",
    steps: &[Step::CreateCollection {
        name: "misses",
        expires: true,
        streamed: false,
        keys: &[Key::text("path")],
        indexes: &[ONE_PER_PATH],
    }],
};

impl Document for Miss {
    const KIND: &'static Kind = &MISSES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        // A hash, because a path may be longer than an entry of an index.
        vec![path_key(self.path.as_str()).into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.last_seen.plus(KEPT_FOR))
    }
}
