use kernel::{Id, Timestamp};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::{Hits, Redirect};
use crate::STREAM;

const ONE_PER_PATH: Index = Index { name: "redirects_old_path", keys: &["old_path"], unique: true };

pub static REDIRECTS: Kind = Kind {
    name: "redirects",
    keys: &[Key::text("old_path").nullable()],
    indexes: &[ONE_PER_PATH],
    expires: true,
    stream: Some(STREAM),
    ..Kind::PLAIN
};

pub static HITS: Kind = Kind { name: "redirect_hits", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "redirects",
    steps: &[
        Step::CreateCollection {
            name: "redirects",
            expires: true,
            streamed: true,
            keys: &[Key::text("old_path").nullable()],
            indexes: &[ONE_PER_PATH],
        },
        Step::CreateCollection {
            name: "redirect_hits",
            expires: false,
            streamed: false,
            keys: &[],
            indexes: &[],
        },
    ],
};

impl Document for Redirect {
    const KIND: &'static Kind = &REDIRECTS;

    fn id(&self) -> Id {
        self.id
    }

    /// A hash stands for the path: a path may be longer than an index entry of PostgreSQL.
    fn keys(&self) -> Vec<Value> {
        // Nothing for a removed one: its path is free for the next redirect while it waits to be
        // forgotten.
        let path = (!self.removed).then(|| path_key(self.old_path.as_str()));
        vec![path.into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        self.expires_at
    }
}

/// A path as a key.
pub(crate) fn path_key(path: &str) -> String {
    format!("{:032x}", xxhash_rust::xxh3::xxh3_128(path.as_bytes()))
}

impl Document for Hits {
    const KIND: &'static Kind = &HITS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
