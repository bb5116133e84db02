use std::collections::{HashMap, HashSet};

use crate::words::{Gap, inflected, normalise, sentences};

use super::dates::Calendar;
use super::figures::{Value, figure_at};
use super::numbers::{Use, use_of};
use super::reading::{Reading, Way};
use super::same;

/// The sources of a statement, looked through once. Statements with the same sources share one.
#[derive(Debug, Default)]
pub(crate) struct SourceIndex {
    /// Sentences and parts of descriptions, word for word.
    verbatim: HashSet<String>,
    pub(super) words: HashMap<String, Vec<Occurrence>>,
    /// Words for which others may stand, by group.
    pub(super) groups: HashMap<usize, Vec<Occurrence>>,
    /// As written, and in lower case.
    pub(super) surfaces: HashSet<String>,
    pub(super) folded: HashMap<String, u64>,
    /// Neighbouring words in their inflected form.
    pub(super) neighbours: HashSet<(String, String)>,
    pub(super) figures: HashMap<Value, Vec<Use>>,
    pub(super) calendar: Calendar,
    pub(super) characters: HashSet<char>,
    sentences: u32,
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub sentence: u32,
    pub negated: bool,
    pub limited: bool,
    pub way: Option<Way>,
}

/// Occurrences of one word that are looked at. In a text that has more, a claim that rests on a
/// later one is refused.
const MOST: usize = 64;

impl SourceIndex {
    pub(crate) fn new(sources: &[&str]) -> Self {
        let mut index = Self::default();
        // One bit for each source, in a word of 64 bits.
        for (number, source) in sources.iter().take(64).enumerate() {
            index.add(&normalise(source), number);
        }
        index
    }

    /// Whether a source has a text word for word.
    pub(super) fn quotes(&self, text: &str) -> bool {
        self.verbatim.contains(&plain_form(text))
    }

    fn add(&mut self, text: &str, source: usize) {
        self.characters.extend(text.chars().filter(|c| !c.is_alphanumeric()));
        self.verbatim.insert(plain_form(text));
        // An entry's description is a list: its parts, and theirs, are statements of their own.
        let listed = text.contains(" · ");
        for sentence in sentences(text) {
            self.verbatim.insert(plain_form(sentence.text));
            if listed {
                self.verbatim.extend(sentence.text.split(", ").map(plain_form));
            }
        }
        let reading = Reading::of(text);
        self.calendar.add(&reading.tokens);
        let mut next_figure = 0;
        for at in 0..reading.tokens.len() {
            let token = &reading.tokens[at];
            if token.gap == Gap::Sentence {
                self.sentences += 1;
            }
            self.add_word(&reading, at, source);
            if at >= next_figure
                && let Some(figure) = figure_at(&reading.tokens, at)
            {
                let (found, last) = use_of(&reading, figure, source);
                let known = self.figures.entry(figure.value).or_default();
                if known.len() < MOST {
                    known.push(found);
                }
                next_figure = last + 1;
            }
        }
    }

    fn add_word(&mut self, reading: &Reading<'_>, at: usize, source: usize) {
        let (token, word) = (&reading.tokens[at], &reading.words[at]);
        let occurrence = Occurrence {
            sentence: self.sentences,
            negated: reading.negated[at],
            limited: reading.limited[at],
            way: reading.way(at),
        };
        let push = |list: &mut Vec<Occurrence>| {
            // Bounded, so that a source of one word repeated does not cost a square of its length.
            if list.len() < MOST {
                list.push(occurrence);
            }
        };
        push(self.words.entry(word.clone()).or_default());
        if let Some(group) = same::group(word) {
            push(self.groups.entry(group).or_default());
        }
        self.surfaces.insert(token.surface.to_owned());
        *self.folded.entry(token.folded.clone()).or_default() |= 1 << source;
        *self.folded.entry(word.clone()).or_default() |= 1 << source;
        for back in 1..=2 {
            // Articles do not part neighbours.
            let between = back == 1 || at > 1 && is_article(&reading.tokens[at - 1].folded);
            let joined =
                (0..back).all(|step| at > step && reading.tokens[at - step].gap <= Gap::Space);
            if between && joined {
                let before = inflected(&reading.tokens[at - back].folded);
                self.neighbours.insert((before, inflected(&token.folded)));
            }
        }
    }
}

fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an" | "our" | "my" | "its" | "their")
}

/// Without what differs between two prints of the same words: blanks, and the mark at the end.
fn plain_form(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', ';', ',', ' ']).to_owned()
}
