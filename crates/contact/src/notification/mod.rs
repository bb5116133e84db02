//! Tells the owner about a message, by mail. The job is promised in the transaction that stores the
//! message and done afterwards, so a mail server that is slow or gone delays nobody.
//!
//! A mail is sent at most once. Everything that can fail before the text is handed over is done
//! first and may be repeated; then a [`Notice`] is written, and only then the text goes out. Who
//! finds a notice does not send: the text went out, or may have. What the server clearly did not
//! take loses its notice and is tried again, for a day.

mod handler;
mod kind;
mod letter;

pub use handler::Notifier;
pub use kind::{MIGRATION, NOTICES, Notice};

use kernel::Id;
use store::outbox::Job;

pub(crate) const TOPIC: &str = "contact.notification";

/// The promise. It names the message and holds nothing of it, so what the owner deletes is gone.
pub(crate) fn job(message: Id) -> Job {
    Job { topic: TOPIC, payload: serde_json::Value::String(message.to_string()), due_at: None }
}
