use std::time::Duration;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

/// How often one page was looked at on one day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageCount {
    pub id: Id,
    /// `home`, or the id of the section or item, which stays the same when the address changes.
    pub page: String,
    /// The beginning of the day, in UTC.
    pub day: Timestamp,
    pub count: u64,
}

const ONE_PER_DAY: Index = Index { name: "page_counts_day", keys: &["day", "page"], unique: true };

pub static PAGE_COUNTS: Kind = Kind {
    name: "page_counts",
    keys: &[Key::time("day"), Key::text("page")],
    indexes: &[ONE_PER_DAY],
    expires: true,
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "page_counts",
    steps: &[Step::CreateCollection {
        name: "page_counts",
        expires: true,
        streamed: false,
        keys: &[Key::time("day"), Key::text("page")],
        indexes: &[ONE_PER_DAY],
    }],
};

const A_YEAR: Duration = Duration::from_secs(366 * 24 * 60 * 60);

impl Document for PageCount {
    const KIND: &'static Kind = &PAGE_COUNTS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.day.into(), self.page.as_str().into()]
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.day.plus(A_YEAR))
    }
}
