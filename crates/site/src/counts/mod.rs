//! How often pages are looked at: one number per page and day, kept for a year. Nothing is known
//! about who looked: no cookie, no address, no name of a browser.

mod counter;
mod kind;

pub use counter::PageCounter;
pub use kind::{MIGRATION, PAGE_COUNTS, PageCount};
