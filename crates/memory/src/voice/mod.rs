//! Voice feedback: what a reviewer says about tailored text. Approved and edited text becomes an
//! example of the voice, rejected and flagged text something not to imitate; both are chunks of the
//! reviewer and of nobody else.
//!
//! Entries are never changed; their user may take one back, with all that was learned from it. They are
//! read by their user only, whatever the user's role.

pub mod api;
mod input;
mod kind;
mod model;
mod service;

pub(crate) use input::FeedbackInput;
pub use kind::{FEEDBACK, MIGRATION, OWNER_MIGRATION};
pub use model::{Feedback, FeedbackType, FeedbackView, SourceHome};
pub use service::{NewFeedback, give_feedback, owners_feedback, take_back};

/// What chunks of this room say they are derived from.
pub const ORIGIN: &str = "voice_feedback";
