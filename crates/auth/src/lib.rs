//! Who is calling, and how they came to be somebody.
//!
//! A request shows who makes it by a bearer token (an API token of [`tokens`], or a token of the
//! identity provider) or by the cookie of a browser session ([`sessions`]). People get a session by
//! signing in with the provider, or, where none is configured, by the owner's link ([`links`]).
//! [`Roles`] says what somebody may do, from the configuration, at every request.
//!
//! What a role may do is not decided here: the table of routes says so.

mod api;
mod identity;
pub mod links;
pub mod pages;
mod roles;
mod secret;
pub mod sessions;
pub mod signin;
pub mod tokens;
mod wing;

pub use api::authenticator;
pub use api::origin::Home;
pub use identity::{Identity, Person};
pub use roles::{AccessList, Roles};
pub use secret::Secret;
pub use wing::{Auth, Settings};
