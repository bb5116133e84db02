use crate::facts::Fact;
use crate::tailoring::{Analysis, Level};
use crate::words::Stems;

use super::vocabulary::{Rarity, Vocabulary};

/// A cosine from which two texts have something to do with each other, and one from which they
/// speak of the same thing. As measured with the embedded model.
const RELATED: f32 = 0.18;
const ALIKE: f32 = 0.60;
/// What a match by concept is worth beside one by word.
const CONCEPT: f32 = 0.45;
/// How many words of a requirement make a whole answer: few requirements are met word by word.
const ENOUGH: f32 = 2.2;

/// What a job asks for, ready to be compared with facts.
#[derive(Debug)]
pub(crate) struct Measure {
    stems: Stems,
    asked: Vec<Asked>,
    /// The job's terms, the heaviest first.
    terms: Vec<(Vocabulary, f32)>,
    rarity: Rarity,
}

#[derive(Debug)]
struct Asked {
    words: Vocabulary,
    weight: f32,
}

/// How far one fact answers a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// For each requirement, from 0 to 1.
    pub to_requirements: Vec<f32>,
    /// To the job as a whole, from 0 to 1.
    pub to_job: f32,
    pub words: Vocabulary,
}

impl Measure {
    pub(crate) fn new(analysis: &Analysis, facts: &[Fact]) -> Self {
        let stems = Stems::new();
        let weight = |level| if level == Level::Must { 1.0 } else { 0.5 };
        let asked = analysis.requirements.iter().map(|requirement| Asked {
            words: Vocabulary::of(&requirement.keywords.join("; "), &stems),
            weight: weight(requirement.level),
        });
        let asked = asked.collect();
        let term = |term: &str| Vocabulary::of(term, &stems);
        let terms = analysis.keywords.iter().map(|keyword| (term(&keyword.term), keyword.weight));
        let terms = terms.collect();
        let texts: Vec<Vocabulary> =
            facts.iter().map(|fact| Vocabulary::of(&fact.text, &stems)).collect();
        let rarity = Rarity::of(texts.iter());
        Self { stems, asked, terms, rarity }
    }

    pub(crate) fn weights(&self) -> impl Iterator<Item = f32> {
        self.asked.iter().map(|asked| asked.weight)
    }

    pub(crate) fn vocabulary(&self, text: &str) -> Vocabulary {
        Vocabulary::of(text, &self.stems)
    }

    /// How far a text answers, by its words and by the vectors of the fact it is taken from.
    pub(crate) fn answers(&self, text: &str, fact: Option<&Fact>) -> Answers {
        let words = self.vocabulary(text);
        let known = fact.map(|fact| &fact.similarity);
        let meaning = |number: usize| {
            let cosine = known.and_then(|known| known.to_requirements.get(number)).copied();
            cosine.map_or(0.0, likeness)
        };
        let one = |(number, asked): (usize, &Asked)| {
            let by_word = self.by_word(&asked.words, &words);
            // Two half answers of different kinds are more than one of them.
            1.0 - (1.0 - by_word) * (1.0 - 0.9 * meaning(number))
        };
        let to_requirements = self.asked.iter().enumerate().map(one).collect();
        let of_job = known.and_then(|known| known.to_job).map_or(0.0, likeness);
        let to_job = 1.0 - (1.0 - self.by_terms(&words)) * (1.0 - 0.7 * of_job);
        Answers { to_requirements, to_job, words }
    }

    fn by_word(&self, asked: &Vocabulary, words: &Vocabulary) -> f32 {
        if asked.stems.is_empty() {
            return 0.0;
        }
        let rarity = |stem: &String| self.rarity.weight(stem);
        let met: f32 =
            asked.stems.iter().filter(|stem| words.stems.contains(*stem)).map(rarity).sum();
        let near =
            asked.concepts.iter().filter(|concept| words.concepts.contains(*concept)).count();
        let needed = (asked.stems.len() as f32).min(ENOUGH);
        let by_concept = (near as f32 * CONCEPT).min(1.2);
        ((met + by_concept) / needed).min(1.0)
    }

    fn by_terms(&self, words: &Vocabulary) -> f32 {
        let met = self.terms.iter().map(|(term, weight)| {
            let share = term.stems.iter().filter(|stem| words.stems.contains(*stem)).count();
            let rarity: f32 =
                term.stems.iter().map(|stem| self.rarity.weight(stem)).fold(0.3, f32::max);
            weight * rarity * share as f32 / term.stems.len().max(1) as f32
        });
        let sum: f32 = met.sum();
        sum / (sum + 1.5)
    }
}

/// A cosine as a degree from 0 to 1.
fn likeness(cosine: f32) -> f32 {
    if !cosine.is_finite() {
        return 0.0;
    }
    ((cosine - RELATED) / (ALIKE - RELATED)).clamp(0.0, 1.0)
}
