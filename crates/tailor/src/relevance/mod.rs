//! How far a fact answers a job: by meaning where vectors are known, by words always.
//!
//! Each requirement is answered to a degree from 0 to 1 ([`Answers`]). What a selection is worth is
//! what its facts answer together, so a second answer to the same question adds little and the first
//! answer to another one adds much.

mod answers;
mod claimed;
mod concepts;
mod meaning;
mod vocabulary;

pub(crate) use answers::{Answers, Measure, is_name};
pub(crate) use claimed::Claimed;
pub(crate) use vocabulary::Vocabulary;
