use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Feedback;

const BY_USER: Index = Index { name: "voice_feedback_user", keys: &["user_id"], unique: false };

/// What the owner has said is looked for by itself: it decides about words, not only about tone.
const BY_OWNER: Index = Index { name: "voice_feedback_owner", keys: &["by_owner"], unique: false };
const OWNER: Key = Key::text("by_owner").nullable();
const KEYS: &[Key] = &[Key::text("user_id"), Key::text("feedback_type"), OWNER];

pub static FEEDBACK: Kind =
    Kind { name: "voice_feedback", keys: KEYS, indexes: &[BY_USER, BY_OWNER], ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "voice-feedback",
    steps: &[Step::CreateCollection {
        name: "voice_feedback",
        expires: false,
        streamed: false,
        keys: &[Key::text("user_id"), Key::text("feedback_type")],
        indexes: &[BY_USER],
    }],
};

pub const OWNER_MIGRATION: Migration = Migration {
    name: "voice-feedback-owner",
    steps: &[
        Step::AddKey { collection: "voice_feedback", key: OWNER },
        Step::AddIndex { collection: "voice_feedback", index: BY_OWNER },
    ],
};

/// The value of the key `by_owner`; what others say has none.
pub(super) const BY_THE_OWNER: &str = "yes";

impl Document for Feedback {
    const KIND: &'static Kind = &FEEDBACK;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        let by_owner = self.by_owner.then(|| BY_THE_OWNER.to_owned());
        vec![self.user_id.as_str().into(), self.feedback_type.name().into(), by_owner.into()]
    }
}
