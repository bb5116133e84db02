//! Who may call what. A [`Table`] lists every endpoint with its access rule; there is no way to
//! add one without. Router, guards and the OpenAPI description are all made from it.

mod access;
mod endpoint;
mod guard;
mod table;

pub use access::Access;
pub use endpoint::Endpoint;
pub(crate) use endpoint::{Answer, Body, Operation};
pub(crate) use guard::Guard;
pub(crate) use table::Row;
pub use table::{Method, Table};
