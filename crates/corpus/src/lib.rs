//! The career corpus under `fixtures/career`, read and measured.
//!
//! One place for the measures, so that the bench prints what the tests hold on to: [`choice`] is how
//! well highlights are chosen, [`lies`] what a model that obeys hostile texts gets delivered, [`neighbours`] makes false sentences out of
//! true ones, [`lives`] is what a page shows of resumes as people keep them, and [`taste`] how much a reviewer still has to change as feedback accumulates. Nothing here knows a
//! model: whoever has vectors hands them in.

pub mod choice;
mod dossier;
mod files;
pub mod fit;
pub mod lies;
pub mod lives;
pub mod neighbours;
pub mod reading;
pub mod taste;

pub use dossier::{Embed, dossier_of, informed};
pub use files::{Corpus, Honest, Hostile, Judgement, Obeyed, Pair, Series};
pub use lives::Life;
