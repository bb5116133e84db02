//! The files that pages refer to, as `build.rs` has embedded them.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));
