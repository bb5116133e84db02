//! The form over HTTP: its page, its values, its files, and what comes back.

mod assets;
mod error;
mod identity;
mod page;
mod send;
mod show;

pub use assets::{script, solver, style};
pub use page::page;
pub use send::send;
pub(super) use show::Form;
pub use show::show;
