//! Lists over HTTP.

mod children;
mod content;
mod find;

pub use children::children;
pub use content::content;
pub use find::find;

use axum::response::Response;
use edge::{Conditions, Tag};

use super::KeptPage;

/// The longest text that is looked for.
const LONGEST_SEARCH: usize = 200;

pub(crate) fn answer(kept: KeptPage, conditions: &Conditions) -> Response {
    conditions.answer_json(&Tag::of_number(kept.validator.0), || kept.body)
}
