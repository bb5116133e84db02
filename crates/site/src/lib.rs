//! What visitors see: pages rendered on the server from the reading room, complete without script.
//!
//! Reading order: [`view`] (what a page says, and its template), `styles/` (how it looks).
//! This crate writes nothing but the counts of its own pages.

pub mod view;

/// The style sheet of every public page: the files of `styles/`, joined and pressed by `build.rs`.
pub const STYLES: &str = include_str!(concat!(env!("OUT_DIR"), "/site.css"));
