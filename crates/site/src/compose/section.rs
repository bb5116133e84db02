use content::reading::{
    Children, ChildrenOrder, Entry as Found, ItemOrder, ItemRef, Items, SectionRef, Within,
};
use content::sections::DisplayType;
use kernel::Page;

use super::lists::{noun_of, numbered, page_of, pager};
use super::{Composed, Composer, crumbs, linked_data};
use crate::share::Subject;
use crate::view::{
    CardGrid, Entry, Feed, FeedLink, Gallery, Metadata, Pill, Prose, Row, SectionHead, StaticPage,
    filled,
};

const FEED: u32 = 10;
const CARDS: u32 = 24;
const PICTURES: u32 = 36;
const ROWS: u32 = 50;

/// The text of a section that is one page.
#[derive(Clone, Debug, Default)]
pub(crate) struct SectionBody {
    pub(crate) item: Option<kernel::Id>,
    pub(crate) prose: Prose,
    pub(crate) frames: Vec<String>,
}

impl Composer<'_> {
    /// A section, as it wants to be shown. Nothing when it has no such page.
    pub(crate) fn section(
        &self,
        section: &SectionRef<'_>,
        number: u32,
        body: SectionBody,
    ) -> Option<Composed> {
        match section.display_type {
            DisplayType::Feed => self.feed(section, number),
            DisplayType::CardGrid => self.card_grid(section, number),
            DisplayType::Gallery => self.gallery(section, number),
            DisplayType::StaticPage => self.static_page(section, number, body),
        }
    }

    fn feed(&self, section: &SectionRef<'_>, number: u32) -> Option<Composed> {
        let wanted = Items { within: Within::Subtree(section.id), ..Items::default() };
        let slice = self.reading.items(&wanted, page_of(number, FEED));
        let entry = |item: &ItemRef<'_>| {
            let entry = self.entry(*item);
            // The section itself need not be named.
            match item.section_id == Some(section.id) {
                true => Entry { note: self.minutes(*item), ..entry },
                false => entry,
            }
        };
        let entries: Vec<_> = slice.items.iter().map(entry).collect();
        let pager = pager(&slice, number, noun_of(self.words, self.reading, section), |number| {
            numbered(&section.href(), number)
        });
        let metadata = self.list_metadata(section, number, &pager.newer, &pager.older);
        let head = self.section_head(section, false);
        // Page 7 of three is not there. The first page of an empty section is.
        let is_there = number == 1 || !entries.is_empty();
        is_there.then(|| Composed::of(metadata, &Feed { words: self.words, head, entries, pager }))
    }

    fn card_grid(&self, section: &SectionRef<'_>, number: u32) -> Option<Composed> {
        let wanted = Children { order: ChildrenOrder::ByHand, ..Children::default() };
        let slice = self.reading.children(section.id, &wanted, page_of(number, CARDS));
        let cards: Vec<_> = slice.items.iter().map(|found| self.card(*found)).collect();
        let pager = pager(&slice, number, noun_of(self.words, self.reading, section), |number| {
            numbered(&section.href(), number)
        });
        let metadata = self.list_metadata(section, number, &pager.newer, &pager.older);
        let mut head = self.section_head(section, false);
        // They are cards already.
        head.pills.clear();
        let is_there = number == 1 || !cards.is_empty();
        is_there
            .then(|| Composed::of(metadata, &CardGrid { words: self.words, head, cards, pager }))
    }

    fn gallery(&self, section: &SectionRef<'_>, number: u32) -> Option<Composed> {
        let wanted = Items {
            within: Within::Subtree(section.id),
            order: ItemOrder::ByHand,
            ..Items::default()
        };
        let slice = self.reading.items(&wanted, page_of(number, PICTURES));
        let tiles: Vec<_> = slice.items.iter().map(|item| self.tile(*item)).collect();
        let pager = pager(&slice, number, noun_of(self.words, self.reading, section), |number| {
            numbered(&section.href(), number)
        });
        let metadata = self.list_metadata(section, number, &pager.newer, &pager.older);
        let head = self.section_head(section, true);
        let is_there = number == 1 || !tiles.is_empty();
        is_there.then(|| Composed::of(metadata, &Gallery { words: self.words, head, tiles, pager }))
    }

    fn static_page(
        &self,
        section: &SectionRef<'_>,
        number: u32,
        body: SectionBody,
    ) -> Option<Composed> {
        let wanted = Children::default();
        let slice = self.reading.children(section.id, &wanted, page_of(number, ROWS));
        let rows: Vec<Row> = slice
            .items
            .iter()
            .filter(|found| Some(found.id()) != body.item)
            .map(|found| match found {
                Found::Item(item) => self.row(*item),
                Found::Section(section) => self.section_row(section),
            })
            .collect();
        let pager = pager(&slice, number, &self.words.nouns.entry, |number| {
            numbered(&section.href(), number)
        });
        let metadata = Metadata {
            frames: body.frames,
            ..self.list_metadata(section, number, &pager.newer, &pager.older)
        };
        let mut head = self.section_head(section, false);
        head.pills.clear();
        let is_there = number == 1 || !rows.is_empty();
        let page = StaticPage {
            words: self.words,
            head,
            facts: Vec::new(),
            prose: body.prose,
            rows,
            pager,
        };
        is_there.then(|| Composed::of(metadata, &page))
    }

    fn section_head(&self, section: &SectionRef<'_>, with_all: bool) -> SectionHead {
        let trail = section.trail();
        let above = trail.split_last().map_or(&[][..], |(_, above)| above);
        let pill = |below: SectionRef<'_>| {
            let wanted = Items { within: Within::Subtree(below.id), ..Items::default() };
            let total = self.reading.items(&wanted, Page { limit: 1, offset: 0 }).total;
            Pill {
                href: below.href(),
                title: below.title.clone(),
                count: usize::try_from(total).ok().filter(|count| *count > 0),
                current: false,
            }
        };
        let mut pills: Vec<Pill> = section.sections().map(pill).collect();
        if with_all && !pills.is_empty() {
            let all = Pill {
                href: section.href(),
                title: self.words.all.clone(),
                count: None,
                current: true,
            };
            pills.insert(0, all);
        }
        SectionHead {
            title: section.title.clone(),
            description: section.description.clone().unwrap_or_default(),
            crumbs: crumbs(above),
            pills,
            marker: self.section_marker(section),
        }
    }

    fn list_metadata(
        &self,
        section: &SectionRef<'_>,
        number: u32,
        newer: &Option<String>,
        older: &Option<String>,
    ) -> Metadata {
        let href = section.href();
        let title = match number {
            1 => section.title.clone(),
            number => {
                let values = [("title", section.title.as_str()), ("number", &number.to_string())];
                filled(&self.words.page_number, &values)
            }
        };
        let name = format!("{}: {}", self.settings.title, section.title);
        Metadata {
            title,
            description: section.description.clone().unwrap_or_default(),
            canonical: Some(numbered(&href, number)),
            noindex: !self.settings.indexable,
            feeds: FeedLink::below(&href, &name),
            newer: newer.clone(),
            older: older.clone(),
            kind: "website",
            card: self.share_card(&Subject::Thing(section.id)),
            json_ld: vec![linked_data::breadcrumbs(self, &section.trail(), None)],
            ..Metadata::default()
        }
    }
}
