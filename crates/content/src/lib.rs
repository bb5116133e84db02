//! The site's own things: the tree of sections, the content in it, the redirects that moves leave
//! behind, the navigation links and the settings. This wing alone decides what an address means.
//!
//! Start with `tree` (what is where), then `moves` (how it changes place), then any room's
//! `service` and `api`. Reads come from the tree in memory; every write holds the stream
//! `content`, decides on a tree that is exactly up to date, and is answered when readers see it.

pub mod api;
mod bodies;
mod changed;
mod content;
mod error;
mod fields;
mod href;
mod html;
pub mod items;
pub mod listings;
pub mod media_uses;
pub mod misses;
pub mod moves;
pub mod navlinks;
pub mod preview_links;
mod reader;
pub mod reading;
pub mod redirects;
pub mod revisions;
pub mod sections;
pub mod settings;
mod spelling;
mod tree;
pub mod trial;
pub mod upkeep;
mod validator;

pub use content::{Content, Options};
pub use error::ContentError;
pub use moves::{FEEDS, RESERVED, RESERVED_FILES, is_file_of_ours, map_number};

/// Everything that has an address changes in this order.
const STREAM: &str = "content";
