use kernel::Id;
use store::schema::{Migration, Step};
use store::{Document, Kind, Value};

use super::SiteSettings;

pub(super) const STREAM: &str = "settings";

/// The settings are one document, and this is it. A fixed id needs no rule that keeps a second one
/// away.
// A valid version 7 id with the time 0: no id that is made later can be the same.
pub(super) const ONLY: Id = Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00settin");

/// A new member raises the form: documents of older forms get its default in `upgrade`.
pub static SETTINGS: Kind = Kind { name: "settings", stream: Some(STREAM), ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "settings",
    steps: &[Step::CreateCollection {
        name: "settings",
        expires: false,
        streamed: true,
        keys: &[],
        indexes: &[],
    }],
};

impl Document for SiteSettings {
    const KIND: &'static Kind = &SETTINGS;

    fn id(&self) -> Id {
        ONLY
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}
