//! Other words from a chat model, for facts that were chosen without it.
//!
//! The model is asked for *changes* only: another wording of a highlight, a summary out of given
//! facts, an order. It names facts by short labels, made for this one question, and never sees an
//! id; employers, titles and dates are not its to write. What the job and the facts say is data
//! between fences that nobody can forge, since they are drawn at random for every question.
//!
//! Nothing it answers is believed. A wording that claims what its facts do not carry
//! ([`crate::support`]), turns their words around, or holds an address, markup, invisible characters or a piece of the question, is dropped,
//! and the owner's own words stay.

mod apply;
mod changes;
mod fence;
mod inert;
mod labels;
mod prompt;
mod sequence;
#[cfg(test)]
mod tests;

pub use changes::{Changes, Unreadable};
pub use prompt::{Prompt, Question};
