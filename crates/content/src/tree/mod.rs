//! The whole site but its bodies, in memory: sections with their ancestors' state worked out, the
//! cards of all items, and the redirects. It is the one place that knows what every address means.
//!
//! A tree never changes. [`Tree::apply`] makes the next one from what has changed, sharing
//! everything else, so readers always see one moment of the site. What is decided about the
//! namespace of paths is decided on a tree, by pure functions, while the stream is held.

mod apply;
mod derived;
mod find;
mod index;
mod load;
mod node;
mod overview;
mod sections;
mod state;

pub(crate) use apply::Changes;
pub(crate) use derived::letters;
pub(crate) use find::{BY_ID, Found, has_expired};
pub(crate) use index::{Card, newest_first, thing_of};
pub(crate) use load::{advance, load};
pub(crate) use node::{Breadcrumb, Node, json};
pub(crate) use state::Tree;
