//! How often pages are looked at: one number per page and day, kept for a year. Nothing is known
//! about who looked: no cookie, no address, no name of a browser.

mod counter;
mod kind;
mod visits;

pub use counter::PageCounter;
pub use kind::{MIGRATION, PAGE_COUNTS, PageCount};
pub use visits::{DayViews, MOST_DAYS, PageViews, Visits};
