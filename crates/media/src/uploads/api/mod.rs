//! The uploads over HTTP, one file per action.

mod create;
mod delete;
mod get;
mod list;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;
