use std::collections::HashSet;

use kernel::Id;

use super::changes::{Rewrite, Sentence};
use super::inert::is_inert;
use super::labels::{Kind, Labelled};
use super::prompt::{MOST_SENTENCES, SYSTEM};
use super::sequence::keeps_order;
use super::{Changes, Prompt};
use crate::candidate::Case;
use crate::compose::join;
use crate::delivered::Delivered;
use crate::manner::Manner;
use crate::selection::Selection;
use crate::support::unsupported;
use crate::words::Stems;

const LONGEST_SENTENCE: usize = 400;
/// A highlight may grow by so many characters.
const GROWTH: usize = 120;
/// As many words in a row as nobody shares with the question by chance.
const TELLTALE: usize = 6;

/// Words of a model for a fact. Nobody has confirmed them.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    pub text: String,
    /// The owner's words that they would stand for.
    pub source: String,
    pub chunk_id: Id,
    pub doubts: Vec<String>,
}

/// What an answer comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    pub selection: Selection,
    pub suggestions: Vec<Suggestion>,
    /// Words that cannot even be proposed: of no fact, refused before, or no plain text.
    pub dropped: usize,
}

/// What becomes of some words.
enum Judged {
    May(Delivered),
    Proposed(Suggestion),
    Dropped,
}

impl Prompt {
    /// The selection with the order and the choice that the model wants; its words become part of it
    /// when they are what may be delivered, and suggestions otherwise.
    pub fn apply(&self, changes: Changes, selection: Selection, case: &Case) -> Applied {
        let Changes { summary, highlights, order } = changes;
        let bench = Bench::new(case);
        let mut done = Applied { selection, suggestions: Vec::new(), dropped: 0 };
        for rewrite in highlights {
            let Some((entry, highlight, judged)) = self.rewritten(&rewrite, &bench) else {
                done.dropped += 1;
                continue;
            };
            if let Some(told) = done.note(judged) {
                done.selection.entries[entry].highlights[highlight] = told;
            }
        }
        done.dropped += summary.len().saturating_sub(MOST_SENTENCES);
        let judged = summary.iter().take(MOST_SENTENCES).map(|it| self.sentence(it, &bench));
        let judged: Vec<Judged> = judged.collect();
        let wanted = judged.len();
        let sentences: Vec<Delivered> = judged.into_iter().filter_map(|it| done.note(it)).collect();
        // All or nothing: a summary of which half was refused would begin in the middle, and where other
        // words are proposed for a sentence, it has to stand there.
        if sentences.len() == wanted && join(&sentences).is_some() {
            done.selection.summary = sentences;
        }
        self.put_in_order(&order, &mut done.selection);
        done
    }

    fn rewritten(&self, rewrite: &Rewrite, bench: &Bench<'_>) -> Option<(usize, usize, Judged)> {
        let fact = self.find(&rewrite.fact)?;
        let Kind::Highlight(entry, highlight) = fact.kind else { return None };
        let longest = fact.told.text().chars().count() + GROWTH;
        let judged = self.judge(rewrite.text.trim(), longest, &fact.told, bench);
        Some((entry, highlight, judged))
    }

    /// A sentence of the summary is one of the owner's summary, or another one for it. What was done for
    /// an employer is told below that employer. What rests on several facts has no source that it could be
    /// approved for.
    fn sentence(&self, sentence: &Sentence, bench: &Bench<'_>) -> Judged {
        let text = sentence.text.trim();
        let named = sentence.facts.iter().map(|label| self.find(label));
        // A label that was never given shows that the model has not read the facts.
        let Some(named) = named.collect::<Option<Vec<&Labelled>>>() else { return Judged::Dropped };
        let mut of_summary = named.iter().filter(|fact| fact.kind == Kind::Summary);
        if let Some(known) = of_summary.find_map(|fact| bench.may(text, &fact.told)) {
            return Judged::May(known);
        }
        match named.as_slice() {
            [Labelled { kind: Kind::Summary, told, .. }] => {
                self.judge(text, LONGEST_SENTENCE, told, bench)
            }
            _ => Judged::Dropped,
        }
    }

    fn judge(&self, text: &str, longest: usize, told: &Delivered, bench: &Bench<'_>) -> Judged {
        if let Some(known) = bench.may(text, told) {
            return Judged::May(known);
        }
        if !self.is_acceptable(text, longest) || bench.is_refused(text) {
            return Judged::Dropped;
        }
        let (source, chunk_id) = (told.source().to_owned(), told.chunk_id());
        let doubts = doubts(text, &source);
        Judged::Proposed(Suggestion { text: text.to_owned(), source, chunk_id, doubts })
    }

    /// Within each entry, what the model finds more relevant comes first. A list with a label that was
    /// never given, or with one label twice, was not made by reading the facts.
    fn put_in_order(&self, order: &[String], selection: &mut Selection) {
        let mut told = HashSet::new();
        // Order is only taken from a list that is right as a whole.
        if !order.iter().all(|label| told.insert(label) && self.find(label).is_some()) {
            return;
        }
        let rank = |fact: &Labelled| order.iter().position(|label| *label == fact.label);
        for (entry, choice) in selection.entries.iter_mut().enumerate() {
            let place = |highlight: usize| {
                let here = Kind::Highlight(entry, highlight);
                let fact = self.labelled.iter().find(|fact| fact.kind == here);
                fact.and_then(rank).unwrap_or(usize::MAX)
            };
            let mut placed: Vec<(usize, Delivered)> =
                choice.highlights.drain(..).enumerate().map(|(at, it)| (place(at), it)).collect();
            placed.sort_by_key(|(place, _)| *place);
            choice.highlights = placed.into_iter().map(|(_, told)| told).collect();
        }
    }

    fn find(&self, label: &str) -> Option<&Labelled> {
        self.labelled.iter().find(|fact| fact.label == label)
    }

    fn is_acceptable(&self, text: &str, longest: usize) -> bool {
        !text.is_empty()
            && text.chars().count() <= longest
            && is_inert(text)
            // A model that repeats the fence, or its orders, has been talked into it by the data.
            && !text.contains(self.fence.mark())
            && !repeats(text, SYSTEM)
    }
}

impl Applied {
    fn note(&mut self, judged: Judged) -> Option<Delivered> {
        match judged {
            Judged::May(told) => return Some(told),
            Judged::Proposed(suggestion) => {
                let again = |known: &Suggestion| {
                    known.source == suggestion.source && known.chunk_id == suggestion.chunk_id
                };
                // One wording of a fact is enough to decide about.
                match self.suggestions.iter().any(again) {
                    true => self.dropped += 1,
                    false => self.suggestions.push(suggestion),
                }
            }
            Judged::Dropped => self.dropped += 1,
        }
        None
    }
}

/// What rules about words hold against a wording. They find much and not all: whoever decides reads
/// both texts.
fn doubts(text: &str, source: &str) -> Vec<String> {
    let claims = unsupported(text, &[source]).into_iter();
    let mut found: Vec<String> =
        claims.map(|claim| format!("the source does not say: {claim}")).collect();
    if !keeps_order(text, &[source]) {
        found.push("words of the source stand in another order".to_owned());
    }
    found
}

/// What wordings are held against.
struct Bench<'a> {
    case: &'a Case,
    manner: Manner,
    stems: Stems,
}

impl<'a> Bench<'a> {
    fn new(case: &'a Case) -> Self {
        let stems = Stems::new();
        Self { case, manner: Manner::of(&case.voice, &stems), stems }
    }

    /// The words as they may be delivered, unless the caller has refused them.
    fn may(&self, words: &str, told: &Delivered) -> Option<Delivered> {
        let known = told.in_words(words, &self.case.dossier.approvals)?;
        (known == *told || !self.is_refused(words)).then_some(known)
    }

    fn is_refused(&self, words: &str) -> bool {
        self.manner.is_refused(words, &self.stems)
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
