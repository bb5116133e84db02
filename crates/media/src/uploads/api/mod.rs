//! The uploads over HTTP, one file per action.

mod create;
mod delete;
mod get;
mod list;
mod replace;
mod update;
mod uses;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;
pub use replace::replace;
pub use update::update;
pub use uses::uses;
