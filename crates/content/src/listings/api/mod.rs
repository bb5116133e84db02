//! Lists over HTTP.

mod children;
mod content;

pub(crate) use children::ChildrenQuery;
pub use children::children;
pub use content::content;

use std::cmp::Ordering;

use kernel::Timestamp;

/// Newest first; what has no date comes last.
fn by_date(a: Option<Timestamp>, b: Option<Timestamp>) -> Ordering {
    b.cmp(&a)
}

/// As people expect titles: letter case does not matter.
fn by_title(a: &str, b: &str) -> Ordering {
    let (a_folded, b_folded) = (a.to_lowercase(), b.to_lowercase());
    a_folded.cmp(&b_folded).then_with(|| a.cmp(b))
}
