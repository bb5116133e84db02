//! Text in lines: which faces it needs, how it is shaped, where its lines break.

mod hyphens;
mod lines;
mod signs;
mod singles;
mod stock;

#[cfg(test)]
pub(crate) use lines::Line;
pub(crate) use lines::{Glyph, GlyphRun, Paragraph};
pub use stock::OwnFace;
pub(crate) use stock::{Faces, UsedFace};

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use faces::{has, is_joiner, is_private};
use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, FontFamilyName, FontStyle, FontWeight,
    Language as Locale, Layout, LayoutContext, LineHeight, OverflowWrap, StyleProperty,
    TextWrapMode,
};

use self::signs::{is_form, whole_signs};
use crate::language::Language;
use crate::look::{Cut, Ink, Type};

/// Lines are broken for a width, and no text is cut off.
pub(crate) struct Lettering {
    fonts: FontContext,
    layouts: LayoutContext<Ink>,
    /// Families to try one after the other, for large letters and for text.
    name_families: Vec<String>,
    text_families: Vec<String>,
    /// Characters that the faces have, by face.
    known: Vec<Vec<(u32, u32)>>,
    language: Language,
    /// By whose rules words are parted at the end of a line; none where they are not.
    hyphens: Option<hypher::Lang>,
    /// Whether pages are read from the right, as a document in Arabic or Hebrew has them.
    from_right: bool,
    used: Vec<UsedFace>,
    /// What was set before. A resume is set again and again to see what fits.
    kept: HashMap<Key, Rc<Paragraph>>,
}

type Key = (Vec<(String, [u32; 7])>, u32);

/// A stretch of text in one type.
pub(crate) type Piece<'a> = (&'a str, Type);

impl Lettering {
    /// For pages that are read from the right, or not. What a single line begins with orders its words, and does not
    /// tear it from its neighbours.
    pub(crate) fn read_from_right(self, from_right: bool) -> Self {
        Self { from_right, ..self }
    }

    /// For texts in a language that may be another than that of the headings; in none that anybody knows, no word is
    /// parted.
    pub(crate) fn spoken_in(self, language: Option<Language>) -> Self {
        Self { hyphens: language.and_then(Language::hyphens), ..self }
    }

    pub(crate) fn is_from_right(&self) -> bool {
        self.from_right
    }

    pub(crate) fn used(&self) -> &[UsedFace] {
        &self.used
    }

    /// The text without what no face can draw, its words separated by single blanks.
    pub(crate) fn drawable(&self, text: &str) -> String {
        let kept: String = whole_signs(text, |character| has(&self.known, character))
            .chars()
            // Signs have one form here, in the colour of the text.
            .filter(|character| !is_form(*character))
            .map(|character| match character {
                // These keep their meaning: here no line may break.
                '\u{a0}' | '\u{202f}' if has(&self.known, character) => character,
                _ if character.is_whitespace() || character.is_control() => ' ',
                _ => character,
            })
            .filter(|character| {
                let is_drawn = !is_private(*character) && has(&self.known, *character);
                *character == ' ' || is_joiner(*character) || is_drawn
            })
            .collect();
        kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Sets pieces one behind the other, in lines of that width; in one line without a width.
    pub(crate) fn set(&mut self, pieces: &[Piece<'_>], width: Option<f32>) -> Rc<Paragraph> {
        let key: Key = (
            pieces.iter().map(|(text, kind)| ((*text).to_owned(), bits(kind))).collect(),
            width.unwrap_or(0.0).to_bits(),
        );
        if let Some(paragraph) = self.kept.get(&key) {
            return paragraph.clone();
        }
        let mut text = String::new();
        let mut spans = Vec::new();
        for (piece, kind) in pieces {
            let piece = without_soft_hyphens(piece);
            spans.push((text.len()..text.len() + piece.len(), *kind));
            text.push_str(&piece);
        }
        let paragraph = Rc::new(self.break_lines(Draft::new(text, spans), width));
        self.kept.insert(key, paragraph.clone());
        paragraph
    }

    /// How wide a text is in one line.
    pub(crate) fn width_of(&mut self, text: &str, kind: Type) -> f32 {
        self.set(&[(text, kind)], None).width()
    }

    fn lay_out(&mut self, draft: &Draft, width: Option<f32>) -> Layout<Ink> {
        let Draft { text, spans, whole, wide } = draft;
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        let locale = Locale::parse(self.language.locale()).ok();
        builder.push_default(StyleProperty::Locale(locale));
        // Only for a word that is wider than its column, such as a long address.
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
        for (range, kind) in spans {
            let families = match kind.cut {
                Cut::Name => &self.name_families,
                Cut::Text => &self.text_families,
            };
            let names: Vec<_> =
                families.iter().map(|name| FontFamilyName::Named(Cow::Borrowed(name))).collect();
            let style = if kind.italic { FontStyle::Italic } else { FontStyle::Normal };
            let properties = [
                StyleProperty::FontFamily(FontFamily::List(Cow::Owned(names))),
                StyleProperty::FontSize(kind.size),
                StyleProperty::FontWeight(FontWeight::new(kind.weight)),
                StyleProperty::FontStyle(style),
                StyleProperty::LetterSpacing(kind.size * kind.tracking),
                StyleProperty::LineHeight(LineHeight::Absolute(kind.leading)),
                StyleProperty::Brush(kind.ink),
            ];
            for property in properties {
                builder.push(property, range.clone());
            }
        }
        for hyphen in whole {
            let length = '-'.len_utf8();
            builder
                .push(StyleProperty::TextWrapMode(TextWrapMode::NoWrap), *hyphen..*hyphen + length);
        }
        for (range, more) in wide {
            builder.push(StyleProperty::WordSpacing(*more), range.clone());
        }
        let mut layout = builder.build(text);
        layout.break_all_lines(width);
        // Pages that are read from the right are mirrored as a whole.
        layout.align(Alignment::Left, AlignmentOptions::default());
        layout
    }
}

/// A text before its lines are final.
#[derive(Clone, Debug)]
struct Draft {
    text: String,
    spans: Vec<(std::ops::Range<usize>, Type)>,
    /// Hyphens at which no line ends.
    whole: Vec<usize>,
    /// Where blanks are wider than usual, and by how much.
    wide: Vec<(std::ops::Range<usize>, f32)>,
}

impl Draft {
    fn new(text: String, spans: Vec<(std::ops::Range<usize>, Type)>) -> Self {
        Self { text, spans, whole: Vec::new(), wide: Vec::new() }
    }
}

/// Whoever wrote them meant another line.
fn without_soft_hyphens(text: &str) -> Cow<'_, str> {
    match text.contains('\u{ad}') {
        true => Cow::Owned(text.replace('\u{ad}', "")),
        false => Cow::Borrowed(text),
    }
}

fn bits(kind: &Type) -> [u32; 7] {
    [
        kind.cut as u32,
        kind.size.to_bits(),
        kind.leading.to_bits(),
        kind.weight.to_bits(),
        u32::from(kind.italic),
        kind.tracking.to_bits(),
        kind.ink as u32,
    ]
}
