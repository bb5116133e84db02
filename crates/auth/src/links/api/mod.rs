//! The owner's link over HTTP.

mod open;

pub use open::open;
