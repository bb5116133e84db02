//! Lists over HTTP.

mod children;
mod content;

pub use children::children;
pub use content::content;

use axum::response::Response;
use edge::{Conditions, Tag};

use super::KeptPage;

pub(crate) fn answer(kept: KeptPage, conditions: &Conditions) -> Response {
    conditions.answer_json(&Tag::of_number(kept.validator.0), || kept.body)
}
