//! Sections, items, their addresses, and the links of the navigation.

mod drafts;
mod finding;
mod items;
mod large_tree;
mod move_previews;
mod moves;
mod navlinks;
mod reading;
mod repeating;
mod revisions;
mod schedule;
pub(crate) mod sections;
mod settings;
pub(crate) mod tree_properties;
mod tree_races;
mod validators;
mod writing;
