//! Items and sections as they stand in lists.

use content::items::ContentType;
use content::reading::{Entry as Found, ItemRef, Items, Reading, SectionRef, Within};
use kernel::{Page, Slice};

use super::Composer;
use super::words::{joined, noun};
use crate::view::{Card, Entry, Noun, Pager, Picture, Row, Span, Tile, Words, filled};

/// Among as many of the newest things in it a picture is looked for.
const LOOKED_AT: u32 = 10;

impl Composer<'_> {
    pub(crate) fn entry(&self, item: ItemRef<'_>) -> Entry {
        let section = item.section().map(|section| section.title.clone()).unwrap_or_default();
        Entry {
            href: item.href(),
            title: item.title.clone(),
            summary: item.summary.clone(),
            date: has_date(item).then(|| self.day(item.date())),
            note: joined([&section, &self.minutes(item)]),
            picture: self.item_picture(item),
            marker: self.item_marker(item),
        }
    }

    pub(crate) fn card(&self, found: Found<'_>) -> Card {
        match found {
            Found::Item(item) => Card {
                href: item.href(),
                title: item.title.clone(),
                summary: item.summary.clone(),
                note: match item.content_type {
                    ContentType::Project => joined([
                        &span(self.words, item).years(),
                        &item.extra.technologies.join(", "),
                    ]),
                    _ if has_date(item) => {
                        joined([&self.day(item.date()).long(), &self.minutes(item)])
                    }
                    _ => String::new(),
                },
                all: String::new(),
                picture: self.item_picture(item),
                marker: self.item_marker(item),
            },
            Found::Section(section) => Card {
                href: section.href(),
                title: section.title.clone(),
                summary: section.description.clone().unwrap_or_default(),
                note: String::new(),
                all: self.all_of(&section),
                picture: self.section_picture(&section),
                marker: self.section_marker(&section),
            },
        }
    }

    pub(crate) fn tile(&self, item: ItemRef<'_>) -> Tile {
        Tile {
            href: item.href(),
            title: item.title.clone(),
            picture: self.item_picture(item),
            marker: self.item_marker(item),
        }
    }

    pub(crate) fn row(&self, item: ItemRef<'_>) -> Row {
        Row {
            href: item.href(),
            title: item.title.clone(),
            note: String::new(),
            date: has_date(item).then(|| self.day(item.date())),
            span: span(self.words, item),
            within_year: false,
            marker: self.item_marker(item),
        }
    }

    /// "11 min", for what is read.
    pub(crate) fn minutes(&self, item: ItemRef<'_>) -> String {
        let is_read = matches!(item.content_type, ContentType::Story | ContentType::Project);
        match item.minutes.filter(|minutes| is_read && *minutes > 0) {
            Some(minutes) => self.words.in_minutes(minutes as usize),
            None => String::new(),
        }
    }

    /// "All 38 stories"
    pub(crate) fn all_of(&self, section: &SectionRef<'_>) -> String {
        let wanted = Items { within: Within::Subtree(section.id), ..Items::default() };
        let total = self.reading.items(&wanted, Page { limit: 1, offset: 0 }).total;
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        let noun = noun_of(self.words, self.reading, section);
        match total {
            0 | 1 => self.words.counted(total, noun),
            total => {
                let count = total.to_string();
                filled(&self.words.all_things, &[("count", &count), ("things", &noun.many)])
            }
        }
    }

    /// Its own picture, or that of the newest thing in it.
    fn section_picture(&self, section: &SectionRef<'_>) -> Option<Picture> {
        if let Some(address) = &section.image_url {
            return self.picture(address, "");
        }
        let wanted = Items { within: Within::Subtree(section.id), ..Items::default() };
        let newest = self.reading.items(&wanted, Page { limit: LOOKED_AT, offset: 0 }).items;
        newest.into_iter().find_map(|item| self.item_picture(item))
    }

    pub(crate) fn section_row(&self, section: &SectionRef<'_>) -> Row {
        Row {
            href: section.href(),
            title: section.title.clone(),
            note: section.description.clone().unwrap_or_default(),
            date: None,
            span: Span::default(),
            within_year: false,
            marker: self.section_marker(section),
        }
    }
}

/// A page says no dates.
pub(crate) fn has_date(item: ItemRef<'_>) -> bool {
    item.content_type != ContentType::Page
}

pub(crate) fn span(words: &'static Words, item: ItemRef<'_>) -> Span {
    let (started, ended) = (item.extra.started_on.clone(), item.extra.ended_on.clone());
    Span { started, ended, words }
}

/// The part of a list that a page shows. Pages are counted from 1; one that does not exist has
/// nothing on it.
pub(crate) fn page_of(number: u32, size: u32) -> Page {
    Page { limit: size, offset: u64::from(number.saturating_sub(1)) * u64::from(size) }
}

/// The way on from a part of a list. `address` makes the address of another page of it.
pub(crate) fn pager<T>(
    slice: &Slice<T>,
    number: u32,
    noun: &'static Noun,
    address: impl Fn(u32) -> String,
) -> Pager {
    let as_size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (offset, total) = (as_size(slice.offset), as_size(slice.total));
    let last = offset.saturating_add(slice.items.len());
    Pager {
        first: offset.saturating_add(1),
        last,
        total,
        noun: &noun.many,
        newer: (number > 1).then(|| address(number - 1)),
        older: (last < total && !slice.items.is_empty()).then(|| address(number + 1)),
    }
}

/// The address of a page of a list.
pub(crate) fn numbered(path: &str, number: u32) -> String {
    match number {
        0 | 1 => path.to_owned(),
        number => format!("{path}?page={number}"),
    }
}

/// What the things in a section are called: by their kind if they all have the same.
pub(crate) fn noun_of(
    words: &'static Words,
    reading: &Reading,
    section: &SectionRef<'_>,
) -> &'static Noun {
    let count = |types: &[ContentType]| {
        let wanted = Items { types, within: Within::Subtree(section.id), ..Items::default() };
        reading.items(&wanted, Page { limit: 1, offset: 0 }).total
    };
    let total = count(&ContentType::ALL);
    let only = ContentType::ALL.into_iter().find(|kind| total > 0 && count(&[*kind]) == total);
    only.map_or(&words.nouns.entry, |kind| noun(words, kind))
}
