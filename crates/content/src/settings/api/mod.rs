//! The settings over HTTP.

mod show;
mod update;

pub use show::show;
pub use update::update;
