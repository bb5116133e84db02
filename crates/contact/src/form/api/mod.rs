//! The form over HTTP: its page, its values, and what comes back.

mod error;
mod identity;
mod page;
mod pages;
mod send;
mod show;

pub use page::page;
pub use send::send;
pub(super) use show::Form;
pub use show::show;
