use std::collections::BTreeMap;
use std::time::Duration;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::name::{is_of, is_unmarked, mark, name};

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
    /// How many files of media backups miss, by their names. Whichever is not here misses none that we know of.
    #[serde(default)]
    pub missing: BTreeMap<String, u64>,
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

/// A backup that was written and read back.
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

impl BackupState {
    pub(super) const NAME: &str = "backups";

    pub(super) fn new(id: Id) -> Self {
        let (name, holder, last_good, next_try) = (Self::NAME.to_owned(), None, None, None);
        let missing = BTreeMap::new();
        Self { id, name, holder, last_good, unmarked: None, missing, failures: 0, next_try }
    }

    /// There is a new good one. Of the one before it this document is the only proof whose it is, where its name
    /// does not tell.
    pub(super) fn has_made(&mut self, good: GoodBackup) {
        let before = self.last_good.replace(good).map(|before| before.file);
        if let Some(before) = before.filter(|before| is_unmarked(before)) {
            self.unmarked = Some(before);
        }
        (self.failures, self.next_try) = (0, None);
    }

    /// Forgets what was known of backups that are not there any more. A young one may still be in the making.
    pub(super) fn forget_all_but(&mut self, there: &[String], now: Timestamp) {
        const IN_THE_MAKING: Duration = Duration::from_secs(24 * 60 * 60);
        let young = name(now.minus(IN_THE_MAKING), "");
        self.unmarked.take_if(|name| !there.contains(name));
        self.missing.retain(|name, _| there.contains(name) || *name > young);
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
