//! Signing in with the identity provider: the authorization code flow with PKCE, state and nonce.
//!
//! An attempt is held by the browser that makes it, in a cookie (`attempt.rs`) that this site has
//! sealed (`key.rs`), so that nobody can answer what was never asked; state, nonce and
//! verifier all follow from that cookie and are stored nowhere. What is stored is which attempts
//! have come back, so that each can come back once. Who comes back waits for a turn (`turns.rs`), so that a few
//! who send wrong codes do not keep the others out.

pub mod api;
mod attempt;
mod key;
mod kind;
mod return_to;
mod service;
pub mod trial;
mod turns;

pub use key::{ATTEMPT_KEYS, AttemptKey, KEY_MIGRATION};
pub use kind::{MIGRATION, SPENT, SpentAttempt};
pub(crate) use service::{Answer, SignIn, SignInError};
pub(crate) use turns::{Turn, Turns};
