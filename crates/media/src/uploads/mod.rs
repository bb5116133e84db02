//! Pictures and videos that authors have sent: received within limits, judged by their content, made
//! into variants, kept, listed and deleted.
//!
//! `form` is what arrives, `receive` reads it, `picture` and `video` make files of it, `service` keeps them together
//! with their record. What the pixels go through is the engine's business.

pub mod api;
mod find;
pub mod form;
mod kind;
mod markup;
mod model;
mod picture;
pub(crate) mod receive;
mod service;
mod stem;
mod video;
mod view;

pub use kind::{MIGRATION, UPLOADS};
pub(crate) use model::{MadeFile, Original};
pub use model::{Upload, UploadKind, VariantView};
pub(crate) use picture::budget;
pub(crate) use receive::MOST_PICTURE_BYTES;
pub use view::UploadView;
