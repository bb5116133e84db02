//! How things get, change and leave their addresses. The rules are pure: from a tree and what is wanted
//! they make a plan or say why not. Whoever carries a plan out holds the stream, so the tree it
//! was made on is the truth.

pub mod api;
mod leave;
mod place;
mod plan;
mod preview;

pub(crate) use leave::{RedirectChanges, led_on, remove};
pub(crate) use place::{DEEPEST, LONGEST_PATH, WantedSlug, item_place, section_place};
pub use place::{FEEDS, RESERVED, RESERVED_FILES, is_file_of_ours, map_number};
pub(crate) use plan::{ItemMove, SectionMove, plan_item_move, plan_section_move};
