//! What of a choice may be left out where its pages turn out too short for it: the least first, by the
//! measure by which it was chosen. How long anything is on paper is not known here; whoever sets pages
//! leaves out so many steps as it takes ([`Selection::without`]).
//!
//! - Each text is worth what it adds to the ones that are worth more, and a little more where readers
//!   expect it: a sentence that says who this is, education, what somebody does now.
//! - The five newest positions keep their line until nothing else is left, and work leaves from its old
//!   end alone: no gap opens in a life.
//! - What the owner has pinned stays. The newest position stays, or without any work the one thing that
//!   answers most: no page is ever empty.

mod things;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::analysis::Analysis;
use crate::facts::{Dossier, Place, Section};
use crate::selection::{Brief, EntryChoice, Selection, SkillChoice};
use crate::voice::Voice;

use super::covered::Covered;
use super::{Desk, order};
use things::{Thing, things};

/// Something of a choice, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaving {
    /// A sentence of the summary at the head.
    Sentence(usize),
    /// Work, volunteering or a project, with all that is told below it.
    Entry(usize),
    /// An entry's own summary.
    Summary(usize),
    Highlight(usize, usize),
    /// A group of skills.
    Skill(usize),
    Keyword(usize, usize),
    /// An entry of another list.
    Kept(usize),
}

/// The newest positions, whose lines leave behind everything else.
const RECENT: usize = 5;
/// More than anything can add.
const LINE: f32 = 10.0;
/// More than any line.
const LAST: f32 = 100.0;

/// What may be left out of a choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leavings {
    /// Step by step, the least first.
    pub steps: Vec<Vec<Leaving>>,
    /// Without any work, what answers most: it stays, or others in its place.
    pub best: Option<Vec<Leaving>>,
}

pub fn leavings(
    selection: &Selection,
    dossier: &Dossier,
    analysis: &Analysis,
    voice: &Voice,
    brief: &Brief,
) -> Leavings {
    let desk = Desk::new(dossier, analysis, voice, brief);
    let mut steps = valued(&desk, things(&desk, selection));
    say_who_this_is(&mut steps);
    let newest = lines_of_work(&desk, selection, &mut steps);
    leave_with_the_best(&desk, selection, &mut steps);
    steps.sort_by(|a, b| a.worth.total_cmp(&b.worth));
    // Without work, what answers most is what the page is for.
    let best = if newest.is_none() { steps.pop().map(|step| step.leavings) } else { None };
    Leavings { steps: steps.into_iter().map(|step| step.leavings).collect(), best }
}

/// What leaves together, and what it is worth.
#[derive(Debug)]
struct Step {
    leavings: Vec<Leaving>,
    worth: f32,
}

impl Step {
    fn is(&self, leaving: Leaving) -> bool {
        self.leavings.contains(&leaving)
    }
}

/// Each is worth what it adds to those that are worth more.
fn valued(desk: &Desk<'_>, mut things: Vec<Thing>) -> Vec<Step> {
    let mut covered = Covered::nothing(desk);
    let mut steps = Vec::new();
    loop {
        let values = things.iter().enumerate().map(|(number, thing)| {
            let gain = covered.gain(desk, &thing.answers);
            (number, gain + thing.expected)
        });
        // Of equals the later one is worth less.
        let best = values.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((number, worth)) = best else { break };
        let thing = things.remove(number);
        covered.settle(&thing.answers);
        steps.push(Step { leavings: thing.leavings, worth });
    }
    // The later of equals first, as what is left out first stands first.
    steps.reverse();
    steps
}

/// The first sentence of a summary leaves last of them.
fn say_who_this_is(steps: &mut [Step]) {
    let is_sentence = |step: &&Step| matches!(step.leavings[..], [Leaving::Sentence(_)]);
    let most = steps.iter().filter(is_sentence).map(|step| step.worth).fold(0.0, f32::max);
    if let Some(first) = steps.iter_mut().find(|step| step.is(Leaving::Sentence(0))) {
        first.worth = most.next_up();
    }
}

/// Adds the lines of work, from the oldest on, none worth less than an older one. Answers which entry
/// is the newest, which has no step.
fn lines_of_work(desk: &Desk<'_>, selection: &Selection, steps: &mut Vec<Step>) -> Option<usize> {
    let list = desk.dossier.document.get(Section::Work.name()).and_then(Value::as_array);
    let ranks: HashMap<usize, usize> = order::newest_first(list.map_or(&[][..], Vec::as_slice))
        .into_iter()
        .enumerate()
        .map(|(rank, number)| (number, rank))
        .collect();
    let rank = |choice: &EntryChoice| ranks.get(&choice.entry.entry).copied();
    let mut work: Vec<(usize, usize)> = selection
        .entries
        .iter()
        .enumerate()
        .filter(|(_, choice)| choice.entry.section == Section::Work)
        .map(|(at, choice)| (rank(choice).unwrap_or(usize::MAX), at))
        .collect();
    work.sort_unstable();
    let (_, newest) = *work.first()?;
    let mut older = 0.0;
    for (rank, at) in work.into_iter().skip(1).rev() {
        let entry = selection.entries[at].entry;
        // What the owner wants to see leaves no gap where it stands.
        if desk.dossier.arrangement.opens(entry) {
            continue;
        }
        let told = told_below(at, steps).map(|(_, worth)| worth).fold(0.0, f32::max);
        let worth = match rank < RECENT {
            true => LINE + (RECENT - rank) as f32,
            false => things::own_worth(desk, entry).max(told).max(older),
        };
        older = worth;
        steps.push(Step { leavings: vec![Leaving::Entry(at)], worth });
    }
    // One line tells what somebody does now, as long as there is anything else to leave out.
    if let Some((step, _)) = best_below(newest, steps) {
        steps[step].worth = LAST;
    }
    Some(newest)
}

/// A project or volunteering without anything told of it leaves, too: it goes with the best of it.
fn leave_with_the_best(desk: &Desk<'_>, selection: &Selection, steps: &mut Vec<Step>) {
    for (at, choice) in selection.entries.iter().enumerate() {
        let pinned = desk.dossier.arrangement.opens(choice.entry);
        if choice.entry.section == Section::Work || pinned {
            continue;
        }
        match best_below(at, steps) {
            Some((step, _)) => steps[step].leavings = vec![Leaving::Entry(at)],
            None => {
                let worth = things::own_worth(desk, choice.entry);
                steps.push(Step { leavings: vec![Leaving::Entry(at)], worth });
            }
        }
    }
}

/// The steps of what is told below an entry.
fn told_below(at: usize, steps: &[Step]) -> impl Iterator<Item = (usize, f32)> + '_ {
    let is_below = move |leaving: &Leaving| match leaving {
        Leaving::Highlight(entry, _) | Leaving::Summary(entry) => *entry == at,
        _ => false,
    };
    let numbered = steps.iter().enumerate();
    numbered
        .filter(move |(_, step)| step.leavings.iter().any(is_below))
        .map(|(number, step)| (number, step.worth))
}

fn best_below(at: usize, steps: &[Step]) -> Option<(usize, f32)> {
    told_below(at, steps).max_by(|a, b| a.1.total_cmp(&b.1))
}

impl Selection {
    /// The choice without what leaves.
    pub fn without(&self, steps: &[Vec<Leaving>]) -> Self {
        let gone: HashSet<Leaving> = steps.iter().flatten().copied().collect();
        let stays = |leaving: Leaving| !gone.contains(&leaving);
        let mut entries = Vec::new();
        for (at, choice) in self.entries.iter().enumerate() {
            if stays(Leaving::Entry(at)) {
                entries.push(EntryChoice {
                    entry: choice.entry,
                    with_summary: choice.with_summary && stays(Leaving::Summary(at)),
                    sentences: choice.sentences,
                    highlights: remaining(&choice.highlights, |n| stays(Leaving::Highlight(at, n))),
                });
            }
        }
        let mut skills = Vec::new();
        for (at, choice) in self.skills.iter().enumerate() {
            if stays(Leaving::Skill(at)) {
                let keywords = remaining(&choice.keywords, |n| stays(Leaving::Keyword(at, n)));
                skills.push(SkillChoice { entry: choice.entry, keywords });
            }
        }
        Self {
            label: self.label.clone(),
            summary: remaining(&self.summary, |n| stays(Leaving::Sentence(n))),
            entries,
            skills,
            kept: remaining(&self.kept, |n| stays(Leaving::Kept(n))),
        }
    }
}

impl Selection {
    /// How many characters the longest text has that leaves with a step.
    pub fn longest_of(&self, step: &[Leaving], dossier: &Dossier) -> usize {
        let summary = |at: usize| {
            let EntryChoice { entry, with_summary, sentences, .. } = &self.entries[at];
            // Shortened, it was measured before.
            if sentences.is_some() {
                return 0;
            }
            let path = format!("/{}/{}/summary", entry.section.name(), entry.entry);
            let text = dossier.document.pointer(&path).filter(|_| *with_summary);
            text.and_then(Value::as_str).map_or(0, str::len)
        };
        let length = |leaving: &Leaving| match *leaving {
            Leaving::Sentence(number) => self.summary[number].text().len(),
            Leaving::Highlight(at, number) => self.entries[at].highlights[number].text().len(),
            Leaving::Summary(at) => summary(at),
            Leaving::Entry(at) => {
                let lines = self.entries[at].highlights.iter().map(|line| line.text().len());
                lines.max().unwrap_or(0).max(summary(at))
            }
            Leaving::Kept(number) => {
                dossier.at(self.kept[number]).map_or(0, |fact| fact.text.len())
            }
            Leaving::Skill(_) | Leaving::Keyword(..) => 0,
        };
        step.iter().map(length).max().unwrap_or(0)
    }

    /// Whether anything is told beside who somebody is.
    pub fn tells(&self) -> bool {
        let Self { summary, entries, skills, kept, .. } = self;
        !(summary.is_empty() && entries.is_empty() && skills.is_empty() && kept.is_empty())
    }
}

fn remaining<T: Clone>(list: &[T], stays: impl Fn(usize) -> bool) -> Vec<T> {
    list.iter().enumerate().filter(|(number, _)| stays(*number)).map(|(_, it)| it.clone()).collect()
}

/// The place of a fact that a text was made from.
fn place_of(dossier: &Dossier, text: &crate::delivered::Delivered) -> Option<Place> {
    dossier.fact(text.chunk_id()).and_then(|fact| fact.place)
}

#[cfg(test)]
mod tests;
