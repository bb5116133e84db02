//! Sessions over HTTP, one file per action.

mod end;
mod end_others;
mod list;
mod logout;
mod show;

pub use end::end;
pub use end_others::end_others;
pub use list::list;
pub use logout::logout;
pub use show::show;
