use std::cmp::Ordering;

use kernel::{Id, Page, Slice};

use super::entry::{Entry, ItemRef};
use super::moment::Reading;
use super::order::{by_date, by_title, cut_sorted};
use crate::items::{ContentType, Item};
use crate::tree::{Card, newest_first};

/// Which of the things in a section, and in which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Children {
    /// Also the items of all sections below.
    pub subtree: bool,
    /// Only featured items, and no sections.
    pub featured_only: bool,
    /// Only items of this type, and no sections.
    pub content_type: Option<ContentType>,
    pub order: ChildrenOrder,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChildrenOrder {
    /// Sections first, then items by hand and newest first.
    #[default]
    ByHand,
    NewestFirst,
    Title,
}

/// Which items, and in which order. The default is all of them, newest first.
#[derive(Clone, Copy, Debug)]
pub struct Items<'q> {
    pub types: &'q [ContentType],
    pub within: Within,
    pub tag: Option<&'q str>,
    pub featured: Option<bool>,
    /// Text in the title, the summary or a tag; letter case does not matter.
    pub text: Option<&'q str>,
    pub order: ItemOrder,
}

impl Default for Items<'_> {
    fn default() -> Self {
        Self {
            types: &ContentType::ALL,
            within: Within::Anywhere,
            tag: None,
            featured: None,
            text: None,
            order: ItemOrder::NewestFirst,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    #[default]
    Anywhere,
    /// In no section.
    Top,
    /// Directly in this section.
    Section(Id),
    /// In this section or any below it.
    Subtree(Id),
    /// In a section that cannot exist.
    Nowhere,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemOrder {
    #[default]
    NewestFirst,
    OldestFirst,
    Title,
    ByHand,
}

/// A tag, and how many items have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagCount<'r> {
    pub tag: &'r str,
    pub count: usize,
}

impl Reading {
    /// A page of what is in a section; nothing is in one that the reader may not see.
    pub fn children(&self, section: Id, wanted: &Children, page: Page) -> Slice<Entry<'_>> {
        let entries = self.gather(section, wanted);
        let total = entries.len() as u64;
        let items = match wanted.order {
            // Gathered in this order already, unless several sections were poured together.
            ChildrenOrder::ByHand if !wanted.subtree => page.cut(&entries).to_vec(),
            order => cut_sorted(entries, page, |a, b| order.compare(a, b)),
        };
        Slice { items, total, limit: page.limit, offset: page.offset }
    }

    /// A page of items.
    pub fn items(&self, wanted: &Items<'_>, page: Page) -> Slice<ItemRef<'_>> {
        let (tree, scope) = (self.tree(), self.scope());
        let text = wanted.text.filter(|text| !text.is_empty()).map(str::to_lowercase);
        // With any condition the numbers that the indexes know no longer hold.
        let everything = wanted.featured.is_none()
            && wanted.tag.is_none()
            && text.is_none()
            && wanted.within == Within::Anywhere;
        let (cards, total) = match wanted.order {
            // What everybody asks for is kept in this order.
            ItemOrder::NewestFirst if everything => {
                let start = usize::try_from(page.offset).unwrap_or(usize::MAX);
                let cards = self.newest(wanted.types).skip(start).take(page.limit as usize);
                let counts = wanted.types.iter().map(|each| tree.of_type(*each).count(scope));
                (cards.collect(), counts.sum())
            }
            order => {
                let includes = |card: &&Card| {
                    let item = &card.document;
                    wanted.types.contains(&item.content_type)
                        && wanted.featured.is_none_or(|featured| featured == item.featured)
                        && wanted.tag.is_none_or(|tag| item.tags.iter().any(|known| known == tag))
                        && text.as_deref().is_none_or(|text| mentions(item, text))
                };
                let found: Vec<_> = self.candidates(wanted).into_iter().filter(includes).collect();
                let total = found.len();
                (cut_sorted(found, page, |a, b| order.compare(&a.document, &b.document)), total)
            }
        };
        let items = cards.into_iter().map(|card| ItemRef::new(self, card)).collect();
        Slice { items, total: total as u64, limit: page.limit, offset: page.offset }
    }

    /// The tags in use, in the order of the alphabet.
    pub fn tags(&self) -> impl Iterator<Item = TagCount<'_>> {
        let (tree, scope) = (self.tree(), self.scope());
        tree.by_tag().iter().filter_map(move |(tag, cards)| {
            let count = cards.iter().filter(|card| tree.shows(&card.document, scope)).count();
            (count > 0).then_some(TagCount { tag, count })
        })
    }

    /// The tag itself, or else the first that differs from it in letter case only, where the reader sees anything
    /// that has it. Names come first: most that are asked for are invented.
    pub fn find_tag(&self, tag: &str) -> Option<&str> {
        let (tree, scope) = (self.tree(), self.scope());
        let mut spellings: Vec<&str> =
            tree.spellings_of(tag).iter().map(|known| &**known).collect();
        spellings.sort_by_key(|known| *known != tag);
        let is_seen = |known: &&str| {
            let mut tagged = tree.by_tag().get(*known).into_iter().flatten();
            tagged.any(|card| tree.shows(&card.document, scope))
        };
        spellings.into_iter().find(is_seen)
    }

    /// All items of some types, newest first.
    fn newest(&self, types: &[ContentType]) -> impl Iterator<Item = &Card> {
        let scope = self.scope();
        let seen = |each: &ContentType| self.tree().of_type(*each).seen(scope).peekable();
        let mut lists: Vec<_> = types.iter().map(seen).collect();
        std::iter::from_fn(move || {
            // A merge of at most four sorted lists: a page costs its offset and length, however
            // many items there are.
            let heads = lists.iter_mut().filter_map(|list| Some((*list.peek()?, list)));
            let newest = heads.min_by(|(a, _), (b, _)| newest_first(&a.document, &b.document));
            newest.and_then(|(_, list)| list.next())
        })
    }

    /// The items that can be wanted, by where they are and which tag they have: whatever leaves
    /// the fewest to look at.
    fn candidates(&self, wanted: &Items<'_>) -> Vec<&Card> {
        let (tree, scope) = (self.tree(), self.scope());
        let inside = |section_id: Option<Id>| {
            let visible = tree.shows_inside(section_id, scope);
            let list = tree.list(section_id).iter().filter(move |_| visible);
            list.filter(move |card| scope.includes(&card.document))
        };
        match (wanted.within, wanted.tag) {
            (Within::Nowhere, _) => Vec::new(),
            (Within::Top, _) => inside(None).collect(),
            (Within::Section(id), _) => inside(Some(id)).collect(),
            (Within::Subtree(id), _) => {
                let below = tree.subtree(id).into_iter();
                below.flat_map(|node| inside(Some(node.section().id))).collect()
            }
            (Within::Anywhere, Some(tag)) => {
                let tagged = tree.by_tag().get(tag).into_iter().flatten();
                tagged.filter(|card| tree.shows(&card.document, scope)).collect()
            }
            (Within::Anywhere, None) => {
                wanted.types.iter().flat_map(|each| tree.of_type(*each).seen(scope)).collect()
            }
        }
    }

    fn gather(&self, id: Id, wanted: &Children) -> Vec<Entry<'_>> {
        let (tree, scope) = (self.tree(), self.scope());
        let mut entries = Vec::new();
        if wanted.content_type.is_none() && !wanted.featured_only {
            let below = tree.children(Some(id)).filter_map(|node| self.see_section(node));
            entries.extend(below.map(Entry::Section));
        }
        let includes = |card: &&Card| {
            let item = &card.document;
            scope.includes(item)
                && (!wanted.featured_only || item.featured)
                && wanted.content_type.is_none_or(|wanted| wanted == item.content_type)
        };
        let mut pour = |id: Id| {
            let inside = tree.list(Some(id)).iter().filter(includes);
            entries.extend(inside.map(|card| Entry::Item(ItemRef::new(self, card))));
        };
        match wanted.subtree {
            // The section may be hidden from this reader, and `scope.includes` asks only the item.
            false if tree.shows_inside(Some(id), scope) => pour(id),
            false => {}
            true => {
                for node in tree.subtree(id).into_iter().filter(|node| node.shows(scope)) {
                    pour(node.section().id);
                }
            }
        }
        entries
    }
}

fn mentions(item: &Item, text: &str) -> bool {
    let contains = |field: &str| field.to_lowercase().contains(text);
    contains(&item.title) || contains(&item.summary) || item.tags.iter().any(|tag| contains(tag))
}

impl ChildrenOrder {
    fn compare(self, a: &Entry<'_>, b: &Entry<'_>) -> Ordering {
        let is_item = |entry: &Entry<'_>| matches!(entry, Entry::Item(_));
        let chosen = match self {
            Self::ByHand => is_item(a)
                .cmp(&is_item(b))
                .then_with(|| a.sort_order().total_cmp(&b.sort_order()))
                .then_with(|| match (a, b) {
                    (Entry::Item(_), Entry::Item(_)) => by_date(a.date(), b.date()),
                    _ => by_title(a.title(), b.title()),
                }),
            Self::NewestFirst => by_date(a.date(), b.date()),
            Self::Title => by_title(a.title(), b.title()),
        };
        // The id last, so that equal entries have one order and no page repeats or skips any.
        chosen.then_with(|| b.id().cmp(&a.id()))
    }
}

impl ItemOrder {
    fn compare(self, a: &Item, b: &Item) -> Ordering {
        let newest = newest_first(a, b);
        match self {
            Self::NewestFirst => newest,
            Self::OldestFirst => newest.reverse(),
            Self::Title => by_title(&a.title, &b.title).then(newest),
            Self::ByHand => a.sort_order.total_cmp(&b.sort_order).then(newest),
        }
    }
}
