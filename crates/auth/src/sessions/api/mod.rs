//! Sessions over HTTP, one file per action.

mod logout;
mod show;

pub use logout::logout;
pub use show::show;
