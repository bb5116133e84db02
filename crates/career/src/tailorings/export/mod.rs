//! A tailored resume as Markdown. All forms that leave the house are made from one reading of the
//! document ([`sheet::Document`]), so they say the same in the same order; in all of them, text is
//! text, whatever it holds. Those on paper are in [`crate::printing`].

mod markdown;

pub(crate) use markdown::markdown;
