//! The description of the API, made from the table of routes: as OpenAPI 3.1 for programs and as
//! a page for people. Because guards and router come from the same table, it cannot leave out a
//! route or misstate who may call it.

mod document;
mod page;
mod shapes;
mod words;

pub use document::{Info, document};
pub use page::page;
