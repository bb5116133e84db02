//! The rules of the house that no compiler holds, read from the source tree. They stand here
//! because this crate is the bottom of the house: the test is built in a moment and sees all others.

mod crates;
mod files;
mod http;
mod source;
mod sql;
