//! Redirects: what an address leads to after whatever was there has moved away. Moves write them
//! (`moves::leave`); this room lists them, and makes and removes them by hand.

pub mod api;
mod hits;
mod kind;
mod model;
mod service;

pub use hits::HitCounter;
pub(crate) use kind::path_key;
pub use kind::{HITS, MIGRATION, REDIRECTS};
pub use model::{Hits, Origin, Redirect, RedirectView, Target, Thing};
pub use service::RedirectInput;
pub(crate) use service::{check_decoded, check_goal, is_reserved};
