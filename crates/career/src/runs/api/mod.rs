//! Tailoring over HTTP: as one answer, or watched step by step.

mod error;
mod stream;
mod tailor;

pub use tailor::tailor;
