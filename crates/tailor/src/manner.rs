//! How the caller writes, as features that two texts can be compared by.
//!
//! Only the manner is compared, and what was refused also by its words: how long a text is, how it
//! begins, whether the writer speaks of themselves, whether it has figures. What a text is about is
//! for the job to decide.

use crate::relevance::Vocabulary;
use crate::voice::{Voice, VoiceSample};
use crate::words::{Stems, inflected, normalise, tokens};

/// How much of a refused text's words make another text an imitation of it.
const IMITATION: f32 = 0.8;
/// Samples that are compared; they come closest first.
const MOST: usize = 60;

/// The caller's manner, taken from examples, and what was refused.
#[derive(Debug, Default)]
pub(crate) struct Manner {
    examples: Vec<Features>,
    refused: Vec<Features>,
}

#[derive(Clone, Debug)]
struct Features {
    length: f32,
    figures: bool,
    first_person: bool,
    opening: Opening,
    words: Vocabulary,
}

/// How a text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// With a verb: "Built", "Led".
    Past,
    /// With the writer: "I", "my", "we".
    Writer,
    /// With a figure: "40 % fewer".
    Figure,
    /// With the way: "By moving", "After testing".
    Way,
    Other,
}

impl Manner {
    pub(crate) fn of(voice: &Voice, stems: &Stems) -> Self {
        let features = |samples: &[VoiceSample]| {
            samples.iter().take(MOST).map(|sample| Features::of(&sample.text, stems)).collect()
        };
        Self { examples: features(&voice.examples), refused: features(&voice.anti_patterns) }
    }

    pub(crate) fn is_known(&self) -> bool {
        !self.examples.is_empty()
    }

    /// How close a text is to the examples and how far from what was refused: 0 to 1, and 0.5 when
    /// nothing is known.
    pub(crate) fn likeness(&self, text: &str, stems: &Stems) -> f32 {
        let features = Features::of(text, stems);
        let mean = |samples: &[Features]| match samples.len() {
            0 => None,
            count => {
                let sum: f32 = samples.iter().map(|sample| features.closeness(sample)).sum();
                Some(sum / count as f32)
            }
        };
        match (mean(&self.examples), mean(&self.refused)) {
            (None, None) => 0.5,
            (Some(near), None) => 0.5 + 0.5 * near,
            (None, Some(far)) => 0.5 - 0.5 * far,
            (Some(near), Some(far)) => (0.5 + 0.5 * near - 0.25 * far).clamp(0.0, 1.0),
        }
    }

    /// Whether a text says again what was refused, in nearly the same words. Words that were
    /// approved are not refused, whatever they resemble.
    pub(crate) fn is_refused(&self, text: &str, stems: &Stems) -> bool {
        if self.refused.is_empty() {
            return false;
        }
        let features = Features::of(text, stems);
        let resembles = |samples: &[Features], share: f32| {
            samples.iter().any(|sample| features.shared(sample) >= share)
        };
        resembles(&self.refused, IMITATION) && !resembles(&self.examples, 0.95)
    }
}

impl Features {
    fn of(text: &str, stems: &Stems) -> Self {
        let normalised = normalise(text);
        let tokens = tokens(&normalised);
        let writer = |word: &str| matches!(word, "i" | "my" | "me" | "we" | "our" | "ich" | "wir");
        let opening = tokens.first().map_or(Opening::Other, |first| match first.folded.as_str() {
            word if writer(word) => Opening::Writer,
            word if word.starts_with(|c: char| c.is_ascii_digit()) => Opening::Figure,
            "by" | "with" | "after" | "through" | "from" | "using" | "having" | "for" => {
                Opening::Way
            }
            word if word.ends_with("ing") => Opening::Way,
            word if word.ends_with("ed") || inflected(word) != word => Opening::Past,
            _ => Opening::Other,
        });
        let words = Vocabulary::of(text, stems);
        Self {
            length: tokens.len() as f32,
            figures: !words.figures.is_empty(),
            first_person: tokens.iter().any(|token| writer(&token.folded)),
            opening,
            words,
        }
    }

    fn closeness(&self, other: &Self) -> f32 {
        let one = |same: bool| if same { 1.0 } else { 0.0 };
        let length = self.length.min(other.length) / self.length.max(other.length).max(1.0);
        0.35 * length
            + 0.3 * one(self.opening == other.opening)
            + 0.25 * one(self.first_person == other.first_person)
            + 0.1 * one(self.figures == other.figures)
    }

    /// Share of the longer text's words that both have.
    fn shared(&self, other: &Self) -> f32 {
        let (one, two) = (&self.words.stems, &other.words.stems);
        let both = one.intersection(two).count();
        both as f32 / one.len().max(two.len()).max(1) as f32
    }
}
