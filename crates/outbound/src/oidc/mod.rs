//! An OpenID provider: where to send people, what a code is worth, and whether a token is the
//! provider's own.
//!
//! Nothing is asked before it is needed, so a site starts while its provider is down. What the
//! provider publishes about itself is kept for an hour, and asked for again out of turn only when
//! a token names a key that is not known, and then not more often than twice a minute.
//!
//! Reading tokens is done here and not by a library: what makes it safe is refusing everything
//! that is not expected, and that is easier to see in a few short files. The signatures themselves
//! are `ring`'s. No key is ever taken from a token or from an address a token names.

mod algorithm;
mod claims;
mod discovery;
mod error;
mod exchange;
mod keys;
mod knowledge;
mod members;
mod provider;
mod settings;
mod signature;
pub mod trial;

pub use claims::Claims;
pub use error::OidcError;
pub use provider::{Authorization, Provider};
pub use settings::{ClientSecret, Settings};
