//! The words every wing of the house speaks: identifiers, addresses, time, randomness, pages of a
//! list, values that are not valid, expected versions and the one table of error codes.
//!
//! The list is closed on purpose. Nothing here does I/O, knows HTTP or knows a database; a type
//! belongs here only when two wings need to hand it to each other.

mod clock;
mod code;
mod fields;
mod id;
mod network;
mod page;
mod patch;
pub mod pattern;
mod plain;
mod randomness;
mod role;
mod site_path;
mod slug;
mod timestamp;
mod version;
mod whole;

pub use clock::{Clock, ManualClock};
pub use code::Code;
pub use fields::{FieldError, FieldErrors, Invalid};
pub use id::{Id, ParseIdError};
pub use network::network_of;
pub use page::{MAX_LIMIT, Page, Slice};
pub use patch::Patch;
pub use plain::PlainObject;
pub use randomness::Randomness;
pub use role::Role;
pub use site_path::SitePath;
pub use slug::{LONGEST_SLUG, ParseSlugError, Slug};
pub use timestamp::Timestamp;
pub use version::{ExpectedVersion, Outdated};
pub use whole::whole_number;
