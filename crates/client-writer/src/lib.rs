//! Works on descriptions of the API (OpenAPI 3.1, as `folia openapi` prints them).
//!
//! [`typescript`] writes the client of the web part: types and calls, so that nobody writes them by
//! hand. [`compare`] finds what in a newer description would break the clients of an older one.
//!
//! Made for our own description: of OpenAPI it understands what the service uses and refuses the
//! rest, rather than writing a client that is wrong.

pub mod compare;
mod description;
pub mod typescript;

pub use description::DescriptionError;
