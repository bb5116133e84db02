//! What stands where on a page. What other programs read in it is tested in `tests/paper`.

mod breaks;
mod drawings;
#[path = "../tests/paper/fixtures.rs"]
mod fixtures;
mod lines;
mod nothing_lost;
mod sides;

use fixtures::{lives, press};
