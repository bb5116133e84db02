//! The few plain pages of signing in and out: where somebody stands, and why a door stays shut.

mod account;
mod notice;

pub use account::account;
pub(crate) use notice::Notice;
pub use notice::notice_phrases;
