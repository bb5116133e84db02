//! A tailored resume in forms that leave the house. Markdown is made here, the page to print in
//! `api`. Both are made from one reading of the document ([`Sheet`]), so they say the same in the
//! same order; in both, text is text, whatever it holds.

mod dates;
mod markdown;
mod sheet;

pub(super) use markdown::markdown;
pub(super) use sheet::{Entry, Sheet};
