//! The few plain pages of signing in and out: where somebody stands, and why a door stays shut.
//! One style sheet and one script, both inside the page and named in its policy by their hashes;
//! nothing comes from elsewhere.

mod account;
mod html;
mod notice;

pub use account::account;
pub(crate) use notice::Notice;
