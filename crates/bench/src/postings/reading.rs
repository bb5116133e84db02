//! How well postings are read that experts have marked. A sentence counts as found when a requirement or a
//! responsibility shares at least 70 % of the words of the shorter of the two, and two words or more;
//! knowledge when it contains a keyword or is contained in one.

use std::collections::HashSet;

use serde_json::Value;
use tailor::Analysis;

use super::texts;

#[derive(Default)]
pub(super) struct Counts {
    /// Sentences that ask, those of them that are found, items told, and those that are right.
    asking: usize,
    found: usize,
    told: usize,
    right: usize,
    knowledge: usize,
    known: usize,
    keywords: usize,
    postings: usize,
}

/// What the counts come to.
pub(super) struct Figures {
    pub(super) precision: f32,
    pub(super) recall: f32,
    pub(super) f1: f32,
    pub(super) knowledge: f32,
    pub(super) keywords: f32,
}

impl Counts {
    pub(super) fn figures(&self) -> Figures {
        let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
        let (precision, recall) = (share(self.right, self.told), share(self.found, self.asking));
        Figures {
            precision,
            recall,
            f1: 2.0 * precision * recall / (precision + recall),
            knowledge: share(self.known, self.knowledge),
            keywords: share(self.keywords, self.postings),
        }
    }

    pub(super) fn add(&mut self, posting: &Value, analysis: &Analysis) {
        let sentences = posting["sentences"].as_array().map_or(&[][..], Vec::as_slice);
        let texts = texts(posting);
        let marked = |one: &Value, name: &str| one[name].as_array().cloned().unwrap_or_default();
        let asks = |one: &Value| marked(one, "skills").len() + marked(one, "knowledge").len() > 0;
        let told: Vec<HashSet<String>> = analysis
            .requirements
            .iter()
            .map(|one| one.text.as_str())
            .chain(analysis.responsibilities.iter().map(String::as_str))
            .map(words)
            .collect();
        let said: Vec<HashSet<String>> = texts.iter().map(|text| words(text)).collect();
        let asking: Vec<&HashSet<String>> =
            said.iter().zip(sentences).filter(|(_, one)| asks(one)).map(|(it, _)| it).collect();
        self.asking += asking.len();
        self.found +=
            asking.iter().filter(|one| told.iter().any(|item| is_same(one, item))).count();
        // Several parts of one sentence are one finding.
        let mut hit = HashSet::new();
        for item in &told {
            match said.iter().position(|one| is_same(one, item)) {
                Some(at) if !hit.insert(at) => {}
                at => {
                    self.told += 1;
                    let any = |at: usize| asks(&sentences[at]);
                    let right = at.is_some_and(any) || asking.iter().any(|one| is_same(one, item));
                    self.right += usize::from(right);
                }
            }
        }
        let terms: Vec<String> =
            analysis.keywords.iter().map(|keyword| keyword.term.to_lowercase()).collect();
        for span in sentences.iter().flat_map(|one| marked(one, "knowledge")) {
            let span = span.as_str().unwrap_or_default().to_lowercase();
            let found = terms.iter().any(|term| span.contains(term) || term.contains(&span));
            self.knowledge += 1;
            self.known += usize::from(found);
        }
        self.keywords += terms.len();
        self.postings += 1;
    }
}

fn words(text: &str) -> HashSet<String> {
    let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.map(str::to_lowercase).collect()
}

fn is_same(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let shared = one.intersection(other).count();
    shared >= 2 && shared as f32 >= 0.7 * one.len().min(other.len()) as f32
}
