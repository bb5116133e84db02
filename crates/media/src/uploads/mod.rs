//! Pictures and videos that authors have sent: received within limits, judged by their content, made
//! into variants, kept, listed, described, replaced and deleted.
//!
//! `form` is what arrives, `receive` reads it, `picture` and `video` make files of it, `service` keeps them together
//! with their record. What the pixels go through is the engine's business.

pub mod api;
mod change;
mod find;
pub mod form;
mod kind;
mod markup;
mod model;
mod picture;
pub(crate) mod receive;
mod replace;
mod service;
mod stem;
mod video;
mod view;

pub use change::UploadChange;
pub use find::UploadFilter;
pub use kind::{MIGRATION, UPLOADS};
pub(crate) use model::{EarlierFile, MOST_EARLIER, MadeFile, Original};
pub use model::{FocalPoint, Upload, UploadKind, VariantView};
pub(crate) use picture::budget;
pub use receive::MOST_PICTURE_BYTES;
pub(crate) use replace::mark_of;
pub use view::UploadView;
