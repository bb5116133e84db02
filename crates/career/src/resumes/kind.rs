use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Resume;

/// Whoever decides which resume is the default goes first or waits.
pub(super) const STREAM: &str = "resumes";

/// At most one is the default, whatever happens: all others have no value here.
const ONE_DEFAULT: Index = Index { name: "resumes_default", keys: &["default_for"], unique: true };

pub static RESUMES: Kind = Kind {
    name: "resumes",
    keys: &[Key::text("default_for").nullable()],
    indexes: &[ONE_DEFAULT],
    stream: Some(STREAM),
    ..Kind::PLAIN
};

pub const MIGRATION: Migration = Migration {
    name: "resumes",
    steps: &[Step::CreateCollection {
        name: "resumes",
        expires: false,
        streamed: true,
        keys: &[Key::text("default_for").nullable()],
        indexes: &[ONE_DEFAULT],
    }],
};

/// Whose default it is: there is one site.
pub(super) const THE_SITE: &str = "site";

impl Document for Resume {
    const KIND: &'static Kind = &RESUMES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.is_default.then(|| THE_SITE.to_owned()).into()]
    }
}
