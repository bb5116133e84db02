//! Who may call what. A [`Table`] lists every endpoint with its access rule; there is no way to
//! add one without. Router, guards and the OpenAPI description are all made from it. Pages have
//! rows of their own kind, without a description; what no row names goes to the fallback row.

mod access;
mod assets;
mod endpoint;
mod guard;
mod table;
mod unmatched;

pub use access::Access;
pub(crate) use endpoint::{Answer, Body, Operation};
pub use endpoint::{Endpoint, PageEndpoint};
pub(crate) use guard::{Audience, Reached};
pub(crate) use table::Row;
pub use table::{Method, Table};
