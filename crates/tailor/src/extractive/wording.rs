use crate::facts::Fact;
use crate::relevance::Vocabulary;
use crate::selection::Wording;
use crate::support::unsupported;
use crate::voice::Voice;
use crate::words::{Stems, sentences};

/// The caller's own wordings, as approved or corrected before.
#[derive(Debug, Default)]
pub(super) struct Wordings<'a> {
    texts: Vec<(&'a str, Vocabulary)>,
    stems: Option<Stems>,
}

/// Examples that are tried, and how much of the words must be shared for two texts to say the same.
const MOST: usize = 200;
const SAME: f32 = 0.6;
const LONGEST: usize = 600;

impl<'a> Wordings<'a> {
    pub(super) fn of(voice: &'a Voice) -> Self {
        let stems = Stems::new();
        // A whole section may have been approved at once; its lines are wordings of their own.
        let parts = voice.examples.iter().flat_map(|sample| {
            let lines = sample
                .text
                .lines()
                .map(|line| line.trim_start_matches(['-', '*', '•', ' ']).trim());
            lines.filter(|line| !line.is_empty() && line.len() <= LONGEST)
        });
        let texts = parts.take(MOST).map(|text| (text, Vocabulary::of(text, &stems))).collect();
        Self { texts, stems: Some(stems) }
    }

    /// A fact in the caller's corrected words when there are some that claim nothing more; else as
    /// it stands.
    pub(super) fn word(&self, fact: &Fact) -> Wording {
        self.word_part(&fact.text, fact)
    }

    /// The same for a part of a fact.
    pub(super) fn word_part(&self, part: &str, fact: &Fact) -> Wording {
        let text = self.corrected(part).unwrap_or(part).to_owned();
        Wording { text, rests_on: vec![fact.chunk_id] }
    }

    fn corrected(&self, part: &str) -> Option<&'a str> {
        let stems = self.stems.as_ref().filter(|_| !self.texts.is_empty())?;
        let words = Vocabulary::of(part, stems);
        let shared = |other: &Vocabulary| {
            let both = words.stems.intersection(&other.stems).count();
            both as f32 / other.stems.len().max(words.stems.len()).max(1) as f32
        };
        let mut near: Vec<(&str, f32)> = self
            .texts
            .iter()
            .map(|(text, vocabulary)| (*text, shared(vocabulary)))
            .filter(|(text, share)| *share >= SAME && sentences(text).len() <= 2)
            .collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        near.into_iter()
            .take(4)
            .map(|(text, _)| text)
            .find(|text| unsupported(text, &[part]).is_empty())
    }
}
