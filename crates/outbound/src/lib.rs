//! The world outside, and what it may do to us: nothing but answer, in time and within size.
//!
//! Every call to another service goes through here, so that the limits are in one place. A room is
//! added for each kind of service; what all rooms share is [`http`] and [`tls`].

pub mod acme;
pub mod challenge;
pub mod chat;
pub mod embedding;
pub mod http;
pub mod mail;
mod model_service;
pub mod oidc;
mod rate;
mod secret;
pub mod terminal;
pub mod tls;

pub use model_service::ModelService;
pub use rate::Rate;
pub use secret::Secret;
