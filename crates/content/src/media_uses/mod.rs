//! Which uploads the content shows, and where. Cards tell it of covers and sections; for the texts the
//! bodies have to be read, which is done once for each version of an item and remembered.
//!
//! This room knows uploads by their addresses alone (`/media/<id>/…`). Whether there is such an upload
//! is the media's business.

mod addresses;
mod service;

pub use addresses::uploads_in;
pub(crate) use service::ShownInBodies;
pub use service::{MediaPlace, MediaUse};
