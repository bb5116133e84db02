//! Other words from a chat model, for facts that were chosen without it.
//!
//! The model is asked for *changes* only: another wording of a highlight, a summary out of given
//! facts, an order. It names facts by short labels, made for this one question, and never sees an
//! id; employers, titles and dates are not its to write. What the job and the facts say is data
//! between fences that nobody can forge, since they are drawn at random for every question.
//!
//! Nothing it answers is believed. What it chooses and orders is done. Its words are taken when they
//! are words that may be delivered anyway ([`crate::delivered`]). Other words for a fact become a
//! [`Suggestion`] with the doubts that rules about words have ([`crate::support`]); those that hold an
//! address, markup, invisible characters or a piece of the question are dropped.

mod apply;
mod changes;
mod fence;
mod inert;
mod labels;
mod prompt;
mod sequence;
#[cfg(test)]
mod tests;

pub use apply::{Applied, Suggestion};
pub use changes::{Changes, Unreadable};
pub use prompt::{Prompt, Question};
