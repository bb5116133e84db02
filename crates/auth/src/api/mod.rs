//! What signing in has to do with HTTP itself, whatever the route: the credential of a request, the
//! cookies, where a request says it comes from. The rooms beside this folder know none of it.

mod authenticate;
pub(crate) mod cookies;
mod doors;
pub(crate) mod origin;
mod visit;

pub use authenticate::authenticator;
pub(crate) use doors::too_many;
pub(crate) use visit::Visit;
