use std::collections::BTreeMap;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::name::{is_of, is_unmarked, mark};
use crate::archive::Worth;

/// How the backups of a site stand: one document, shared by all its nodes. It says when the next is due and
/// who is at work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupState {
    pub id: Id,
    pub name: String,
    pub holder: Option<Holder>,
    pub last_good: Option<GoodBackup>,
    /// The last one from before names told whose they are, while it is there: that one is ours.
    #[serde(default)]
    pub unmarked: Option<String>,
    /// The last one that cannot be brought back, where no good one has come after it.
    #[serde(default)]
    pub last_stuck: Option<StuckBackup>,
    /// How good backups are, by their names. Of whichever is not here nobody knows.
    #[serde(default)]
    pub worth: BTreeMap<String, Worth>,
    /// Since the last good one.
    pub failures: u32,
    /// After a failure: not before this.
    pub next_try: Option<Timestamp>,
}

/// Who writes a backup, and until when others believe it without hearing more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Made for this one backup.
    pub claim: Id,
    pub until: Timestamp,
}

/// A backup that was written and read back, and cannot be brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckBackup {
    pub made_at: Timestamp,
    /// As in a good one.
    pub faults: u64,
}

/// A backup that was written and read back, and can be brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoodBackup {
    pub file: String,
    pub made_at: Timestamp,
    pub bytes: u64,
    pub documents: u64,
    pub files: u64,
    /// How many things in the site were not in order then, files that were missing among them.
    pub faults: u64,
}

/// What is where backups are kept after the oldest were removed.
#[derive(Clone, Debug, Default)]
pub(super) struct Cleared {
    pub(super) left: Vec<String>,
    pub(super) removed: Vec<String>,
}

impl BackupState {
    pub(super) const NAME: &str = "backups";

    pub(super) fn new(id: Id) -> Self {
        let (name, holder, last_good, next_try) = (Self::NAME.to_owned(), None, None, None);
        let (unmarked, last_stuck, worth) = (None, None, BTreeMap::new());
        Self { id, name, holder, last_good, unmarked, last_stuck, worth, failures: 0, next_try }
    }

    /// There is a new good one. Of the one before it this document is the only proof whose it is, where its name
    /// does not tell.
    pub(super) fn has_made(&mut self, good: GoodBackup) {
        let before = self.last_good.replace(good).map(|before| before.file);
        if let Some(before) = before.filter(|before| is_unmarked(before)) {
            self.unmarked = Some(before);
        }
        (self.failures, self.next_try, self.last_stuck) = (0, None, None);
    }

    /// There is one that cannot be brought back. It was made all the same, so the next is due when it would be after a
    /// good one: sooner ones would only take the room.
    pub(super) fn is_stuck(&mut self, stuck: StuckBackup) {
        self.last_stuck = Some(stuck);
        (self.failures, self.next_try) = (self.failures.saturating_add(1), None);
    }

    /// As people are told.
    pub(super) fn last_good_at(&self) -> String {
        let last_good = self.last_good.as_ref().map(|good| good.made_at.to_string());
        last_good.unwrap_or_else(|| "never".to_owned())
    }

    /// When the last one was made, good or not.
    pub(super) fn last_made(&self) -> Option<Timestamp> {
        let good = self.last_good.as_ref().map(|good| good.made_at);
        good.max(self.last_stuck.as_ref().map(|stuck| stuck.made_at))
    }

    /// Forgets backups that were removed. One that is only not there may come back, as a disk does that was not
    /// mounted; of such the oldest are forgotten when there are many.
    pub(super) fn forget(&mut self, Cleared { left, removed }: &Cleared) {
        const MOST_AWAY: usize = 100;
        self.unmarked.take_if(|name| !left.contains(name));
        self.worth.retain(|name, _| !removed.contains(name));
        let away: Vec<_> = self.worth.keys().filter(|name| !left.contains(name)).cloned().collect();
        for name in away.iter().rev().skip(MOST_AWAY) {
            self.worth.remove(name);
        }
    }

    /// Whether a file is a backup of this site: it says so itself, or we remember having made it.
    pub(super) fn has_written(&self, file: &str) -> bool {
        let remembered = self.last_good.as_ref().is_some_and(|good| good.file == file)
            || self.unmarked.as_deref() == Some(file);
        is_of(&mark(self.id), file) || (is_unmarked(file) && remembered)
    }
}

pub static BACKUPS: Kind = Kind { name: "backups", keys: KEYS, indexes: INDEXES, ..Kind::PLAIN };

const KEYS: &[Key] = &[Key::text("name")];
const INDEXES: &[Index] = &[Index { name: "backups_name", keys: &["name"], unique: true }];

pub const MIGRATION: Migration = Migration {
    name: "backups",
    steps: &[Step::CreateCollection {
        name: "backups",
        expires: false,
        streamed: false,
        keys: &[Key::text("name")],
        indexes: &[Index { name: "backups_name", keys: &["name"], unique: true }],
    }],
};

impl Document for BackupState {
    const KIND: &'static Kind = &BACKUPS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.name.as_str())]
    }
}
