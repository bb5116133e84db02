use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Key, Kind, Value};

/// Files of this upload may exist without a record of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// The upload's id, unless only some files of it are meant.
    pub id: Id,
    /// Its files are to go, whatever its writer does.
    pub condemned: bool,
    pub created_at: Timestamp,
    /// Where it is not about a whole upload: the files that are to go, and no others. They belong to
    /// an upload that has a record all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// The mark of the place when files were first copied into it. While it is still there, nobody has taken over what
    /// was copied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// An import has noted it. Whoever finds the note cannot tell which of the files that import has written, and which
    /// have come there by other hands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copied: bool,
}

impl Unfinished {
    /// Work that begins now: on all of an upload, or on these files.
    pub fn begun(id: Id, created_at: Timestamp, keys: Vec<String>) -> Self {
        Self { id, condemned: false, created_at, keys, mark: None, copied: false }
    }

    /// Files that are to go from the start.
    pub(crate) fn condemned(id: Id, created_at: Timestamp, keys: Vec<String>) -> Self {
        Self { condemned: true, ..Self::begun(id, created_at, keys) }
    }

    /// Files that an import begins to copy, where there is this mark.
    pub(super) fn copied(
        id: Id,
        created_at: Timestamp,
        keys: Vec<String>,
        mark: Option<String>,
    ) -> Self {
        Self { mark, copied: true, ..Self::begun(id, created_at, keys) }
    }
}

pub static UNFINISHED: Kind =
    Kind { name: "unfinished_uploads", keys: &[Key::time("created_at")], ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "unfinished_uploads",
    steps: &[Step::CreateCollection {
        name: "unfinished_uploads",
        expires: false,
        streamed: false,
        keys: &[Key::time("created_at")],
        indexes: &[],
    }],
};

impl Document for Unfinished {
    const KIND: &'static Kind = &UNFINISHED;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.created_at.as_micros().into()]
    }
}
