//! Words in two lines. Lines are ragged, so this is rarely needed: only where a line would stay much
//! too short, or a word is longer than a line. Whoever reads the file by program meets few parted
//! words, each with a soft hyphen.

use parley::Layout;
use unicode_segmentation::UnicodeSegmentation;

use super::lines::width_of;
use super::{Draft, Lettering};
use crate::look::{Cut, Ink};

const SOFT_HYPHEN: &str = "\u{ad}";
/// A line that is emptier than this gets a part of the next word.
const MOST_EMPTY: f32 = 0.18;
/// Letters that stay together at either side.
const LEAST_LETTERS: usize = 3;
const SHORTEST_WORD: usize = 8;
/// Where no rule helps, a word longer than its line is parted after so many letters.
const LETTERS_AT_MOST: usize = 12;
/// Of a paragraph. More would be a hostile one, and each costs a layout of the whole.
const MOST_PARTED: usize = 8;
/// In bytes. What is longer is no paragraph of a resume, and is left as it breaks.
const LONGEST_PARAGRAPH: usize = 4000;

impl Lettering {
    /// Puts parts of words into lines that are too empty.
    pub(super) fn part_words(&mut self, draft: &mut Draft, layout: &mut Layout<Ink>, width: f32) {
        let is_long = draft.text.len() > LONGEST_PARAGRAPH;
        let is_name = draft.spans.iter().any(|(_, kind)| kind.cut == Cut::Name);
        if self.hyphens.is_none() || layout.is_rtl() || is_long || is_name {
            return;
        }
        let mut number = 0;
        let mut parted = 0;
        while number + 1 < layout.len() && parted < MOST_PARTED {
            if let Some(place) = self.place_to_part(draft, layout, number, width) {
                insert(draft, place);
                parted += 1;
                *layout = self.lay_out(draft, Some(width));
                // Two parted words one below the other catch the eye.
                number += 1;
            }
            number += 1;
        }
    }

    /// Where to part the word that begins the next line, so that its beginning fits into this one.
    fn place_to_part(
        &mut self,
        draft: &Draft,
        layout: &Layout<Ink>,
        number: usize,
        width: f32,
    ) -> Option<usize> {
        let (line, next) = (layout.get(number)?, layout.get(number + 1)?);
        let free = width - line.metrics().advance;
        if width - width_of(&line) < MOST_EMPTY * width || free <= 0.0 {
            return None;
        }
        let start = next.text_range().start;
        // A line that ends in the middle of a word has been dealt with.
        if !draft.text[..start].ends_with(' ') {
            return None;
        }
        let word = draft.text[start..].split(' ').next()?;
        let kind = draft.spans.iter().find(|(range, _)| range.contains(&start))?.1;
        let mut best = None;
        for place in self.places(word) {
            let beginning = format!("{}-", &word[..place]);
            if self.width_of(&beginning, kind) > free {
                break;
            }
            best = Some(start + place);
        }
        best
    }

    /// Where a word may be parted. None in what is no plain word: an address, a name in capitals, a
    /// number.
    fn places(&self, word: &str) -> Vec<usize> {
        let bare = word.trim_end_matches([',', '.', ';', ':', '!', '?', ')', '”', '’', '»']);
        let letters = bare.chars().count();
        let is_plain = bare.chars().all(char::is_alphabetic)
            && bare.chars().skip(1).all(|letter| !letter.is_uppercase());
        let Some(rules) = self.hyphens else { return Vec::new() };
        if letters < SHORTEST_WORD || !is_plain || letters > 60 {
            return Vec::new();
        }
        let mut places = Vec::new();
        let mut end = 0;
        for part in hypher::hyphenate(bare, rules) {
            end += part.len();
            let before = bare[..end].chars().count();
            if before >= LEAST_LETTERS && letters - before >= LEAST_LETTERS {
                places.push(end);
            }
        }
        places
    }

    /// Words that are longer than a line are parted with a hyphen where they are words, and where
    /// they fit elsewhere, by the layout, where they are addresses.
    pub(super) fn part_long_words(&mut self, draft: &mut Draft, width: f32) {
        let Some(kind) = draft.spans.first().map(|(_, kind)| *kind) else { return };
        // Letters are hardly ever narrower than this, so shorter words need no measuring.
        let few = (width / (kind.size * 0.9)) as usize;
        if draft.text.split(' ').all(|word| word.len() <= few) {
            return;
        }
        let mut places = Vec::new();
        let mut start = 0;
        for word in draft.text.clone().split(' ') {
            if word.len() > few && is_letters(word) && self.width_of_start(word, kind) > width {
                places.extend(self.emergency(word).into_iter().map(|place| start + place));
            }
            start += word.len() + 1;
        }
        for place in places.into_iter().rev() {
            insert(draft, place);
        }
    }

    /// The hyphens of a name that fits into a line: it is parted between its words.
    pub(super) fn hyphens_of_name(&mut self, draft: &Draft, width: f32) -> Vec<usize> {
        let mut hyphens = Vec::new();
        for (span, kind) in draft.spans.iter().filter(|(_, kind)| kind.cut == Cut::Name) {
            let Some(name) = draft.text.get(span.clone()) else { continue };
            let mut start = span.start;
            for word in name.split(' ') {
                let mut places = word.match_indices('-').map(|(place, _)| start + place).peekable();
                if places.peek().is_some() && self.width_of_start(word, *kind) <= width {
                    hyphens.extend(places);
                }
                start += word.len() + 1;
            }
        }
        hyphens
    }

    /// Of a word of hostile length the beginning tells enough.
    fn width_of_start(&mut self, word: &str, kind: crate::look::Type) -> f32 {
        let start: String = word.chars().take(400).collect();
        self.width_of(&start, kind)
    }

    fn emergency(&self, word: &str) -> Vec<usize> {
        let by_rule = self.places(word);
        if !by_rule.is_empty() {
            return by_rule;
        }
        let places = word.grapheme_indices(true).map(|(place, _)| place);
        places.skip(LETTERS_AT_MOST).step_by(LETTERS_AT_MOST).collect()
    }
}

/// Of a script whose words are parted with a hyphen. Others break by their own rules.
fn is_letters(word: &str) -> bool {
    let bare = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    !bare.is_empty()
        && bare.chars().all(|letter| letter.is_alphabetic() && (letter as u32) < 0x0590)
}

fn insert(draft: &mut Draft, place: usize) {
    draft.text.insert_str(place, SOFT_HYPHEN);
    for (range, _) in &mut draft.spans {
        if range.start >= place {
            range.start += SOFT_HYPHEN.len();
        }
        if range.end >= place {
            range.end += SOFT_HYPHEN.len();
        }
    }
    for hyphen in draft.whole.iter_mut().filter(|hyphen| **hyphen >= place) {
        *hyphen += SOFT_HYPHEN.len();
    }
}
