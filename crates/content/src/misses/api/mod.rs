//! Addresses asked for in vain, over HTTP: one file per action.

mod delete;
mod list;

pub use delete::delete;
pub use list::list;
