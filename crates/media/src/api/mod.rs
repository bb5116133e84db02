//! How the failures of this wing leave over HTTP, and how a form comes in.

mod error;
mod form;

pub(crate) use form::incoming;
