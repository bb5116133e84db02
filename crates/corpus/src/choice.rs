//! How well highlights are chosen, beside the same resume untailored.

use std::collections::HashSet;

use tailor::facts::{Dossier, Fact, Part, Place};
use tailor::{Analysis, Brief, Fault, Selection, Voice};
use tailor::{compose, evaluation, extractive};

use crate::files::Pair;

/// Figures of one pair, each a share from 0 to 1.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Of the judged highlights in the upper half of the ranking, how many are relevant.
    pub top_half: f32,
    /// The same for the order of the document, and for no order at all.
    pub top_half_untailored: f32,
    pub chance: f32,
    /// Of all pairs of a relevant and an irrelevant highlight, how many are ranked the right way.
    pub pairwise: f32,
    pub pairwise_untailored: f32,
    /// Of the judged highlights on the page, how many are relevant.
    pub precision: f32,
    pub precision_untailored: f32,
    /// Of the relevant highlights, how many are on the page.
    pub recall: f32,
    pub recall_untailored: f32,
    /// Weighted share of the requirements of which the page shows an answer, of those that the
    /// resume can answer.
    pub coverage: f32,
    pub coverage_untailored: f32,
    pub unsupported: Vec<String>,
    pub score: f32,
}

impl Figures {
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.shares().into_iter().zip(other.clone().shares()) {
            *mine += *theirs;
        }
        self.unsupported.extend(other.unsupported.iter().cloned());
    }

    pub fn divided(mut self, count: usize) -> Self {
        for share in self.shares() {
            *share /= count as f32;
        }
        self
    }

    fn shares(&mut self) -> [&mut f32; 12] {
        [
            &mut self.top_half,
            &mut self.top_half_untailored,
            &mut self.chance,
            &mut self.pairwise,
            &mut self.pairwise_untailored,
            &mut self.precision,
            &mut self.precision_untailored,
            &mut self.recall,
            &mut self.recall_untailored,
            &mut self.coverage,
            &mut self.coverage_untailored,
            &mut self.score,
        ]
    }
}

pub fn measure(pair: &Pair, dossier: &Dossier, analysis: &Analysis) -> Figures {
    let (voice, brief) = (Voice::default(), Brief::default());
    let selection = extractive::select(dossier, analysis, &voice, &brief);
    let draft = compose::compose(&selection, dossier);
    let judged = evaluation::evaluate(&draft, dossier, analysis, &voice, &brief, 0.0);
    let ranked = extractive::rank(dossier, analysis, &voice);
    let ranked: Vec<String> =
        ranked.iter().filter_map(|(id, _)| dossier.fact(*id)).filter_map(path).collect();
    let in_document: Vec<String> = dossier.facts.iter().filter_map(path).collect();
    let shown = shown(&selection, dossier);
    let untailored = untailored(&selection, dossier, &shown);
    let chance = pair.judgement.relevant.len() as f32
        / (pair.judgement.relevant.len() + pair.judgement.irrelevant.len()) as f32;
    Figures {
        top_half: top_half(pair, &ranked),
        top_half_untailored: top_half(pair, &in_document),
        chance,
        pairwise: pairwise(pair, &ranked),
        pairwise_untailored: pairwise(pair, &in_document),
        precision: precision(pair, &shown),
        precision_untailored: precision(pair, &untailored),
        recall: recall(pair, &shown),
        recall_untailored: recall(pair, &untailored),
        coverage: coverage(pair, &shown),
        coverage_untailored: coverage(pair, &untailored),
        unsupported: judged.faults.iter().filter_map(unsupported).collect(),
        score: judged.score,
    }
}

fn unsupported(fault: &Fault) -> Option<String> {
    match fault {
        Fault::Unsupported { path, claims } => Some(format!("{path}: {}", claims.join(", "))),
        _ => None,
    }
}

fn path(fact: &Fact) -> Option<String> {
    fact.place
        .filter(|place| matches!(place.part, Part::Highlight(_)))
        .map(|place| place.to_string())
}

fn top_half(pair: &Pair, ranked: &[String]) -> f32 {
    let judged = ranked.iter().filter(|path| is_judged(pair, path));
    let judged: Vec<&String> = judged.collect();
    let half = judged.len().div_ceil(2);
    // Of fewer relevant ones than half no ranking could fill it.
    let possible = half.min(pair.judgement.relevant.len()).max(1);
    let right =
        judged.iter().take(half).filter(|path| pair.judgement.relevant.contains(path)).count();
    right as f32 / possible as f32
}

fn pairwise(pair: &Pair, ranked: &[String]) -> f32 {
    let (mut right, mut above) = (0, 0);
    for path in ranked {
        if pair.judgement.relevant.contains(path) {
            above += 1;
        } else if pair.judgement.irrelevant.contains(path) {
            right += above;
        }
    }
    let all = above * pair.judgement.irrelevant.iter().filter(|path| ranked.contains(path)).count();
    right as f32 / all.max(1) as f32
}

fn is_judged(pair: &Pair, path: &String) -> bool {
    pair.judgement.relevant.contains(path) || pair.judgement.irrelevant.contains(path)
}

fn precision(pair: &Pair, shown: &HashSet<String>) -> f32 {
    let judged = shown.iter().filter(|path| is_judged(pair, path)).count();
    let right = shown.iter().filter(|path| pair.judgement.relevant.contains(path)).count();
    if judged == 0 { 0.0 } else { right as f32 / judged as f32 }
}

fn recall(pair: &Pair, shown: &HashSet<String>) -> f32 {
    let right = pair.judgement.relevant.iter().filter(|path| shown.contains(*path)).count();
    right as f32 / pair.judgement.relevant.len().max(1) as f32
}

fn coverage(pair: &Pair, shown: &HashSet<String>) -> f32 {
    let (mut met, mut all) = (0.0, 0.0);
    for asked in pair.judgement.requirements.iter().filter(|asked| !asked.met_by.is_empty()) {
        let weight = if asked.level == "must" { 1.0 } else { 0.5 };
        all += weight;
        if asked.met_by.iter().any(|path| shown.contains(path)) {
            met += weight;
        }
    }
    if all == 0.0 { 1.0 } else { met / all }
}

/// Everything a selection puts on the page, as paths into the resume.
fn shown(selection: &Selection, dossier: &Dossier) -> HashSet<String> {
    let mut shown: HashSet<String> = beside(selection);
    for choice in &selection.entries {
        shown.insert(choice.entry.to_string());
        let facts = choice.highlights.iter().filter_map(|told| dossier.fact(told.chunk_id()));
        shown.extend(facts.filter_map(|fact| fact.place).map(|place| place.to_string()));
    }
    shown
}

fn beside(selection: &Selection) -> HashSet<String> {
    let kept = selection.kept.iter().map(Place::to_string);
    kept.chain(selection.skills.iter().map(|skill| format!("skills/{}", skill.entry))).collect()
}

/// The same page with highlights as they come in the document, in as much room.
fn untailored(
    selection: &Selection,
    dossier: &Dossier,
    tailored: &HashSet<String>,
) -> HashSet<String> {
    let length = |fact: &Fact| fact.text.chars().count().div_ceil(90);
    let highlights = || dossier.facts.iter().filter_map(|fact| Some((path(fact)?, fact)));
    let mut room: usize = highlights()
        .filter(|(path, _)| tailored.contains(path))
        .map(|(_, fact)| length(fact))
        .sum();
    let mut shown = beside(selection);
    for (path, fact) in highlights() {
        if length(fact) > room {
            break;
        }
        room -= length(fact);
        shown.insert(path);
    }
    shown
}
