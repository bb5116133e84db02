use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Resume;
use super::arrangement::{with_parts, with_positions};

/// Whoever decides which resume is the default goes first or waits.
pub(super) const STREAM: &str = "resumes";

/// At most one is the default, whatever happens: all others have no value here.
const ONE_DEFAULT: Index = Index { name: "resumes_default", keys: &["default_for"], unique: true };

/// Form 2: highlights that stood in one text are read one by one, so that rules may name others than before. Form 3: so are
/// positions with one employer.
pub static RESUMES: Kind = Kind {
    name: "resumes",
    form: 3,
    upgrade: |form, resume| match form {
        1 => with_parts(with_positions(resume)),
        _ => with_positions(resume),
    },
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
