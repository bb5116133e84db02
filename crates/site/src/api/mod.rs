//! The pages over HTTP. Each file makes the rows of one kind of page; [`SiteShell`] puts everything
//! around them, also around the pages of others; `kept` holds what was written for anonymous readers.

mod address;
mod answer;
mod cards;
mod feeds;
mod files;
mod home;
mod kept;
mod moved;
mod page;
mod preview;
mod resume;
mod search;
mod shell;
mod tags;
mod theme;
mod visit;
mod visits;

pub use address::address;
pub use feeds::{feed_atom, feed_json, robots, sitemap};
pub use files::{favicon, look, manifest, speculation_rules};
pub use home::home;
pub use kept::KeptPages;
pub use preview::preview;
pub use search::search;
pub use shell::SiteShell;
pub use tags::{tag, tag_atom, tag_json, tags};
pub use visits::visits;

use edge::Problem;
use kernel::Code;

use crate::render::RenderError;

/// In seconds.
const COME_BACK: u32 = 10;

impl From<RenderError> for Problem {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Store(error) => error.into(),
            RenderError::Reading(error) => error.into(),
            RenderError::Failed(error) => Self::internal(error),
            RenderError::Picture(error) => Self::internal(error),
            RenderError::Card(error) => Self::internal(error),
            RenderError::Print(error) => error.into(),
            RenderError::Busy => Self::new(Code::Busy, "Too many ask for the same work at once.")
                .retry_after(COME_BACK),
        }
    }
}
