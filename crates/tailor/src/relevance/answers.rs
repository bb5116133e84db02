use crate::analysis::{Analysis, Level};
use crate::facts::Fact;
use crate::words::Stems;

use super::claimed::Claimed;
use super::meaning::Meaning;
use super::vocabulary::{Rarity, Vocabulary};

/// What one name in common is worth, such as a technology, and what each further one adds.
const NAME: f32 = 0.65;
const FURTHER_NAME: f32 = 0.15;
/// How many ordinary words in common make a whole answer, and what they count beside vectors, which
/// know better.
const ENOUGH: f32 = 3.0;
const BESIDE_VECTORS: f32 = 0.6;
/// What a match by concept is worth, and all of them together.
const CONCEPT: f32 = 0.22;
const CONCEPTS: f32 = 0.5;

/// What a job asks for, ready to be compared with facts.
#[derive(Debug)]
pub(crate) struct Measure {
    stems: Stems,
    asked: Vec<Asked>,
    /// The job's terms, the heaviest first.
    terms: Vec<(Vocabulary, f32)>,
    /// Those of them that are names.
    names: Vec<Vocabulary>,
    rarity: Rarity,
    meaning: Meaning,
}

#[derive(Debug)]
struct Asked {
    names: Vocabulary,
    words: Vocabulary,
    weight: f32,
}

impl Asked {
    fn is_among(&self, words: &Vocabulary) -> bool {
        let stems = self.names.stems.iter().chain(&self.words.stems);
        stems.into_iter().any(|stem| words.stems.contains(stem))
    }
}

/// How far one fact answers a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// For each requirement, from 0 to 1.
    pub to_requirements: Vec<f32>,
    /// To the job as a whole, from 0 to 1.
    pub to_job: f32,
    /// For each requirement, whether the text denies what it asks for.
    pub is_denied: Vec<bool>,
    pub words: Vocabulary,
    /// Those of its words that it does not deny.
    pub said: Vocabulary,
}

/// What a job says of a short text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub share: f32,
    pub named: bool,
}

impl Answers {
    /// Gives both what either answers.
    pub(crate) fn share(&mut self, other: &mut Self) {
        for (mine, theirs) in self.to_requirements.iter_mut().zip(&mut other.to_requirements) {
            let best = mine.max(*theirs);
            (*mine, *theirs) = (best, best);
        }
        let best = self.to_job.max(other.to_job);
        (self.to_job, other.to_job) = (best, best);
    }
}

impl Measure {
    pub(crate) fn new(analysis: &Analysis, facts: &[Fact]) -> Self {
        let stems = Stems::new();
        let weight = |level| if level == Level::Must { 1.0 } else { 0.5 };
        let of = |keywords: &[&str]| Vocabulary::of(&keywords.join("; "), &stems);
        let asked = analysis.requirements.iter().map(|requirement| {
            let keywords = requirement.keywords.iter().map(String::as_str);
            let (names, words): (Vec<&str>, Vec<&str>) = keywords.partition(|word| is_name(word));
            Asked { names: of(&names), words: of(&words), weight: weight(requirement.level) }
        });
        let asked = asked.collect();
        let terms = analysis.keywords.iter().map(|keyword| (of(&[&keyword.term]), keyword.weight));
        let terms = terms.collect();
        let names = analysis.keywords.iter().filter(|keyword| is_name(&keyword.term));
        let names = names.map(|keyword| of(&[&keyword.term])).collect();
        let texts: Vec<Vocabulary> =
            facts.iter().map(|fact| Vocabulary::of(&fact.text, &stems)).collect();
        let rarity = Rarity::of(texts.iter());
        let meaning = Meaning::of(facts, analysis.requirements.len());
        Self { stems, asked, terms, names, rarity, meaning }
    }

    pub(crate) fn weights(&self) -> impl Iterator<Item = f32> {
        self.asked.iter().map(|asked| asked.weight)
    }

    /// Whether vectors of the facts are known.
    pub(crate) fn knows_meaning(&self) -> bool {
        self.meaning.is_known()
    }

    /// How much of a short text the job speaks of, 0 to 1, and whether it names it. To ask for care is not
    /// to ask for wound care.
    pub(crate) fn held(&self, words: &Vocabulary) -> Held {
        let is_asked = |stem: &&String| {
            let asked =
                |one: &Asked| one.names.stems.contains(*stem) || one.words.stems.contains(*stem);
            self.asked.iter().any(asked)
                || self.terms.iter().any(|(term, _)| term.stems.contains(*stem))
        };
        let count = words.stems.iter().filter(is_asked).count();
        let share = count as f32 / words.stems.len().max(1) as f32;
        let named = |one: &Asked| one.names.stems.iter().any(|stem| words.stems.contains(stem));
        let whole = |name: &Vocabulary| {
            !name.stems.is_empty() && name.stems.iter().all(|stem| words.stems.contains(stem))
        };
        let named = self.asked.iter().any(named) || self.names.iter().any(whole);
        Held { share, named }
    }

    pub(crate) fn vocabulary(&self, text: &str) -> Vocabulary {
        Vocabulary::of(text, &self.stems)
    }

    /// How far a text answers, by its words and by the vectors of the fact it is taken from.
    pub(crate) fn answers(&self, text: &str, fact: Option<&Fact>) -> Answers {
        let claimed = Claimed::of(text);
        let words = Vocabulary::of(text, &self.stems);
        let said = Vocabulary::of(&claimed.said, &self.stems);
        let denied = Vocabulary::of(&claimed.denied, &self.stems);
        // A vector does not know a thing from its contrary.
        let is_denied = |asked: &Asked| claimed.mostly_denies() || asked.is_among(&denied);
        let is_denied: Vec<bool> = self.asked.iter().map(is_denied).collect();
        let known = fact.map(|fact| &fact.similarity);
        let one = |(number, asked): (usize, &Asked)| {
            let known = known.filter(|_| !is_denied[number]);
            let meaning = known.and_then(|known| self.meaning.to_requirement(number, known));
            let names = self.by_names(&asked.names, &said);
            let plain = self.by_words(&asked.words, &said);
            // Half answers of different kinds are more than one of them.
            match meaning {
                Some(meaning) => {
                    1.0 - (1.0 - 0.9 * meaning) * (1.0 - names) * (1.0 - BESIDE_VECTORS * plain)
                }
                None => 1.0 - (1.0 - names) * (1.0 - plain),
            }
        };
        let to_requirements = self.asked.iter().enumerate().map(one).collect();
        let by_terms = self.by_terms(&said);
        let known = known.filter(|_| !claimed.mostly_denies());
        let to_job = match known.and_then(|known| self.meaning.to_job(known)) {
            Some(meaning) => 1.0 - (1.0 - 0.9 * meaning) * (1.0 - BESIDE_VECTORS * by_terms),
            None => by_terms,
        };
        Answers { to_requirements, to_job, is_denied, words, said }
    }

    fn by_names(&self, asked: &Vocabulary, words: &Vocabulary) -> f32 {
        match asked.stems.iter().filter(|stem| words.stems.contains(*stem)).count() {
            0 => 0.0,
            met => (NAME + FURTHER_NAME * (met - 1) as f32).min(1.0),
        }
    }

    fn by_words(&self, asked: &Vocabulary, words: &Vocabulary) -> f32 {
        let met = asked.stems.iter().filter(|stem| words.stems.contains(*stem));
        let met: f32 = met.map(|stem| self.rarity.weight(stem)).sum();
        let near =
            asked.concepts.iter().filter(|concept| words.concepts.contains(*concept)).count();
        // A requirement of one word is not fully answered by that word alone.
        let needed = (asked.stems.len() as f32).clamp(1.5, ENOUGH);
        let by_concept = (near as f32 * CONCEPT).min(CONCEPTS);
        1.0 - (1.0 - (met / needed).min(1.0)) * (1.0 - by_concept)
    }

    fn by_terms(&self, words: &Vocabulary) -> f32 {
        let met = self.terms.iter().map(|(term, weight)| {
            let share = term.stems.iter().filter(|stem| words.stems.contains(*stem)).count();
            let rarity = term.stems.iter().map(|stem| self.rarity.weight(stem)).fold(0.3, f32::max);
            weight * rarity * share as f32 / term.stems.len().max(1) as f32
        });
        let sum: f32 = met.sum();
        // Approaches 1 and never reaches it: more terms help, and no number of them is everything.
        sum / (sum + 1.5)
    }
}

/// The analysis writes ordinary words small.
pub(crate) fn is_name(keyword: &str) -> bool {
    keyword.contains(|c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '+' | '#'))
}
