//! Pictures and films that authors have sent: received within limits, judged by their content, made
//! into variants, kept, listed and deleted.
//!
//! `receive` reads the form, `picture` and `film` make files of it, `service` keeps them together
//! with their record. What the pixels go through is the engine's business.

pub mod api;
mod error;
mod film;
mod find;
mod kind;
mod markup;
mod model;
mod picture;
pub(crate) mod receive;
mod service;
mod stem;

pub(crate) use error::UploadError;
pub use kind::{MIGRATION, UPLOADS};
pub(crate) use model::{MadeFile, Original};
pub use model::{Upload, UploadKind, UploadView, VariantView};
pub(crate) use picture::budget;
