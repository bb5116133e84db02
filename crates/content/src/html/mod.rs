//! The HTML of a body: what an owner's editor sends becomes HTML that is safe to show anywhere, and
//! its summary and lead image are read from it.
//!
//! Everything here is a pure function of its text. Safe means: only the elements, attributes and
//! addresses that `policy` and `attribute` name, in a form that every parser reads back as the
//! same tree. Whatever is not named is dropped without a word, so that pasting from anywhere
//! works; only what would cost too much to read is refused. No `class` but the few of
//! `docs/body.md`, no `id`, no `style`: how a body looks is the business of the page around it.
//!
//! What this does not do: fetch an address, ask whether a picture exists, or escape text for
//! templates.

mod address;
mod attribute;
mod blocks;
mod forms;
mod lead;
mod limits;
mod links;
mod measure;
mod policy;
mod sanitise;
mod text;

#[cfg(test)]
mod tests;

pub use blocks::Block;
pub(crate) use blocks::blocks;
pub(crate) use lead::lead_image;
pub(crate) use links::site_links;
pub(crate) use sanitise::sanitise;
pub(crate) use text::{summary, words};
