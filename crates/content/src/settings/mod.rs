//! The site's own facts: its name and language, who it belongs to, what the home page shows and how
//! the pages look. One document for the whole site, read by every page and changed a few times a
//! year, so reads come from memory. Before the first change there is no document, only defaults.
//!
//! Everything here is public: it stands on the pages, in their markup or in their style. What only
//! the operator may know belongs into the configuration.

mod accent;
pub mod api;
mod change;
mod kind;
mod language;
mod look;
mod model;
mod service;
mod snapshot;

pub use accent::{Oklch, Shades};
pub use change::{LookChange, ProfileChange, ResumeChange, SettingsChange};
pub use kind::{MIGRATION, SETTINGS};
pub(crate) use language::normalise;
pub use look::{Accent, ColourScheme, Header, Look, TextFace, TextSize};
pub use model::{Home, Profile, ProfileLink, PublicResume, ResumePart, SiteSettings};
pub use service::Settings;
