//! Who is calling, and how they came to be somebody.
//!
//! A request shows who makes it by a bearer token (an API token of [`tokens`], or a token of the
//! identity provider) or by the cookie of a browser session ([`sessions`]). People get a session by
//! signing in with the provider, or, where none is configured, by the owner's link ([`links`]).
//! [`Roles`] says what somebody may do, from the configuration, at every request.
//!
//! What a role may do is not decided here: the table of routes says so.

mod authenticate;
mod cookies;
mod identity;
pub mod links;
mod origin;
pub mod pages;
mod roles;
mod secret;
pub mod sessions;
pub mod signin;
pub mod tokens;
mod visit;
mod wing;

pub use authenticate::authenticator;
pub use identity::{Identity, Person};
pub use origin::Home;
pub use roles::{AccessList, Roles};
pub use secret::Secret;
pub use wing::{Auth, Settings};
