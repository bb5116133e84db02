use crate::facts::Section;
use crate::page::lines_of;
use crate::relevance::Vocabulary;
use kernel::Id;

use super::Desk;
use super::candidates::{Candidate, Entry, best_wording};

/// What of an entry is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Picked {
    pub with_summary: bool,
    /// Positions among the entry's candidates, the strongest first.
    pub highlights: Vec<usize>,
}

/// How much of a fact's answer counts as given once it is said: a second fact adds to it.
const SETTLED: f32 = 0.5;
/// What the job as a whole, the caller's manner and a figure add to what requirements make a
/// highlight worth. The manner decides among near equals and never more.
const JOB: f32 = 0.30;
const MANNER: f32 = 0.06;
const FIGURE: f32 = 0.02;
/// What a highlight must be worth to be shown beyond the minimum.
const FLOOR: f32 = 0.13;
/// The same while more than this many tenths of the page are empty.
const LOW_FLOOR: f32 = 0.04;
const EMPTY: i64 = 4;
/// What a project or volunteering must be worth to be shown at all.
const WORTH_SHOWING: f32 = 0.30;
const MOST_OF_ENTRY: usize = 6;
/// Positions that are always named, and the part of a page that older ones may take by that.
const RECENT: usize = 5;
const OLD_WORK: i64 = 12;

/// For each entry what is shown of it, within the room; none when the entry is left out.
pub(super) fn pick(
    desk: &Desk<'_>,
    entries: &[Entry<'_>],
    said: &[Id],
    room: i64,
) -> Vec<Option<Picked>> {
    let mut table = Table {
        desk,
        entries,
        covered: vec![0.0; desk.weights.len()],
        shown: told(entries, said),
        picked: vec![None; entries.len()],
        room,
        page: desk.page,
    };
    // In this order: who appears at all, then the least that each needs, then the best of the rest,
    // then summaries in what room is left.
    table.open_entries(said);
    table.fill_minimum(said);
    table.fill_rest(said);
    table.add_summaries(said);
    table.finish()
}

/// What the summary tells is not told again.
fn told(entries: &[Entry<'_>], said: &[Id]) -> Vec<Vocabulary> {
    let all = entries.iter().flat_map(|entry| &entry.highlights);
    let told = all.filter(|candidate| said.contains(&candidate.fact.chunk_id));
    told.map(|candidate| candidate.answers.words.clone()).collect()
}

struct Table<'a, 'b> {
    desk: &'a Desk<'b>,
    entries: &'a [Entry<'b>],
    /// How far each requirement is answered by what is picked.
    covered: Vec<f32>,
    shown: Vec<Vocabulary>,
    picked: Vec<Option<Picked>>,
    room: i64,
    page: i64,
}

impl Table<'_, '_> {
    /// Recent work is named, so that no gap opens; older work while it takes a small part of the page,
    /// or where it has to do with the job; of the rest what has to do with the job.
    fn open_entries(&mut self, said: &[Id]) {
        let mut for_old = self.page / OLD_WORK;
        for (at, entry) in self.entries.iter().enumerate() {
            let recent = entry.place.section == Section::Work && entry.rank < RECENT;
            let free = entry
                .highlights
                .iter()
                .filter(|candidate| !said.contains(&candidate.fact.chunk_id));
            let best =
                free.map(|candidate| self.desk.worth(&candidate.answers)).fold(entry.own, f32::max);
            let old = entry.place.section == Section::Work && !recent && for_old > 0;
            for_old -= i64::from(old);
            // Work is named in one line. Anything else is only worth showing with at least one
            // highlight.
            let cost = if recent || old { 1 } else { 2 };
            if (recent || old || best >= WORTH_SHOWING) && self.room >= cost {
                self.room -= cost;
                self.picked[at] = Some(Picked::default());
            }
        }
        self.close_gaps();
    }

    /// Work between two positions that are named is named, too, in one line: a reader would take its
    /// absence for a gap in a life. What leaves is older than everything that stays.
    fn close_gaps(&mut self) {
        let is_work = |entry: &Entry<'_>| entry.place.section == Section::Work;
        let open = |at: &usize| is_work(&self.entries[*at]) && self.picked[*at].is_some();
        let Some(oldest) = (0..self.entries.len()).rev().find(open) else { return };
        // Only before the oldest that is shown. What is older than that leaves no gap.
        for at in 0..oldest {
            if is_work(&self.entries[at]) && self.picked[at].is_none() && self.room > 0 {
                self.room -= 1;
                self.picked[at] = Some(Picked::default());
            }
        }
    }

    fn fill_minimum(&mut self, said: &[Id]) {
        // Round by round: every recent position gets its first highlight before one gets its
        // second.
        for round in 0..3 {
            for at in 0..self.entries.len() {
                let shown = self.picked[at].as_ref().map(|picked| picked.highlights.len());
                if shown != Some(round) || minimum(&self.entries[at]) <= round {
                    continue;
                }
                // Of what was refused only when there is nothing else.
                let best = self.best_of(at, said, false).or_else(|| self.best_of(at, said, true));
                if let Some((number, _)) = best {
                    self.take(at, number);
                }
            }
        }
    }

    fn fill_rest(&mut self, said: &[Id]) {
        loop {
            let open = (0..self.entries.len()).filter(|at| {
                self.picked[*at]
                    .as_ref()
                    .is_some_and(|picked| picked.highlights.len() < MOST_OF_ENTRY)
            });
            let best = open
                .filter_map(|at| {
                    self.best_of(at, said, false).map(|(number, value)| (at, number, value))
                })
                .filter(|(.., value)| *value >= self.floor())
                .max_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)).then(b.1.cmp(&a.1)));
            match best {
                Some((at, number, _)) => self.take(at, number),
                None => return,
            }
        }
    }

    /// A page that is half empty asks for less.
    fn floor(&self) -> f32 {
        if self.room * 10 > self.page * EMPTY { LOW_FLOOR } else { FLOOR }
    }

    /// An entry's own summary is shown where there is room and nothing says it already.
    fn add_summaries(&mut self, said: &[Id]) {
        for (at, entry) in self.entries.iter().enumerate() {
            let Some(summary) = entry.summary else { continue };
            let lines = i64::from(lines_of(summary));
            let quoted = self.desk.fact_of(entry.place.section, entry.place.entry);
            let quoted = quoted.is_some_and(|fact| said.contains(&fact.chunk_id));
            if let Some(picked) = self.picked[at].as_mut().filter(|_| !quoted && lines <= self.room)
            {
                picked.with_summary = true;
                self.room -= lines;
            }
        }
    }

    fn best_of(&self, at: usize, said: &[Id], refused: bool) -> Option<(usize, f32)> {
        let picked = self.picked[at].as_ref()?;
        let free = self.entries[at].highlights.iter().enumerate().filter(|(number, candidate)| {
            candidate.refused == refused
                && !picked.highlights.contains(number)
                && !said.contains(&candidate.fact.chunk_id)
                && i64::from(lines_of(&candidate.fact.text)) <= self.room
        });
        let valued = free.map(|(number, candidate)| (number, self.value(candidate)));
        let mut ranked: Vec<(usize, f32)> = valued.collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let fresh = |number: usize| {
            let words = &self.entries[at].highlights[number].answers.words;
            !self.shown.iter().any(|shown| words.says_again(shown))
        };
        // The best that is not said already. A repetition is passed over, not the end of the list.
        ranked.into_iter().find(|(number, _)| fresh(*number))
    }

    /// What a highlight adds to what is already picked.
    fn value(&self, candidate: &Candidate<'_>) -> f32 {
        let gains =
            candidate.answers.to_requirements.iter().zip(&self.covered).zip(&self.desk.weights);
        let mut gains: Vec<f32> =
            // What is answered already counts for less, so the next pick goes where something is
            // missing.
            gains.map(|((answer, covered), weight)| weight * answer * (1.0 - covered)).collect();
        // The best answer counts in full, others less: to touch on everything is to answer nothing.
        gains.sort_by(|a, b| b.total_cmp(a));
        let answered: f32 =
            gains.iter().take(3).zip([0.6, 0.25, 0.15]).map(|(gain, share)| gain * share).sum();
        let figure = if !candidate.answers.words.figures.is_empty() { FIGURE } else { 0.0 };
        answered + JOB * candidate.answers.to_job + MANNER * (candidate.manner - 0.5) + figure
    }

    fn take(&mut self, at: usize, number: usize) {
        let fits = |one: &Candidate<'_>| i64::from(lines_of(&one.fact.text)) <= self.room;
        let number = best_wording(&self.entries[at].highlights, number, fits);
        let candidate = &self.entries[at].highlights[number];
        for (covered, answer) in self.covered.iter_mut().zip(&candidate.answers.to_requirements) {
            // Answers add up to less than one: a second proof helps, a fifth hardly.
            *covered = 1.0 - (1.0 - *covered) * (1.0 - SETTLED * answer);
        }
        self.room -= i64::from(lines_of(&candidate.fact.text));
        self.shown.push(candidate.answers.words.clone());
        if let Some(picked) = &mut self.picked[at] {
            picked.highlights.push(number);
        }
    }

    /// The strongest highlight first, by what it is worth alone.
    fn finish(mut self) -> Vec<Option<Picked>> {
        for (entry, picked) in self.entries.iter().zip(&mut self.picked) {
            let worth = |number: &usize| self.desk.worth(&entry.highlights[*number].answers);
            if let Some(picked) = picked {
                picked.highlights.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
            }
        }
        self.picked
    }
}

/// What a reader expects below a position, by how recent it is.
fn minimum(entry: &Entry<'_>) -> usize {
    match (entry.place.section, entry.rank) {
        (Section::Work, 0) => 2,
        (Section::Work, 1) => 1,
        (Section::Work, 2) => 1,
        (Section::Work, _) => 0,
        _ => 1,
    }
}
