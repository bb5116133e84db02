//! The reading room: everything that can be read of the content, typed, for a given reader, and
//! without a word of HTTP. JSON answers, pages and feeds are all made from it.
//!
//! [`Content::reading`] gives a [`Reading`]: one moment of the content as one [`Reader`] may see
//! it. Everything asked of it agrees with everything else, whatever is written meanwhile. All of
//! it is in memory but the bodies; [`Content::read_item`] reads an item with its HTML.
//!
//! What follows the content instead of showing it takes the topics [`CHANGED`] and [`SCHEDULED`], asks
//! [`Content::changed_items`] which items that concerns, and [`Content::read_published`] what each
//! says now. The content does not know who follows it.
//!
//! [`Content::reading`]: crate::Content::reading
//! [`Content::read_item`]: crate::Content::read_item
//! [`Content::changed_items`]: crate::Content::changed_items
//! [`Content::read_published`]: crate::Content::read_published

mod body;
mod entry;
mod find;
mod links;
mod list;
mod lookup;
mod moment;
mod named;
mod nearest;
mod open;
mod order;
mod plain;
mod sections;

pub use crate::changed::{CHANGED, Changed, SCHEDULED};
pub use crate::html::Block;
pub use crate::reader::Reader;
pub use body::{ReadItem, ReadingError};
pub use entry::{Entry, ItemRef, SectionRef};
pub use find::{Address, Destination, Found, Moved};
pub use links::Neighbours;
pub use list::{Children, ChildrenOrder, ItemOrder, Items, TagCount, Within};
pub use lookup::Counts;
pub use moment::{Edition, Reading};
pub use plain::{PlainItem, Published, plain};
pub use sections::{Below, Sections};
