use std::collections::BTreeMap;

use content::items::ContentType;
use content::reading::{ItemRef, Items};
use kernel::Page;

use super::item::tag_href;
use super::lists::{page_of, pager};
use super::words::{joined, noun};
use super::{Composed, Composer};
use crate::share::Subject;
use crate::view::{FeedLink, Metadata, Pill, Row, TagList, TagPage, Year, capital, filled};

const ROWS: u32 = 50;
const MOST_NEAR: usize = 5;
/// As many entries as are looked at for tags that go together.
const LOOKED_AT: u32 = 200;

/// The kinds under which lists can be filtered, by the word in the address.
pub(crate) const KINDS: [(ContentType, &str); 4] = [
    (ContentType::Story, "story"),
    (ContentType::Project, "project"),
    (ContentType::Page, "page"),
    (ContentType::Image, "image"),
];

pub(crate) fn kind_named(name: &str) -> Option<ContentType> {
    KINDS.into_iter().find(|(_, known)| *known == name).map(|(kind, _)| kind)
}

impl Composer<'_> {
    /// Everything under a tag; nothing when nothing has it.
    pub(crate) fn tag(
        &self,
        tag: &str,
        kind: Option<ContentType>,
        number: u32,
    ) -> Option<Composed> {
        let count = |types: &[ContentType]| {
            let wanted = Items { types, tag: Some(tag), ..Items::default() };
            self.reading.items(&wanted, Page { limit: 1, offset: 0 }).total
        };
        let total = count(&ContentType::ALL);
        let kinds = kind.map(|kind| vec![kind]).unwrap_or_else(|| ContentType::ALL.to_vec());
        let wanted = Items { types: &kinds, tag: Some(tag), ..Items::default() };
        let slice = self.reading.items(&wanted, page_of(number, ROWS));
        if total == 0 || slice.items.is_empty() {
            return None;
        }
        let href = tag_href(tag);
        let address = |kind: Option<&str>, number: u32| match (kind, number) {
            (None, 1) => href.clone(),
            (None, number) => format!("{href}?page={number}"),
            (Some(kind), 1) => format!("{href}?kind={kind}"),
            (Some(kind), number) => format!("{href}?kind={kind}&page={number}"),
        };
        let kind_name = kind.map(ContentType::name);
        let pager =
            pager(&slice, number, &self.words.nouns.entry, |number| address(kind_name, number));
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        let mut pills = vec![Pill {
            href: href.clone(),
            title: self.words.all.clone(),
            count: Some(total),
            current: kind.is_none(),
        }];
        pills.extend(KINDS.into_iter().filter_map(|(each, name)| {
            let count = usize::try_from(count(&[each])).ok().filter(|count| *count > 0)?;
            Some(Pill {
                href: address(Some(name), 1),
                title: capital(&noun(self.words, each).many),
                count: Some(count),
                current: kind == Some(each),
            })
        }));
        // All, and one kind that is all of it: nothing to choose.
        if pills.len() <= 2 {
            pills.clear();
        }
        let metadata = Metadata {
            title: tag.to_owned(),
            description: self.tag_sentence(tag, total),
            canonical: Some(address(kind_name, number)),
            // The same things stand on the page without a filter.
            noindex: !self.settings.indexable || kind.is_some(),
            feeds: FeedLink::below(&href, &format!("{}: {tag}", self.settings.title)),
            newer: pager.newer.clone(),
            older: pager.older.clone(),
            kind: "website",
            card: self.share_card(&Subject::Tag(tag.to_owned())),
            ..Metadata::default()
        };
        let page = TagPage {
            words: self.words,
            tag: tag.to_owned(),
            sentence: metadata.description.clone(),
            kinds: pills,
            years: self.years(&slice.items),
            near: self.near(tag),
            pager,
        };
        Some(Composed::of(metadata, &page))
    }

    /// All tags, the most used first.
    pub(crate) fn tags(&self) -> Composed {
        let mut tags: Vec<_> = self.reading.tags().collect();
        tags.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tag.cmp(b.tag)));
        let pill = |tag: &content::reading::TagCount<'_>| Pill {
            href: tag_href(tag.tag),
            title: tag.tag.to_owned(),
            count: Some(tag.count),
            current: false,
        };
        let metadata = Metadata {
            title: self.words.tags.clone(),
            canonical: Some("/tags".to_owned()),
            noindex: !self.settings.indexable,
            kind: "website",
            card: self.share_card(&Subject::Tags),
            ..Metadata::default()
        };
        Composed::of(
            metadata,
            &TagList { words: self.words, tags: tags.iter().map(pill).collect() },
        )
    }

    fn tagged(&self, tag: &str) -> Vec<ItemRef<'_>> {
        let wanted = Items { tag: Some(tag), ..Items::default() };
        self.reading.items(&wanted, Page { limit: LOOKED_AT, offset: 0 }).items
    }

    fn tag_sentence(&self, tag: &str, total: usize) -> String {
        let mut sections: Vec<String> = Vec::new();
        for item in self.tagged(tag) {
            let top = item.trail().first().map(|section| section.title.clone());
            if let Some(title) = top.filter(|title| !sections.contains(title)) {
                sections.push(title);
            }
        }
        sections.truncate(4);
        let entries = self.words.counted(total, &self.words.nouns.entry);
        match sections.is_empty() {
            true => format!("{entries}."),
            false => {
                let sections = self.words.listed(&sections);
                let values = [("entries", entries.as_str()), ("sections", sections.as_str())];
                filled(&self.words.entries_from, &values)
            }
        }
    }

    fn years(&self, items: &[ItemRef<'_>]) -> Vec<Year> {
        let mut years: Vec<Year> = Vec::new();
        for item in items {
            let year = self.day(item.date()).year.to_string();
            let section = item.section().map(|section| section.title.clone()).unwrap_or_default();
            let kind = capital(&noun(self.words, item.content_type).one);
            let place = match section.is_empty() {
                true => kind,
                false => {
                    let values = [("kind", kind.as_str()), ("section", section.as_str())];
                    filled(&self.words.kind_in, &values)
                }
            };
            let technologies = item.extra.technologies.join(", ");
            let note = joined([&place, &technologies, &self.minutes(*item)]);
            let row = Row { note, within_year: true, ..self.row(*item) };
            match years.last_mut().filter(|last| last.year == year) {
                Some(last) => last.rows.push(row),
                None => years.push(Year { year, rows: vec![row] }),
            }
        }
        years
    }

    /// Tags that stand on the same things.
    fn near(&self, tag: &str) -> Vec<Pill> {
        let mut shared: BTreeMap<String, usize> = BTreeMap::new();
        for item in self.tagged(tag) {
            for other in item.tags.iter().filter(|other| *other != tag) {
                *shared.entry(other.clone()).or_default() += 1;
            }
        }
        let mut shared: Vec<_> = shared.into_iter().collect();
        shared.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        shared.truncate(MOST_NEAR);
        let pill = |(tag, _): (String, usize)| {
            let wanted = Items { tag: Some(&tag), ..Items::default() };
            let total = self.reading.items(&wanted, Page { limit: 1, offset: 0 }).total;
            let count = usize::try_from(total).ok();
            Pill { href: tag_href(&tag), title: tag.clone(), count, current: false }
        };
        shared.into_iter().map(pill).collect()
    }
}
