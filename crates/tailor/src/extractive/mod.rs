//! The generator that needs no model: it chooses, orders and trims the owner's own words.
//!
//! - work is shown newest first ([`order`]), with a minimum of highlights for recent positions;
//! - highlights, certificates, publications and awards are picked one after the other by what each
//!   adds to those already picked ([`pick`]), until the page is full or nothing adds anything;
//! - the summary is made of the owner's sentences ([`summary`]);
//! - skills stand in the order of the job's wishes ([`skills`]);
//! - the title below the name is the owner's that fits the job's best ([`label`]);
//! - what may be left out again where a page is too short is told by the same measure ([`shorter`]).
//!
//! Where the owner has approved a wording of a fact, that wording is used. A fact from elsewhere in the memory can become a highlight of the work for
//! the same company, and nothing else: what is told of no employer has no place in a resume.

mod candidates;
mod covered;
mod label;
mod order;
mod others;
mod pick;
mod shorter;
mod skills;
mod summary;

use kernel::Id;

use crate::analysis::Analysis;
use crate::delivered::{Delivered, Source};
use crate::facts::{Dossier, Fact, Place, Section};
use crate::fault::Fault;
use crate::manner::Manner;
use crate::page::lines_of;
use crate::relevance::Measure;
use crate::selection::{Brief, EntryChoice, Selection};
use crate::voice::Voice;
use crate::words::Stems;

use candidates::{Candidate, Entry};

pub use shorter::{Leaving, Leavings, leavings};

/// What all choices are made with.
struct Desk<'a> {
    dossier: &'a Dossier,
    measure: Measure,
    manner: Manner,
    stems: Stems,
    /// For each requirement; more for what the last attempt left out.
    weights: Vec<f32>,
    /// Lines of the page.
    page: i64,
}

pub fn select(dossier: &Dossier, analysis: &Analysis, voice: &Voice, brief: &Brief) -> Selection {
    let desk = Desk::new(dossier, analysis, voice, brief);
    // What was too long before gets less room now. The estimate of lines is the same, so it would
    // fail in the same way.
    let mut room = i64::from(brief.page_lines) - excess(brief) - HEAD;
    let entries = candidates::entries(&desk);
    let summary = summary::choose(&desk, &mut room);
    // Highlights are what a reader comes for: half of the room is theirs, if they can fill it.
    let reserved = demand(&entries).min(room / 2);
    let mut beside = room - reserved;
    let all = beside;
    // Education and languages first, as readers expect them, then skills.
    let mut kept = others::keep(&desk, &mut beside);
    let skills = skills::choose(&desk, &mut beside);
    room -= all - beside;
    // What remains goes to whatever answers the job, of whatever kind it is.
    let extras = others::extras(&desk);
    let page = pick::pick(&desk, &entries, &extras, room);
    kept.extend(page.extras.iter().map(|number| extras[*number].place));
    let choices = entries
        .iter()
        .zip(page.entries)
        .filter_map(|(entry, picked)| choice(&desk, entry, picked?));
    let label = label::choose(&desk, &entries, &analysis.title);
    Selection { label, entries: choices.collect(), summary, skills, kept }
}

/// All highlights by what each is worth for the job alone, the best first.
pub fn rank(dossier: &Dossier, analysis: &Analysis, voice: &Voice) -> Vec<(Id, f32)> {
    let desk = Desk::new(dossier, analysis, voice, &Brief::default());
    let entries = candidates::entries(&desk);
    let all = entries.iter().flat_map(|entry| &entry.highlights);
    let mut ranked: Vec<(Id, f32)> =
        all.map(|one| (one.fact.chunk_id, desk.worth(&one.answers))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}

/// Lines that all work with all its highlights would take.
fn demand(entries: &[Entry<'_>]) -> i64 {
    let of = |entry: &Entry<'_>| -> i64 {
        let told = entry.highlights.iter().map(|one| i64::from(lines_of(&one.fact.text)));
        1 + told.sum::<i64>()
    };
    entries.iter().map(of).sum()
}

/// Name and contact, and a heading above the work.
const HEAD: i64 = 3;

fn choice(desk: &Desk<'_>, entry: &Entry<'_>, picked: pick::Picked) -> Option<EntryChoice> {
    let of = |number: &usize| -> Option<&Candidate<'_>> { entry.highlights.get(*number) };
    let highlights = picked.highlights.iter().filter_map(of);
    let told = |candidate: &Candidate<'_>| desk.told(candidate.fact);
    let highlights = highlights.filter_map(told).collect();
    let pick::Picked { with_summary, sentences, .. } = picked;
    Some(EntryChoice { entry: entry.place, with_summary, sentences, highlights })
}

/// Lines by which the last attempt was too long: an estimate that failed is not trusted again.
fn excess(brief: &Brief) -> i64 {
    let over = brief.faults.iter().filter_map(|fault| match fault {
        Fault::TooLong { lines, budget } => Some(i64::from(lines.saturating_sub(*budget)) + 1),
        _ => None,
    });
    over.max().unwrap_or(0)
}

fn weights(measure: &Measure, analysis: &Analysis, brief: &Brief) -> Vec<f32> {
    let missed = |text: &str| {
        let is = |fault: &Fault| matches!(fault, Fault::Uncovered { requirement } if requirement == text);
        brief.faults.iter().any(is)
    };
    let texts = analysis.requirements.iter().map(|requirement| requirement.text.as_str());
    measure
        .weights()
        .zip(texts)
        // What the last attempt missed pulls three times as hard. More would push out everything
        // else.
        .map(|(weight, text)| weight * if missed(text) { 3.0 } else { 1.0 })
        .collect()
}

impl<'a> Desk<'a> {
    fn new(dossier: &'a Dossier, analysis: &Analysis, voice: &Voice, brief: &Brief) -> Self {
        let stems = Stems::new();
        let measure = Measure::new(analysis, &dossier.facts);
        let weights = weights(&measure, analysis, brief);
        let manner = Manner::of(voice, &stems);
        let page = i64::from(brief.page_lines);
        Self { dossier, measure, manner, stems, weights, page }
    }

    /// A fact as it is delivered.
    fn told(&self, fact: &Fact) -> Option<Delivered> {
        Some(Delivered::told(Source::fact(fact)?, &self.dossier.approvals))
    }

    /// Whether the owner wants it in every resume.
    fn is_pinned(&self, place: Place) -> bool {
        self.dossier.arrangement.is_pinned(place)
    }

    fn fact_of(&self, section: Section, entry: usize) -> Option<&Fact> {
        self.dossier.at(Place::entry(section, entry))
    }
}

#[cfg(test)]
mod tests;
