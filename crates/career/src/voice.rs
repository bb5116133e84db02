//! How the caller writes, as features that two texts can be compared by.

use crate::relevance::Vocabulary;
use crate::tailoring::Voice;
use crate::words::{Stems, inflected, normalise, tokens};

/// How much of a refused text's words make another text an imitation of it.
const IMITATION: f32 = 0.8;

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
    /// How it begins: with a verb in the past, with the writer, or with something else.
    opening: Opening,
    words: Vocabulary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Past,
    Writer,
    Other,
}

/// Samples that are compared; they come closest first.
const MOST: usize = 40;

impl Manner {
    pub(crate) fn of(voice: &Voice, stems: &Stems) -> Self {
        let features = |samples: &[crate::tailoring::VoiceSample]| {
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
        let closest = |samples: &[Features]| {
            samples
                .iter()
                .map(|sample| features.closeness(sample))
                .fold(None, |best: Option<f32>, one| Some(best.map_or(one, |best| best.max(one))))
        };
        let (near, far) = (closest(&self.examples), closest(&self.refused));
        let sum = 0.5 + near.map_or(0.0, |near| 0.5 * near) - far.map_or(0.0, |far| 0.25 * far);
        sum.clamp(0.0, 1.0)
    }

    /// Whether a text says again what was refused, in nearly the same words. Words that were
    /// approved are not refused, whatever they resemble.
    pub(crate) fn is_refused(&self, text: &str, stems: &Stems) -> bool {
        let features = Features::of(text, stems);
        let same = |sample: &Features| features.shared(sample) >= IMITATION;
        self.refused.iter().any(same)
            && !self.examples.iter().any(|sample| features.shared(sample) > 0.95)
    }
}

impl Features {
    fn of(text: &str, stems: &Stems) -> Self {
        let normalised = normalise(text);
        let tokens = tokens(&normalised);
        let opening = match tokens.first() {
            Some(first) if matches!(first.folded.as_str(), "i" | "my" | "we" | "ich") => {
                Opening::Writer
            }
            Some(first)
                if first.folded.ends_with("ed") || inflected(&first.folded) != first.folded =>
            {
                Opening::Past
            }
            _ => Opening::Other,
        };
        let words = Vocabulary::of(text, stems);
        Self { length: tokens.len() as f32, figures: words.figures, opening, words }
    }

    fn closeness(&self, other: &Self) -> f32 {
        let length = self.length.min(other.length) / self.length.max(other.length).max(1.0);
        let opening = if self.opening == other.opening { 1.0 } else { 0.0 };
        let figures = if self.figures == other.figures { 1.0 } else { 0.0 };
        0.3 * length + 0.15 * opening + 0.15 * figures + 0.4 * self.words.overlap(&other.words)
    }

    /// Share of the longer text's words that both have.
    fn shared(&self, other: &Self) -> f32 {
        let (one, two) = (&self.words.stems, &other.words.stems);
        let both = one.intersection(two).count();
        both as f32 / one.len().max(two.len()).max(1) as f32
    }
}
