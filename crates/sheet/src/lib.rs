//! A resume as pages: the document, the look and the paper in, a PDF with the true number of pages
//! out; also pages as pictures, plain text, and what has to be left out to keep to a number of pages.
//!
//! Nothing here knows HTTP or storage. Files are read for one purpose: faces of the machine, for
//! letters that the program's own faces lack.
//!
//! - [`Document`] is what stands in a resume, without a word about how it looks, [`Letter`] what
//!   stands in a letter that goes with it;
//! - [`Language`] is what the resume says of itself: headings, months, punctuation;
//! - [`Look`] is a table of measures; [`Press`] sets a document by it.

mod drawing;
mod json_resume;
mod language;
mod layout;
mod letter;
mod lettering;
mod ligatures;
mod listing;
mod look;
mod model;
mod outline;
mod pdf;
mod press;
mod scripts;
mod text;

pub use faces::MachineFaces;
pub use language::{Language, Period, Phrases, Words, days_of};
pub use letter::Letter;
pub use lettering::OwnFace;
pub use listing::{Listing, Row};
pub use look::{Look, Paper};
pub use model::{Contact, Document, Entry, Part, Photo, Section};
pub use press::{Extent, Order, Press, PressError, Print};
pub use text::plain_text;

/// So that what tests share can say `sheet`, wherever it is compiled.
#[cfg(test)]
extern crate self as sheet;

#[cfg(test)]
mod tests;
