//! The inbox: what visitors wrote, for the owner to read, mark and throw away. Messages come in at
//! the intake; here nobody writes one.

pub mod api;
mod kind;
mod model;
mod service;
pub mod upkeep;

pub use kind::{MESSAGES, MIGRATION};
pub use model::{Message, MessageChange};
