//! The words every wing of the house speaks: identifiers, addresses, time, randomness, pages of a
//! list and the one table of error codes.
//!
//! The list is closed on purpose. Nothing here does I/O, knows HTTP or knows a database; a type
//! belongs here only when two wings need to hand it to each other.

mod clock;
mod code;
mod id;
mod page;
mod randomness;
mod site_path;
mod slug;
mod timestamp;

pub use clock::{Clock, ManualClock};
pub use code::Code;
pub use id::{Id, ParseIdError};
pub use page::{MAX_LIMIT, Page, Slice};
pub use randomness::Randomness;
pub use site_path::SitePath;
pub use slug::{LONGEST_SLUG, ParseSlugError, Slug};
pub use timestamp::Timestamp;
