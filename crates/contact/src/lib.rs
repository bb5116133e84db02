//! The contact form: what a visitor is handed, the chain of checks a message passes, the inbox it
//! lands in, and the notification the owner gets.
//!
//! Reading order: [`form`] (what is handed out), [`challenge`] (proof that sending costs
//! something), [`chain`] (the checks in their order, as pure rules), `intake` (where a message is
//! received and stored), [`messages`] (the inbox), [`notification`] (the job that tells the owner).
//!
//! What a refused visitor learns is that the message was refused, in the same bytes whatever the
//! cause; the cause is counted and logged, without anything the visitor wrote. This wing sends no
//! mail and calls no service itself: `outbound` does.

pub mod chain;
pub mod challenge;
mod counters;
pub mod form;
mod intake;
pub mod messages;
pub mod notification;
mod seal;
pub mod secrets;

pub use intake::{ARRIVALS, Arrival, Contact, MIGRATION, SPENT, Settings, Spent};
