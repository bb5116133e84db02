use crate::words::Gap;

use super::dates::{bound, date_at};
use super::figures::figure_at;
use super::index::{Occurrence, SourceIndex};
use super::names;
use super::numbers::{self, use_of};
use super::reading::Reading;
use super::same;

/// A sentence with more words is not checked, and so not carried.
const LONGEST: usize = 400;

/// Adds the claims of one sentence that the sources do not carry.
pub(super) fn claims(index: &SourceIndex, text: &str, claims: &mut Vec<String>) {
    let reading = Reading::of(text);
    if reading.tokens.len() > LONGEST {
        claims.push("too long to be checked".into());
        return;
    }
    let mut judge = Judge { index, reading: &reading, claims, together: u64::MAX, figures: 0 };
    judge.run();
}

struct Judge<'a, 'b> {
    index: &'a SourceIndex,
    reading: &'a Reading<'b>,
    claims: &'a mut Vec<String>,
    /// The sources that have all names and figures so far.
    together: u64,
    figures: usize,
}

impl Judge<'_, '_> {
    fn run(&mut self) {
        let count = self.reading.tokens.len();
        let mut previous: Option<usize> = None;
        let mut at = 0;
        while at < count {
            if self.reading.tokens[at].gap >= Gap::Clause || self.joins(at) {
                previous = None;
            }
            if let Some(next) = self.date(at).or_else(|| self.figure(at)) {
                at = next;
                continue;
            }
            if !self.reading.is_plain(at) {
                self.word(at, previous);
                previous = Some(at);
            }
            at += 1;
        }
        // Each was found, but in no one source together: the figure of one employer beside the name
        // of another.
        if self.figures > 0 && self.together == 0 {
            self.claims.push("a figure and a name of different sources".into());
        }
    }

    fn joins(&self, at: usize) -> bool {
        matches!(self.reading.tokens[at].folded.as_str(), "and" | "while" | "which" | "und" | "or")
    }

    /// Judges the date that begins here; the token after it.
    fn date(&mut self, at: usize) -> Option<usize> {
        let (date, last) = date_at(&self.reading.tokens, at)?;
        let counts = self.reading.tokens.get(last + 1).is_some_and(|next| next.gap <= Gap::Space)
            && !self.reading.is_plain(last + 1);
        // "2000 merchants" is a figure, "in 2000 merchants came" a year.
        let placed = at > 0
            && matches!(
                self.reading.tokens[at - 1].folded.as_str(),
                "in" | "since"
                    | "until"
                    | "from"
                    | "to"
                    | "during"
                    | "by"
                    | "between"
                    | "im"
                    | "seit"
            );
        if date.month.is_none() && counts && !placed {
            return None;
        }
        if !self.index.calendar.carries(date, bound(&self.reading.tokens, at)) {
            self.claim(at, last);
        }
        Some(last + 1)
    }

    /// Judges the figure that begins here; the token after it and its unit.
    fn figure(&mut self, at: usize) -> Option<usize> {
        if self.reading.tokens[at].folded == "one" {
            return None;
        }
        let figure = figure_at(&self.reading.tokens, at)?;
        let (asked, last) = use_of(self.reading, figure, 0);
        let known = self.index.figures.get(&figure.value).map_or(&[][..], Vec::as_slice);
        let sources = known
            .iter()
            .filter(|source| numbers::carries(source, &asked))
            .fold(0_u64, |all, found| all | 1 << found.source);
        self.figures += 1;
        if sources == 0 {
            let end = (last + asked.counted.len()).min(self.reading.tokens.len() - 1);
            self.claim(at, end);
        } else {
            self.together &= sources;
        }
        Some(last + 1)
    }

    fn word(&mut self, at: usize, previous: Option<usize>) {
        if self.reading.is_name(at) {
            let sources = names::sources_of(self.index, self.reading, at);
            let side_by_side = previous == at.checked_sub(1)
                && previous.is_some_and(|before| self.reading.is_name(before) || before == 0);
            if sources == 0 {
                return self.claim(at, at);
            }
            if side_by_side && !names::are_neighbours(self.index, self.reading, at) {
                return self.claim(at - 1, at);
            }
            self.together &= sources;
        }
        let found = self.occurrences(at);
        let (negated, way) = (self.reading.negated[at], self.reading.way(at));
        // What was not limited may become so, not the other way round.
        let limited = self.reading.limited[at];
        let same_sense = |one: &Occurrence| {
            one.negated == negated
                && (limited || !one.limited)
                && (way.is_none() || one.way.is_none() || one.way == way)
        };
        if !found.iter().any(same_sense) {
            return self.claim(at, at);
        }
        if let Some(before) = previous {
            let others = self.occurrences(before);
            let met =
                found.iter().any(|one| others.iter().any(|other| one.sentence == other.sentence));
            if !met && !others.is_empty() {
                self.claim(before, at);
            }
        }
    }

    fn occurrences(&self, at: usize) -> &[Occurrence] {
        let word = &self.reading.words[at];
        let grouped = same::group(word).and_then(|group| self.index.groups.get(&group));
        grouped.or_else(|| self.index.words.get(word)).map_or(&[], Vec::as_slice)
    }

    fn claim(&mut self, first: usize, last: usize) {
        let words = self.reading.tokens[first..=last].iter().map(|token| token.surface);
        let text: String = words.collect::<Vec<_>>().join(" ").chars().take(80).collect();
        self.claims.push(text);
    }
}
