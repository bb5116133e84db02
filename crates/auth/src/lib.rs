//! Who is calling. An API token names a user and a role; it is looked up at every request, so that
//! a revoked one is refused at the very next.

mod authenticate;
pub mod tokens;

pub use authenticate::authenticator;
