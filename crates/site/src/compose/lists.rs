//! Items and sections as they stand in lists.

use content::items::ContentType;
use content::reading::{Entry as Found, ItemRef, SectionRef};
use kernel::{Page, Slice};

use super::Composer;
use super::words::joined;
use crate::view::{Card, Day, Entry, Pager, Row, Span, Tile};

impl Composer<'_> {
    pub(crate) fn entry(&self, item: ItemRef<'_>) -> Entry {
        let section = item.section().map(|section| section.title.clone()).unwrap_or_default();
        Entry {
            href: item.href(),
            title: item.title.clone(),
            summary: item.summary.clone(),
            date: has_date(item).then(|| Day::of(item.date())),
            note: section,
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
                    ContentType::Project => {
                        joined([&span(item).years(), &item.extra.technologies.join(", ")])
                    }
                    _ if has_date(item) => Day::of(item.date()).long(),
                    _ => String::new(),
                },
                picture: self.item_picture(item),
                marker: self.item_marker(item),
            },
            Found::Section(section) => Card {
                href: section.href(),
                title: section.title.clone(),
                summary: section.description.clone().unwrap_or_default(),
                note: String::new(),
                picture: section.image_url.as_deref().and_then(|url| self.picture(url, "")),
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
            date: has_date(item).then(|| Day::of(item.date())),
            span: span(item),
            within_year: false,
            marker: self.item_marker(item),
        }
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

pub(crate) fn span(item: ItemRef<'_>) -> Span {
    Span { started: item.extra.started_on.clone(), ended: item.extra.ended_on.clone() }
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
    noun: &'static str,
    address: impl Fn(u32) -> String,
) -> Pager {
    let as_size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (offset, total) = (as_size(slice.offset), as_size(slice.total));
    let last = offset.saturating_add(slice.items.len());
    Pager {
        first: offset.saturating_add(1),
        last,
        total,
        noun,
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
