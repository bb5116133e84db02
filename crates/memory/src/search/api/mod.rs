//! Search over HTTP.

mod preview;

pub use preview::preview;
