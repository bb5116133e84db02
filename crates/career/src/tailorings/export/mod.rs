//! A tailored resume in forms that leave the house: Markdown, and a page to print. Both are made
//! from one reading of the document ([`Sheet`]), so they say the same in the same order; in both,
//! text is text, whatever it holds.

mod dates;
mod markdown;
mod page;
mod sheet;

pub(super) use markdown::markdown;
pub(super) use page::page;
use sheet::{Entry, Sheet};
