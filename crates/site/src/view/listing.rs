use super::{Day, Picture, Span, Words, filled};

/// What only the signed in are told about a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    Draft,
    /// Complete and published, but a section above it is not.
    Hidden,
    /// Published at a date that is still to come.
    Scheduled,
    /// Shown to somebody who has a link to it.
    Preview,
}

impl Marker {
    pub fn word(self, words: &Words) -> &str {
        match self {
            Self::Draft => &words.draft,
            Self::Hidden => &words.hidden,
            Self::Scheduled => &words.scheduled,
            Self::Preview => &words.preview,
        }
    }
}

/// One story of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub href: String,
    pub title: String,
    pub summary: String,
    pub date: Option<Day>,
    /// Such as "Darkroom · 11 min".
    pub note: String,
    pub picture: Option<Picture>,
    pub marker: Option<Marker>,
}

/// One thing of a grid of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub href: String,
    pub title: String,
    pub summary: String,
    /// Such as "2024 – now · Rust, nRF52".
    pub note: String,
    /// "All 9 projects", of a section; of everything else nothing.
    pub all: String,
    pub picture: Option<Picture>,
    pub marker: Option<Marker>,
}

/// One picture of a gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    pub href: String,
    pub title: String,
    pub picture: Option<Picture>,
    pub marker: Option<Marker>,
}

/// One line of a compact list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub href: String,
    pub title: String,
    /// A line below the title, or nothing.
    pub note: String,
    pub date: Option<Day>,
    /// Stands where the date would, when there is one.
    pub span: Span,
    /// The year stands beside the list already.
    pub within_year: bool,
    pub marker: Option<Marker>,
}

impl Row {
    pub fn when(&self) -> String {
        match &self.date {
            _ if !self.span.is_empty() => self.span.years(),
            Some(date) if self.within_year => date.in_year(),
            Some(date) => date.short(),
            None => String::new(),
        }
    }

    pub fn machine_date(&self) -> Option<&str> {
        self.date.as_ref().filter(|_| self.span.is_empty()).map(|date| date.machine.as_str())
    }
}

/// A filter or a section below this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pill {
    pub href: String,
    pub title: String,
    pub count: Option<usize>,
    pub current: bool,
}

/// Where a list goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pager {
    pub first: usize,
    pub last: usize,
    pub total: usize,
    /// "stories", "projects"…
    pub noun: &'static str,
    pub newer: Option<String>,
    pub older: Option<String>,
}

impl Pager {
    /// A list that stands on one page needs no way on.
    pub fn is_needed(&self) -> bool {
        self.newer.is_some() || self.older.is_some()
    }

    /// "1–10 of 23"
    pub fn range(&self, words: &Words) -> String {
        let [first, last, total] = [self.first, self.last, self.total].map(|n| n.to_string());
        filled(&words.range, &[("first", &first), ("last", &last), ("total", &total)])
    }

    pub fn newer_words(&self, words: &Words) -> String {
        filled(&words.newer, &[("things", self.noun)])
    }

    pub fn older_words(&self, words: &Words) -> String {
        filled(&words.older, &[("things", self.noun)])
    }
}
