//! Sections over HTTP, one file per action. What is inside a section is in `listings`, moving it
//! in `moves`, finding it by its path in `resolve`.

mod by_slug;
mod counts;
mod create;
mod delete;
mod get;
mod list;
mod navigation;
mod restore;
mod update;

pub use by_slug::by_slug;
pub use counts::counts;
pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;
pub use navigation::navigation;
pub use restore::restore;
pub use update::update;

use axum::response::{IntoResponse, Response};
use edge::{Conditions, Tag, Versioned};
use store::Stored;

use super::Section;
use crate::reading::SectionRef;

fn with_tag(stored: &Stored<Section>) -> Response {
    Versioned(stored.version, stored.document.view_for_admin()).into_response()
}

fn answer(section: SectionRef<'_>, conditions: &Conditions) -> Response {
    let tag = Tag::of_version(section.version());
    conditions.answer_json(&tag, || section.node().fragments().section.clone().into())
}
