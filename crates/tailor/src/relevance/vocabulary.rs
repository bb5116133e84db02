use std::collections::{BTreeSet, HashMap};

use crate::words::{Stems, is_empty_of_meaning, normalise, numeral, tokens};

use super::concepts::concepts_of;

/// Shared words from which two texts say the same, alone and where their figures are equal.
const REPEATED: f32 = 0.75;
const TOLD_OTHERWISE: f32 = 0.3;

/// The stems of a text that tell something, and the concepts they belong to. In order, so that sums
/// over them come out the same every time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub stems: BTreeSet<String>,
    pub concepts: BTreeSet<usize>,
    /// The figures of the text, however their thousands and fractions are marked.
    pub figures: BTreeSet<String>,
}

impl Vocabulary {
    pub(crate) fn of(text: &str, stems: &Stems) -> Self {
        let text = normalise(text);
        let mut found = Self::default();
        for token in tokens(&text) {
            if token.surface.starts_with(|c: char| c.is_ascii_digit()) {
                found.figures.insert(figure(token.surface));
            } else if let Some(value) = numeral(&token.folded).filter(|value| *value > 1) {
                found.figures.insert(value.to_string());
            }
            let short_name =
                token.surface.chars().count() <= 3 && token.surface.starts_with(char::is_uppercase);
            if is_empty_of_meaning(&token.folded) && !short_name {
                continue;
            }
            let stem = stems.stem(&token.folded);
            found.concepts.extend(concepts_of(&stem));
            found.stems.insert(stem);
        }
        found
    }

    /// Whether two texts tell the same fact: nearly all words are the same, or all figures and some
    /// of the words. Never where each has a figure that the other lacks: costs cut by 10 % and by 40 % are
    /// two facts, however alike the words.
    pub(crate) fn says_again(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.figures, &other.figures);
        if !mine.is_subset(theirs) && !theirs.is_subset(mine) {
            return false;
        }
        let overlap = self.overlap(other);
        let long = self.stems.len().min(other.stems.len()) > 2;
        let counted = !self.figures.is_empty() && self.figures == other.figures;
        (long && overlap >= REPEATED) || (counted && overlap >= TOLD_OTHERWISE)
    }

    /// Share of the words of the smaller text that both have.
    pub(crate) fn overlap(&self, other: &Self) -> f32 {
        let (small, large) = match self.stems.len() <= other.stems.len() {
            true => (self, other),
            false => (other, self),
        };
        if small.stems.is_empty() {
            return 0.0;
        }
        let shared = small.stems.iter().filter(|stem| large.stems.contains(*stem)).count();
        shared as f32 / small.stems.len() as f32
    }
}

/// Without marks between thousands, and with a point before a fraction.
fn figure(surface: &str) -> String {
    let mut parts = surface.split([',', '.']);
    let mut figure = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let thousands = part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !thousands && !part.is_empty() {
            figure.push('.');
        }
        figure += part;
    }
    figure
}

/// How rare each stem is among the facts: what every fact has tells none from another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    counts: HashMap<String, usize>,
    texts: usize,
}

impl Rarity {
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a Vocabulary>) -> Self {
        let mut found = Self::default();
        for text in texts {
            found.texts += 1;
            for stem in &text.stems {
                *found.counts.entry(stem.clone()).or_default() += 1;
            }
        }
        found
    }

    /// 1 for a stem that is in one text or none, down to 0.3 for one that is in all.
    pub(crate) fn weight(&self, stem: &str) -> f32 {
        let count = self.counts.get(stem).copied().unwrap_or(0);
        let share = (count.saturating_sub(1)) as f32 / self.texts.max(1) as f32;
        (1.0 - 2.0 * share).max(0.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vocabulary {
        Vocabulary::of(text, &Stems::new())
    }

    #[test]
    fn other_figures_are_another_fact() {
        for (one, other) in [
            ("Cut the costs of hosting by 10 %", "Cut the costs of hosting by 40 %"),
            ("Cut the costs of hosting by 4.5 %", "Cut the costs of hosting by 45 %"),
            ("Led a team of three for the shop", "Led a team of 8 for the shop"),
            (
                "Answered 1,200 calls in 2019 for the town",
                "Answered 1,200 calls in 2020 for the town",
            ),
        ] {
            assert!(!of(one).says_again(&of(other)), "{one} / {other}");
            assert!(!of(other).says_again(&of(one)), "{other} / {one}");
        }
    }

    #[test]
    fn the_same_figures_are_the_same_fact() {
        for (one, other) in [
            ("Answered 1,200 calls for the town", "Answered 1.200 calls for the town"),
            ("Cut the costs of hosting by 40 %", "Cut the costs of hosting by 40 % in 2020"),
            ("Cut the costs of hosting by 40 %", "Cut the costs of hosting much"),
            ("Led a team of eight for the shop", "Led a team of 8 for the shop"),
        ] {
            assert!(of(one).says_again(&of(other)), "{one} / {other}");
        }
    }
}
