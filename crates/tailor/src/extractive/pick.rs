use crate::delivered::sentences_of;
use crate::facts::Section;
use crate::page::lines_of;
use crate::relevance::Vocabulary;

use super::Desk;
use super::candidates::{Candidate, Entry, best_wording};
use super::covered::Covered;
use super::others::{Extra, most_of};

/// What of an entry is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Picked {
    pub with_summary: bool,
    /// How many sentences of it, where it is too long as a whole.
    pub sentences: Option<usize>,
    /// Positions among the entry's candidates, the strongest first.
    pub highlights: Vec<usize>,
}

/// What the caller's manner and a figure add to what a highlight answers. The manner decides among
/// near equals and never more.
const MANNER: f32 = 0.06;
const FIGURE: f32 = 0.02;
/// What a highlight must be worth to be shown beyond the minimum.
const FLOOR: f32 = 0.13;
/// The same while more than this many tenths of the page are empty.
const LOW_FLOOR: f32 = 0.04;
const EMPTY: i64 = 4;
/// What old work, and each highlight of it, must be worth to be more than a line where vectors are known: by
/// meaning everything is near to something.
const OLD_BY_MEANING: f32 = 0.40;
/// What a project or volunteering must be worth to be shown at all.
const WORTH_SHOWING: f32 = 0.30;
const MOST_OF_ENTRY: usize = 6;
/// What a highlight beyond that must be worth, and where it ends.
const STRONG: f32 = 0.15;
const MOST_IF_STRONG: usize = 10;
/// Where there are few positions to tell of, they share as many.
const MOST_OF_FEW: usize = 20;
/// What an old position itself must be worth for its summary to be shown.
const TELLING: f32 = 0.22;
/// The newest positions, of which more than a line is expected.
const NEW: usize = 3;
/// Positions that are always named, and the part of a page that older ones may take by that.
const RECENT: usize = 5;
const OLD_WORK: i64 = 12;
/// More lines than those of several pages.
const WIDE: i64 = 300;

/// What is shown.
#[derive(Debug)]
pub(super) struct Page {
    /// For each entry what is shown of it; none when the entry is left out.
    pub entries: Vec<Option<Picked>>,
    /// Positions among the extras, the best first.
    pub extras: Vec<usize>,
}

/// As much as the room holds.
pub(super) fn pick(desk: &Desk<'_>, entries: &[Entry<'_>], extras: &[Extra], room: i64) -> Page {
    let mut table = Table {
        desk,
        entries,
        extras,
        added: Vec::new(),
        covered: Covered::nothing(desk),
        shown: Vec::new(),
        picked: vec![None; entries.len()],
        room,
        page: desk.page,
    };
    // In this order: who appears at all, then the least that each needs, then the best of the rest,
    // then summaries in what room is left.
    table.open_entries();
    table.take_pinned();
    table.fill_minimum();
    table.fill_rest();
    table.add_summaries();
    table.finish()
}

struct Table<'a, 'b> {
    desk: &'a Desk<'b>,
    entries: &'a [Entry<'b>],
    extras: &'a [Extra],
    added: Vec<usize>,
    covered: Covered,
    shown: Vec<Vocabulary>,
    picked: Vec<Option<Picked>>,
    room: i64,
    page: i64,
}

impl Table<'_, '_> {
    /// Recent work is named, so that no gap opens; older work while it takes a small part of the page,
    /// or where it has to do with the job; of the rest what has to do with the job.
    fn open_entries(&mut self) {
        let mut for_old = self.page / OLD_WORK;
        for (at, entry) in self.entries.iter().enumerate() {
            let recent = entry.place.section == Section::Work && entry.rank < RECENT;
            let worths = entry.highlights.iter().map(|one| self.desk.worth(&one.answers));
            let best = worths.fold(entry.own, f32::max);
            let old = entry.place.section == Section::Work && !recent && for_old > 0;
            for_old -= i64::from(old);
            // Work is named in one line. Anything else is only worth showing with at least one
            // highlight.
            let cost = if recent || old { 1 } else { 2 };
            let pinned = self.desk.dossier.arrangement.opens(entry.place);
            if pinned || ((recent || old || best >= WORTH_SHOWING) && self.room >= cost) {
                self.room -= cost;
                self.picked[at] = Some(Picked::default());
            }
        }
        self.close_gaps();
    }

    /// Work between two positions that are named is named, too, in one line: a reader would take its
    /// absence for a gap in a life. Where the page is full, older work gives way, so what leaves is
    /// older than everything that stays.
    fn close_gaps(&mut self) {
        let is_work = |entry: &Entry<'_>| entry.place.section == Section::Work;
        let open = |at: &usize| is_work(&self.entries[*at]) && self.picked[*at].is_some();
        let Some(oldest) = (0..self.entries.len()).rev().find(open) else { return };
        let mut is_full = false;
        for at in (0..=oldest).filter(|at| is_work(&self.entries[*at])) {
            if self.desk.dossier.arrangement.opens(self.entries[at].place) {
                // What the owner wants to see is no gap, and takes its line whatever it costs.
            } else if is_full {
                self.picked[at] = None;
            } else if self.picked[at].is_none() {
                is_full = self.room <= 0;
                self.room -= i64::from(!is_full);
                self.picked[at] = (!is_full).then(Picked::default);
            }
        }
    }

    /// What the owner wants in every resume takes its room first, and also where there is none.
    fn take_pinned(&mut self) {
        for (at, entry) in self.entries.iter().enumerate() {
            for (number, candidate) in entry.highlights.iter().enumerate() {
                let place = candidate.fact.place;
                if place.is_some_and(|place| self.desk.dossier.arrangement.is_pinned(place)) {
                    self.take_as_it_is(at, number);
                }
            }
        }
    }

    fn fill_minimum(&mut self) {
        // Round by round: every recent position gets its first highlight before one gets its
        // second.
        for round in 0..3 {
            for at in 0..self.entries.len() {
                let shown = self.picked[at].as_ref().map(|picked| picked.highlights.len());
                if shown != Some(round) || self.minimum(at) <= round {
                    continue;
                }
                // Of what was refused only when there is nothing else.
                let best = self.best_of(at, false).or_else(|| self.best_of(at, true));
                let rank = self.entries[at].rank;
                // What has nothing to do with the job is a line, unless it is what somebody does now.
                let least = match self.is_wide() {
                    true => f32::MIN,
                    false => [f32::MIN, LOW_FLOOR].get(rank).copied().unwrap_or(FLOOR),
                };
                if let Some((number, _)) = best.filter(|(_, value)| *value >= least) {
                    self.take(at, number);
                }
            }
        }
    }

    fn fill_rest(&mut self) {
        let told = self.entries.iter().zip(&self.picked);
        let telling = told.filter(|(entry, it)| it.is_some() && !entry.highlights.is_empty());
        let most = MOST_OF_ENTRY.max(MOST_OF_FEW / telling.count().max(1));
        loop {
            let open = (0..self.entries.len()).filter_map(|at| {
                let shown = self.picked[at].as_ref()?.highlights.len();
                let (number, value) = self.best_of(at, false)?;
                let fits = shown < most || (shown < MOST_IF_STRONG && value >= STRONG);
                fits.then_some((at, number, value))
            });
            let best = open
                .filter(|(at, _, value)| *value >= self.floor_of(*at))
                .max_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)).then(b.1.cmp(&a.1)));
            match (best, self.best_extra()) {
                (Some((.., value)), Some((extra, worth))) if worth > value => self.add(extra),
                (Some((at, number, _)), _) => self.take(at, number),
                (None, Some((extra, _))) => self.add(extra),
                (None, None) => return,
            }
        }
    }

    /// The entry of another list that adds most, if it adds enough.
    fn best_extra(&self) -> Option<(usize, f32)> {
        let fits = |(number, extra): &(usize, &Extra)| {
            let shown = self.added.iter().filter(|at| self.is_beside(**at, extra)).count();
            !self.added.contains(number)
                && shown < most_of(extra.place.section)
                && self.cost(extra) <= self.room
        };
        let valued = self.extras.iter().enumerate().filter(fits);
        let valued =
            valued.map(|(number, extra)| (number, self.covered.gain(self.desk, &extra.answers)));
        let best = valued.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.filter(|(_, value)| *value >= self.floor())
    }

    fn is_beside(&self, number: usize, extra: &Extra) -> bool {
        self.extras[number].place.section == extra.place.section
    }

    /// The first of a list takes a heading, too.
    fn cost(&self, extra: &Extra) -> i64 {
        let has_heading = self.added.iter().any(|number| self.is_beside(*number, extra));
        extra.lines + i64::from(!has_heading)
    }

    fn add(&mut self, number: usize) {
        let extra = &self.extras[number];
        self.room -= self.cost(extra);
        self.covered.settle(&extra.answers);
        self.added.push(number);
    }

    /// Old work has to be worth its line, however empty the page is.
    fn floor_of(&self, at: usize) -> f32 {
        let entry = &self.entries[at];
        match (entry.place.section, entry.rank) {
            _ if self.is_wide() => self.floor(),
            (Section::Work, NEW..) if self.desk.measure.knows_meaning() => OLD_BY_MEANING,
            (Section::Work, NEW..) => FLOOR,
            _ => self.floor(),
        }
    }

    /// Whether there is room for a whole life, as where any number of pages will do.
    fn is_wide(&self) -> bool {
        self.page > WIDE
    }

    /// As little as an entry shows. Where there is room, no position is a line alone.
    fn minimum(&self, at: usize) -> usize {
        let least = minimum(&self.entries[at]);
        if self.is_wide() { least.max(1) } else { least }
    }

    /// A page that is half empty asks for less.
    fn floor(&self) -> f32 {
        if self.room * 10 > self.page * EMPTY { LOW_FLOOR } else { FLOOR }
    }

    /// An entry's own summary is shown where there is room.
    fn add_summaries(&mut self) {
        for (at, entry) in self.entries.iter().enumerate() {
            let Some(summary) = entry.summary else { continue };
            let old = entry.place.section == Section::Work && entry.rank >= NEW;
            let telling = if self.desk.measure.knows_meaning() { OLD_BY_MEANING } else { TELLING };
            if old && entry.own < telling {
                continue;
            }
            let whole = i64::from(lines_of(summary));
            let told = match whole <= self.room {
                true => Some((whole, None)),
                // Others may still need some of what is left.
                false => beginning(summary, self.room / 2).map(|(lines, n)| (lines, Some(n))),
            };
            if let (Some(picked), Some((lines, sentences))) = (self.picked[at].as_mut(), told) {
                picked.with_summary = true;
                picked.sentences = sentences;
                self.room -= lines;
            }
        }
    }

    fn best_of(&self, at: usize, refused: bool) -> Option<(usize, f32)> {
        let picked = self.picked[at].as_ref()?;
        let free = self.entries[at].highlights.iter().enumerate().filter(|(number, candidate)| {
            candidate.refused == refused
                && !picked.highlights.contains(number)
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
        let figure = if !candidate.answers.words.figures.is_empty() { FIGURE } else { 0.0 };
        self.covered.gain(self.desk, &candidate.answers)
            + MANNER * (candidate.manner - 0.5)
            + figure
    }

    fn take(&mut self, at: usize, number: usize) {
        let fits = |one: &Candidate<'_>| i64::from(lines_of(&one.fact.text)) <= self.room;
        let number = best_wording(&self.entries[at].highlights, number, fits);
        self.take_as_it_is(at, number);
    }

    fn take_as_it_is(&mut self, at: usize, number: usize) {
        let candidate = &self.entries[at].highlights[number];
        self.covered.settle(&candidate.answers);
        self.room -= i64::from(lines_of(&candidate.fact.text));
        self.shown.push(candidate.answers.words.clone());
        if let Some(picked) = &mut self.picked[at] {
            picked.highlights.push(number);
        }
    }

    /// The strongest highlight first, by what it is worth alone.
    fn finish(mut self) -> Page {
        for (entry, picked) in self.entries.iter().zip(&mut self.picked) {
            let worth = |number: &usize| self.desk.worth(&entry.highlights[*number].answers);
            if let Some(picked) = picked {
                picked.highlights.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
            }
        }
        Page { entries: self.picked, extras: self.added }
    }
}

/// The first sentences of a long text that fit into some lines, and how many they are: whole ones, in their order. None
/// where not even the first one does, or where it is not clear where it ends.
fn beginning(text: &str, room: i64) -> Option<(i64, usize)> {
    let mut found = None;
    let mut told = String::new();
    for (number, sentence) in sentences_of(text).iter().enumerate() {
        told.push_str(sentence);
        told.push(' ');
        let lines = i64::from(lines_of(told.trim_end()));
        if lines > room || !sentence.ends_with(['.', '!', '?']) {
            break;
        }
        found = Some((lines, number + 1));
    }
    found
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
