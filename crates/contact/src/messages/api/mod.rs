//! The inbox over HTTP, one file per action.

mod delete;
mod get;
mod list;
mod update;

pub use delete::delete;
pub use get::get;
pub use list::list;
pub use update::update;
