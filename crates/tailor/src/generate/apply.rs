use kernel::Id;

use super::changes::{Rewrite, Sentence};
use super::inert::is_inert;
use super::labels::{Kind, Labelled};
use super::prompt::SYSTEM;
use super::sequence::keeps_order;
use super::{Changes, Prompt};
use crate::candidate::Case;
use crate::facts::Dossier;
use crate::manner::Manner;
use crate::selection::{Selection, Wording};
use crate::support::unsupported;
use crate::words::Stems;

const MOST_SENTENCES: usize = 3;
const LONGEST_SENTENCE: usize = 400;
/// A highlight may grow by so many characters.
const GROWTH: usize = 120;
/// As many words in a row as nobody shares with the question by chance.
const TELLTALE: usize = 6;

impl Prompt {
    /// The selection with the changes that can be believed, and how many could not.
    pub fn apply(
        &self,
        changes: Changes,
        mut selection: Selection,
        case: &Case,
    ) -> (Selection, usize) {
        let Changes { summary, highlights, order } = changes;
        let bench = Bench::new(case);
        let mut dropped = 0;
        for rewrite in highlights {
            match self.rewritten(&rewrite, &selection, &bench) {
                Some((entry, highlight, wording)) => {
                    selection.entries[entry].highlights[highlight] = wording;
                }
                None => dropped += 1,
            }
        }
        let offered = summary.len();
        let told = summary.iter().take(MOST_SENTENCES).filter_map(|it| self.told(it, &bench));
        let sentences: Vec<Wording> = told.collect();
        dropped += offered - sentences.len();
        if !sentences.is_empty() {
            selection.summary = sentences;
        }
        self.put_in_order(&order, &mut selection);
        (selection, dropped)
    }

    fn rewritten(
        &self,
        rewrite: &Rewrite,
        selection: &Selection,
        bench: &Bench<'_>,
    ) -> Option<(usize, usize, Wording)> {
        let fact = self.find(&rewrite.fact)?;
        let Kind::Highlight(entry, highlight) = fact.kind else { return None };
        let text = rewrite.text.trim();
        let longest = fact.text.chars().count() + GROWTH;
        if !self.is_acceptable(text, longest) {
            return None;
        }
        // The fact alone, or the fact and what is known of the position it stands in.
        let position =
            bench.dossier.at(selection.entries.get(entry)?.entry).map(|fact| fact.chunk_id);
        let with_position = fact.rests_on.iter().copied().chain(position).collect();
        let grounds = [fact.rests_on.clone(), with_position];
        let rests_on = grounds.into_iter().find(|ids| bench.lets_pass(text, ids))?;
        Some((entry, highlight, Wording { text: text.to_owned(), rests_on }))
    }

    fn told(&self, sentence: &Sentence, bench: &Bench<'_>) -> Option<Wording> {
        let text = sentence.text.trim();
        let mut rests_on: Vec<Id> = Vec::new();
        for label in &sentence.facts {
            let new = self.find(label)?.rests_on.iter().filter(|id| !rests_on.contains(id));
            let new: Vec<Id> = new.copied().collect();
            rests_on.extend(new);
        }
        let holds = self.is_acceptable(text, LONGEST_SENTENCE)
            && !rests_on.is_empty()
            && bench.lets_pass(text, &rests_on);
        holds.then(|| Wording { text: text.to_owned(), rests_on })
    }

    /// Within each entry, what the model finds more relevant comes first.
    fn put_in_order(&self, order: &[String], selection: &mut Selection) {
        let rank = |fact: &Labelled| order.iter().position(|label| *label == fact.label);
        for (entry, choice) in selection.entries.iter_mut().enumerate() {
            let place = |highlight: usize| {
                let here = Kind::Highlight(entry, highlight);
                let fact = self.labelled.iter().find(|fact| fact.kind == here);
                fact.and_then(rank).unwrap_or(usize::MAX)
            };
            let mut placed: Vec<(usize, Wording)> =
                choice.highlights.drain(..).enumerate().map(|(at, it)| (place(at), it)).collect();
            placed.sort_by_key(|(place, _)| *place);
            choice.highlights = placed.into_iter().map(|(_, wording)| wording).collect();
        }
    }

    fn find(&self, label: &str) -> Option<&Labelled> {
        self.labelled.iter().find(|fact| fact.label == label)
    }

    fn is_acceptable(&self, text: &str, longest: usize) -> bool {
        !text.is_empty()
            && text.chars().count() <= longest
            && is_inert(text)
            && !text.contains(self.fence.mark())
            && !repeats(text, SYSTEM)
    }
}

/// What wordings are held against.
struct Bench<'a> {
    dossier: &'a Dossier,
    manner: Manner,
    stems: Stems,
}

impl<'a> Bench<'a> {
    fn new(case: &'a Case) -> Self {
        let stems = Stems::new();
        Self { dossier: &case.dossier, manner: Manner::of(&case.voice, &stems), stems }
    }

    /// Whether the facts say what the text says, and the caller has not refused to say it so.
    fn lets_pass(&self, text: &str, facts: &[Id]) -> bool {
        let known = facts.iter().filter_map(|id| self.dossier.fact(*id));
        let sources: Vec<&str> = known.map(|fact| &*fact.text).collect();
        sources.len() == facts.len()
            && unsupported(text, &sources).is_empty()
            && keeps_order(text, &sources)
            && !self.manner.is_refused(text, &self.stems)
    }
}

/// Whether a text has a run of words from another one.
fn repeats(text: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (text, other) = (words(text), words(other));
    text.windows(TELLTALE).any(|run| other.windows(TELLTALE).any(|known| known == run))
}
