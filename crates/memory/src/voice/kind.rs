use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Value};

use super::Feedback;

const BY_USER: Index = Index { name: "voice_feedback_user", keys: &["user_id"], unique: false };

pub static FEEDBACK: Kind = Kind {
    name: "voice_feedback",
    form: 1,
    keys: &[Key::text("user_id"), Key::text("feedback_type")],
    indexes: &[BY_USER],
    expires: false,
    stream: None,
    upgrade: Kind::never_changed,
};

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

impl Document for Feedback {
    const KIND: &'static Kind = &FEEDBACK;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.user_id.as_str().into(), self.feedback_type.name().into()]
    }
}
