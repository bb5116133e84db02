use std::collections::HashMap;

use crate::words::Token;

use super::figures::figure_at;

/// A year, with its month when that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Date {
    pub year: u16,
    pub month: Option<u8>,
    pub day: Option<u8>,
}

/// How a date is bound into its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bound {
    /// From then to this day.
    Since,
    Until,
    None,
}

/// The dates of the sources.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    /// For a year, what else is known of it.
    years: HashMap<u16, Vec<(Date, Bound)>>,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Dates of one year that are compared; a source with more is no resume.
const MOST: usize = 64;

impl Calendar {
    pub(super) fn add(&mut self, tokens: &[Token<'_>]) {
        let mut at = 0;
        while at < tokens.len() {
            match date_at(tokens, at) {
                Some((date, last)) => {
                    let known = self.years.entry(date.year).or_default();
                    if known.len() < MOST {
                        known.push((date, bound(tokens, at)));
                    }
                    at = last + 1;
                }
                None => at += 1,
            }
        }
    }

    /// Whether some source has this date, at least as exactly, and bound in the same way.
    pub(super) fn carries(&self, date: Date, asked: Bound) -> bool {
        let known = self.years.get(&date.year).map_or(&[][..], Vec::as_slice);
        known.iter().any(|(found, bound)| {
            (date.month.is_none() || date.month == found.month)
                && (date.day.is_none() || date.day == found.day)
                && (asked == Bound::None || asked == *bound)
        })
    }
}

/// The date that begins at a token, and its last token: `2019-04-30`, `2019`, `April 2019`,
/// `30 April 2019`, `04/2019`.
pub(super) fn date_at(tokens: &[Token<'_>], at: usize) -> Option<(Date, usize)> {
    let token = tokens.get(at)?;
    if let Some(date) = numeric(token.surface) {
        return Some((date, at));
    }
    let year_at = |at: usize| {
        let token = tokens.get(at)?;
        let four = token.surface.len() == 4 && token.surface.bytes().all(|b| b.is_ascii_digit());
        four.then(|| figure_at(tokens, at)?.value.year()).flatten()
    };
    if let Some(month) = month(&token.folded) {
        let year = year_at(at + 1)?;
        return Some((Date { year, month: Some(month), day: None }, at + 1));
    }
    let small: Option<u8> = token.surface.parse().ok();
    if let Some(small) = small {
        if let Some(month) = tokens.get(at + 1).and_then(|next| month(&next.folded)) {
            let year = year_at(at + 2)?;
            return Some((Date { year, month: Some(month), day: Some(small) }, at + 2));
        }
        if token.surface.len() == 2 && (1..=12).contains(&small) {
            let next = tokens.get(at + 1)?;
            let slash = next.start == token.start + token.surface.len() + 1;
            let year = slash.then(|| year_at(at + 1)).flatten()?;
            return Some((Date { year, month: Some(small), day: None }, at + 1));
        }
    }
    year_at(at).map(|year| (Date { year, month: None, day: None }, at))
}

/// What stands before a date.
pub(super) fn bound(tokens: &[Token<'_>], at: usize) -> Bound {
    match at.checked_sub(1).map(|before| tokens[before].folded.as_str()) {
        Some("since" | "seit") => Bound::Since,
        Some("until" | "till" | "to" | "bis" | "through") => Bound::Until,
        _ => Bound::None,
    }
}

fn month(word: &str) -> Option<u8> {
    let is_short = word.len() == 3 || word == "sept";
    let is_it = |name: &&str| *name == word || (is_short && name.starts_with(word));
    u8::try_from(MONTHS.iter().position(is_it)? + 1).ok()
}

fn numeric(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let year: u16 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day = match parts.next() {
        Some(day) => Some(day.parse().ok()?),
        None => None,
    };
    let possible = (1000..3000).contains(&year) && (1..=12).contains(&month);
    possible.then_some(Date { year, month: Some(month), day })
}
