use faces::MachineFaces;

use crate::drawing;
use crate::language::spoken_in;
use crate::layout::{Pages, lay_out, lay_out_letter};
use crate::letter::Letter;
use crate::lettering::{Faces, Lettering, OwnFace};
use crate::look::{Look, Paper};
use crate::model::Document;
use crate::pdf::{self, Said};

/// How a document is to be printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub look: Look,
    pub paper: Paper,
    /// The owner's colour, as red, green, blue; ours unless it is given.
    pub accent: Option<[u8; 3]>,
}

/// How long a document is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub pages: usize,
    /// How much of the last page is used, from 0 to 1.
    pub filled: f32,
}

#[derive(Clone, Debug)]
pub struct Print {
    pub pdf: Vec<u8>,
    pub extent: Extent,
}

#[derive(Debug, thiserror::Error)]
pub enum PressError {
    #[error("the pages could not be written as PDF: {0}")]
    Pdf(krilla::error::KrillaError),
    #[error("the form of the file is not one that can be written")]
    Settings,
}

/// Prints resumes. Made once: it knows the faces.
///
/// It works on the processor for some hundredths of a second: to be called where blocking is allowed.
#[derive(Debug)]
pub struct Press {
    faces: Faces,
}

impl Press {
    /// Sets with its own faces as far as they go. Looks for faces of the machine only when a text needs
    /// one.
    pub fn new(own: &'static [OwnFace], machine: MachineFaces) -> Self {
        Self { faces: Faces::new(own, machine) }
    }

    pub fn of_this_machine(own: &'static [OwnFace]) -> Self {
        Self::new(own, MachineFaces::of_this_machine())
    }

    pub fn print(&self, document: &Document, order: &Order) -> Result<Print, PressError> {
        let mut lettering = self.lettering(document, order);
        let pages = lay_out(document, &mut lettering, order.look, order.paper);
        let noun = document.language.words().resume;
        let said = Said { document, noun, language: document.written_in() };
        let pdf = pdf::write(said, &pages, lettering.used(), order)?;
        Ok(Print { pdf, extent: extent(&pages) })
    }

    /// One page as SVG, counted from 1; nothing beyond the last one.
    pub fn draw(&self, document: &Document, order: &Order, number: usize) -> Option<String> {
        let mut lettering = self.lettering(document, order);
        let pages = lay_out(document, &mut lettering, order.look, order.paper);
        let page = pages.pages.get(number.checked_sub(1)?)?;
        Some(drawing::draw(page, lettering.used(), order.paper, order.accent))
    }

    pub fn measure(&self, document: &Document, order: &Order) -> Extent {
        let mut lettering = self.lettering(document, order);
        extent(&lay_out(document, &mut lettering, order.look, order.paper))
    }

    pub fn print_letter(&self, letter: &Letter, order: &Order) -> Result<Print, PressError> {
        let mut lettering = self.lettering_of_letter(letter, order);
        let pages = lay_out_letter(letter, &mut lettering, order.look, order.paper);
        let noun = letter.language.phrases().letter;
        let said = Said { document: &letter.head(), noun, language: letter.language.tag() };
        let pdf = pdf::write(said, &pages, lettering.used(), order)?;
        Ok(Print { pdf, extent: extent(&pages) })
    }

    pub fn measure_letter(&self, letter: &Letter, order: &Order) -> Extent {
        let mut lettering = self.lettering_of_letter(letter, order);
        extent(&lay_out_letter(letter, &mut lettering, order.look, order.paper))
    }

    /// The characters of a document that cannot be drawn, and are left out on paper.
    pub fn undrawn_of(&self, document: &Document) -> Vec<char> {
        self.undrawn(document.texts())
    }

    /// The characters of some texts that cannot be drawn in some look: on paper they are left out.
    pub fn undrawn<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Vec<char> {
        self.faces.lacking(texts)
    }

    fn lettering_of_letter(&self, letter: &Letter, order: &Order) -> Lettering {
        let document = letter.as_document();
        let mut texts: Vec<&str> = document.texts().collect();
        let words = letter.language.words().texts().chain(letter.language.phrases().texts());
        for word in words {
            texts.push(word);
        }
        let spoken = spoken_in(texts.iter().copied());
        // Read from the side of its phrases, whatever it tells of the resume.
        self.faces.lettering_for(order.look, letter.language, texts.into_iter()).spoken_in(spoken)
    }

    pub(crate) fn lettering(&self, document: &Document, order: &Order) -> Lettering {
        let mut texts: Vec<&str> = document.texts().collect();
        for word in document.language.words().texts() {
            texts.push(word);
        }
        let lettering = self.faces.lettering_for(order.look, document.language, texts.into_iter());
        let spoken = spoken_in(document.own_texts());
        lettering.spoken_in(spoken).read_from_right(document.is_from_right())
    }
}

fn extent(pages: &Pages) -> Extent {
    Extent { pages: pages.pages.len(), filled: pages.filled }
}
