//! Faces of the machine: which there are, and which of them has the letters of a text that our own
//! faces lack. Shared by what draws cards and what prints resumes.
//!
//! Folders are read by us and not through fontconfig, which would have to be linked; and only when a
//! text first needs a face that we do not bring.

mod characters;
mod machine;

pub use characters::{covers, has, is_joiner, is_private, needs_face};
pub use machine::{MachineFace, MachineFaces, Taste, ranges_of};
