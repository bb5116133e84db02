//! What a visitor is handed: the page with the form, or for other clients the same values as JSON,
//! and the answer to what they send. The page works without script; see `api::pages` for how.

pub mod api;
mod stamp;

pub use stamp::FormStamp;
