//! The picture of a page for those who show links: 1200 by 630 pixels with the site's name, the
//! title, a date, and the page's own picture on the right.
//!
//! Letters come from faces that the caller brings (the face of headings with Latin, Greek and
//! Cyrillic, where the web part was built), and from the faces of the machine for everything else. A character that no
//! face has is left out: a card never shows a box. Where not a single letter can be drawn there
//! is no card, and the caller shows the page's picture as it is.
//!
//! Pure but for reading faces from the machine's folders. What it draws it draws on the processor
//! in a few hundredths of a second: to be called where blocking is allowed.

mod canvas;
mod colours;
mod faces;
mod lettering;
mod picture;

use std::path::PathBuf;

use crate::faces::Faces;
use canvas::Canvas;
use lettering::{Place, Writing};

pub use picture::cut_picture;

pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// How wide the page's picture is, at the right edge.
const PICTURE_WIDTH: u32 = 470;
const MARGIN: f32 = 56.0;
const NAME_SIZE: f32 = 30.0;
const NAME_TOP: f32 = 60.0;
const DATE_SIZE: f32 = 25.0;
const DATE_MIDDLE: f32 = 562.0;
/// From here on, in characters, a title is long and gets smaller letters.
const LONG_TITLE: usize = 60;
/// Tried one after the other; long titles begin with the second.
const TITLE_SIZES: [f32; 3] = [74.0, 56.0, 46.0];
const TITLE_MIDDLE: f32 = 321.0;
const MOST_TITLE_LINES: usize = 3;
const DASH: (f32, f32) = (44.0, 4.0);

/// What stands on a card. All of it is plain text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Card<'a> {
    pub site: &'a str,
    pub title: &'a str,
    /// As it is to be read, `12 November 2026`; may be empty.
    pub date: &'a str,
    /// The page's picture as WebP. One that cannot be read is left out.
    pub picture: Option<&'a [u8]>,
    /// The point of the picture that has to stay visible, from 0 to 1 across and down.
    pub focus: Option<(f64, f64)>,
    /// The owner's colour for the dash, as red, green, blue.
    pub accent: Option<[u8; 3]>,
}

#[derive(Debug, thiserror::Error)]
pub enum CardError {
    #[error("no face has a letter of the title or of the site's name")]
    NoLetters,
    #[error("the card could not be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
}

/// Draws cards. Made once: it knows the faces.
#[derive(Debug)]
pub struct Studio {
    faces: Faces,
}

impl Studio {
    /// Writes with its own faces as far as they go. Looks for faces of the machine in these folders,
    /// but not before a card needs one.
    pub fn new(own: &'static [&'static [u8]], folders: Vec<PathBuf>) -> Self {
        Self { faces: Faces::new(own, folders) }
    }

    /// With the folders in which a machine usually has its faces.
    pub fn of_this_machine(own: &'static [&'static [u8]]) -> Self {
        Self { faces: Faces::of_this_machine(own) }
    }

    /// The card as PNG.
    pub fn draw(&self, card: &Card<'_>) -> Result<Vec<u8>, CardError> {
        // All texts at once, so that a face that two of them need is read once.
        let mut lettering = self.faces.lettering_for(&[card.title, card.site, card.date]);
        let (title, site) = (lettering.drawable(card.title), lettering.drawable(card.site));
        let date = lettering.drawable(card.date);
        let has_letters = |text: &str| text.chars().any(char::is_alphanumeric);
        if !has_letters(&title) && !has_letters(&site) {
            return Err(CardError::NoLetters);
        }
        let mut canvas = Canvas::new(WIDTH, HEIGHT, colours::PAPER);
        let picture = card.picture.and_then(|bytes| {
            picture::read(bytes, PICTURE_WIDTH, HEIGHT, card.focus.unwrap_or((0.5, 0.5)))
        });
        let text_right = match &picture {
            Some(picture) => {
                canvas.paste(WIDTH - PICTURE_WIDTH, picture, PICTURE_WIDTH);
                (WIDTH - PICTURE_WIDTH) as f32 - MARGIN
            }
            None => WIDTH as f32 - MARGIN,
        };
        let width = text_right - MARGIN;

        let is_long = title.chars().count() >= LONG_TITLE;
        let sizes = &TITLE_SIZES[usize::from(is_long)..];
        let title = lettering.fit(&title, sizes, 1.06, MOST_TITLE_LINES, width);
        let is_rtl = title.is_rtl();
        let top = TITLE_MIDDLE - title.height() / 2.0;
        canvas.letters(&title, Place { x: title.left(MARGIN), y: top }, colours::INK);

        let line = Writing { size: NAME_SIZE, line_height: 1.2, most_lines: 1 };
        let name = lettering.write(&site, line, width);
        canvas.letters(
            &name,
            Place { x: name.start(MARGIN, width, is_rtl), y: NAME_TOP },
            colours::INK,
        );

        let (dash_width, dash_height) = DASH;
        let dash_x = if is_rtl { text_right - dash_width } else { MARGIN };
        let accent = card.accent.unwrap_or(colours::LEAF);
        canvas.rectangle((dash_x, DATE_MIDDLE - dash_height / 2.0), DASH, accent);
        let gap = dash_width + 16.0;
        let line = Writing { size: DATE_SIZE, line_height: 1.2, most_lines: 1 };
        let date = lettering.write(&date, line, width - gap);
        let from = if is_rtl { MARGIN } else { MARGIN + gap };
        let x = date.start(from, width - gap, is_rtl);
        canvas.letters(&date, Place { x, y: DATE_MIDDLE - date.height() / 2.0 }, colours::INK3);

        // Letters are never dithered: dots around them look like dirt.
        let pictured_from = if picture.is_some() { WIDTH - PICTURE_WIDTH } else { WIDTH };
        Ok(canvas.png(pictured_from)?)
    }
}

#[cfg(test)]
mod tests;
