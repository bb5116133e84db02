//! Text to words, in one way for everything that compares texts here: what a job asks for, what a
//! fact says, what a statement claims.
//!
//! Texts are brought to one Unicode form first ([`normalise`]); accents and scripts are kept apart,
//! so a look-alike letter of another alphabet makes another word. Two kinds of likeness are offered:
//! [`inflected`] joins the forms of one word and nothing else, which is what a claim is held to, and
//! [`Stems`] joins what belongs together, which is what relevance asks.

mod families;
mod inflection;
mod numerals;
mod plain;
mod runs;
mod sentences;
mod stems;
mod token;

pub(crate) use families::family;
pub(crate) use inflection::inflected;
pub(crate) use numerals::numeral;
pub(crate) use plain::{is_empty_of_meaning, is_plain};
pub(crate) use runs::words_with_blanks;
pub(crate) use sentences::sentences;
pub(crate) use stems::Stems;
pub(crate) use token::{Gap, Token, normalise, tokens};
