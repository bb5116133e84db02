use std::ops::Deref;
use std::sync::Arc;

use kernel::{Id, SitePath, Timestamp};

use super::moment::Reading;
use crate::items::{ContentType, Item};
use crate::listings::ListingItem;
use crate::reader::{Reader, Scope};
use crate::sections::Section;
use crate::tree::{BY_ID, Card, Node};

/// A section that the reader may see.
#[derive(Clone, Copy, Debug)]
pub struct SectionRef<'r> {
    reading: &'r Reading,
    node: &'r Arc<Node>,
}

/// An item that the reader may see; all of it but the body.
#[derive(Clone, Copy, Debug)]
pub struct ItemRef<'r> {
    reading: &'r Reading,
    card: &'r Card,
}

/// Anything that can stand in a list.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'r> {
    Section(SectionRef<'r>),
    Item(ItemRef<'r>),
}

impl Deref for SectionRef<'_> {
    type Target = Section;

    fn deref(&self) -> &Section {
        self.node.section()
    }
}

impl Deref for ItemRef<'_> {
    type Target = Item;

    fn deref(&self) -> &Item {
        &self.card.document
    }
}

impl<'r> SectionRef<'r> {
    /// For those who have made sure that the reader may see it.
    pub(super) fn new(reading: &'r Reading, node: &'r Arc<Node>) -> Self {
        Self { reading, node }
    }

    pub fn section(&self) -> &'r Section {
        self.node.section()
    }

    pub fn version(&self) -> i64 {
        self.node.stored.version
    }

    /// The address to link to, ready for an attribute.
    pub fn href(&self) -> String {
        format!("/{}", self.section().path)
    }

    pub fn parent(&self) -> Option<SectionRef<'r>> {
        // Whoever sees a section sees all above it (`Node::public`), so the parent is not asked
        // again.
        self.node.parent.as_ref().map(|node| Self { reading: self.reading, node })
    }

    /// The way to it: from the top down, itself last.
    pub fn trail(&self) -> Vec<SectionRef<'r>> {
        let mut trail = vec![*self];
        while let Some(parent) = trail.last().and_then(SectionRef::parent) {
            trail.push(parent);
        }
        trail.reverse();
        trail
    }

    /// The sections directly below it, in order.
    pub fn sections(&self) -> impl Iterator<Item = SectionRef<'r>> {
        let reading = self.reading;
        let below = reading.tree().children(Some(self.section().id));
        below.filter_map(|node| reading.see_section(node))
    }

    /// The items directly in it, by hand and newest first.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = ItemRef<'r>> {
        let (reading, scope) = (self.reading, self.reading.scope());
        let inside = reading.tree().list(Some(self.section().id)).iter();
        // `self` is a section the reader sees, so only the item itself has to be asked.
        let seen = inside.filter(move |card| scope.includes(&card.document));
        seen.map(move |card| ItemRef::new(reading, card))
    }

    /// When it or anything directly in it was changed last.
    pub fn last_changed(&self) -> Timestamp {
        let sections = self.sections().map(|section| section.updated_at);
        let items = self.items().map(|item| item.last_changed());
        sections.chain(items).fold(self.updated_at, Timestamp::max)
    }

    pub(crate) fn node(&self) -> &'r Arc<Node> {
        self.node
    }
}

impl<'r> ItemRef<'r> {
    /// For those who have made sure that the reader may see it.
    pub(super) fn new(reading: &'r Reading, card: &'r Card) -> Self {
        Self { reading, card }
    }

    pub(crate) fn reading(&self) -> &'r Reading {
        self.reading
    }

    pub fn item(&self) -> &'r Item {
        &self.card.document
    }

    pub fn version(&self) -> i64 {
        self.card.version
    }

    /// Where it is: its section's path and its slug.
    pub fn path(&self) -> SitePath {
        self.reading.tree().path_of(self.item())
    }

    /// The path at which this reader finds it: its own, or one with its id when something else
    /// has a better claim to its own.
    pub fn address(&self) -> SitePath {
        let path = self.path();
        match self.reading.tree().is_shadowed(self.item(), path.as_str(), self.reading.scope()) {
            false => path,
            true => self.address_by_id(),
        }
    }

    /// The path that leads to it whatever else is at its own.
    pub fn address_by_id(&self) -> SitePath {
        SitePath::new(&format!("{}/{BY_ID}{}", self.path(), self.item().id))
    }

    /// What is found at its path instead of it: what visitors find there, or else what is hidden
    /// from them and would be found once it is published.
    pub fn shadowed_by(&self) -> Option<Entry<'r>> {
        let (reading, tree) = (self.reading, self.reading.tree());
        let path = self.path();
        let section = tree.section_at(path.as_str());
        let section = section.map(|node| Entry::Section(SectionRef::new(reading, node)));
        let earlier = tree
            .visible_at(path.as_str(), Scope::Drafts)
            .take_while(|card| card.document.id != self.item().id)
            .map(|card| Entry::Item(ItemRef::new(reading, card)));
        let mut before: Vec<_> = section.into_iter().chain(earlier).collect();
        let public = Reader::Public.scope(reading.now());
        let seen = |entry: &Entry<'_>| match entry {
            Entry::Section(section) => section.node.shows(public),
            Entry::Item(item) => tree.shows(item.item(), public),
        };
        // What visitors find comes first: it is what stands in the way today.
        let chosen = before.iter().position(seen).unwrap_or(0);
        (chosen < before.len()).then(|| before.swap_remove(chosen))
    }

    /// The address to link to, ready for an attribute.
    pub fn href(&self) -> String {
        format!("/{}", self.address())
    }

    /// The section it is in, as far as the reader sees that.
    pub fn section(&self) -> Option<SectionRef<'r>> {
        // Whoever has a link to the item may not see where it is.
        self.reading.see_section(self.reading.tree().section(self.item().section_id?)?)
    }

    /// The sections from the top down to the one it is in.
    pub fn trail(&self) -> Vec<SectionRef<'r>> {
        self.section().map(|section| section.trail()).unwrap_or_default()
    }

    /// When it was changed last, or appeared.
    pub fn last_changed(&self) -> Timestamp {
        let appeared = self.published_at.filter(|date| *date <= self.reading.now());
        appeared.map_or(self.updated_at, |date| date.max(self.updated_at))
    }
}

impl<'r> Entry<'r> {
    pub fn id(&self) -> Id {
        match self {
            Self::Section(section) => section.id,
            Self::Item(item) => item.id,
        }
    }

    /// None for a section.
    pub fn content_type(&self) -> Option<ContentType> {
        match self {
            Self::Section(_) => None,
            Self::Item(item) => Some(item.content_type),
        }
    }

    pub fn title(&self) -> &'r str {
        match self {
            Self::Section(section) => &section.section().title,
            Self::Item(item) => &item.item().title,
        }
    }

    pub fn summary(&self) -> &'r str {
        match self {
            Self::Section(section) => section.section().description.as_deref().unwrap_or_default(),
            Self::Item(item) => &item.item().summary,
        }
    }

    pub fn image_url(&self) -> Option<&'r str> {
        match self {
            Self::Section(section) => section.section().image_url.as_deref(),
            Self::Item(item) => item.item().image_url.as_deref(),
        }
    }

    pub fn is_published(&self) -> bool {
        match self {
            Self::Section(section) => section.is_published,
            Self::Item(item) => item.is_published,
        }
    }

    /// The date lists go by; a section has none.
    pub fn date(&self) -> Option<Timestamp> {
        match self {
            Self::Section(_) => None,
            Self::Item(item) => Some(item.date()),
        }
    }

    pub fn sort_order(&self) -> f64 {
        match self {
            Self::Section(section) => section.sort_order,
            Self::Item(item) => item.sort_order,
        }
    }

    pub fn path(&self) -> SitePath {
        match self {
            Self::Section(section) => section.path.clone(),
            Self::Item(item) => item.path(),
        }
    }

    /// The path at which this reader finds it.
    pub fn address(&self) -> SitePath {
        match self {
            Self::Section(section) => section.path.clone(),
            Self::Item(item) => item.address(),
        }
    }

    /// The address to link to, ready for an attribute.
    pub fn href(&self) -> String {
        match self {
            Self::Section(section) => section.href(),
            Self::Item(item) => item.href(),
        }
    }

    pub fn last_changed(&self) -> Timestamp {
        match self {
            Self::Section(section) => section.last_changed(),
            Self::Item(item) => item.last_changed(),
        }
    }

    /// In the shape that all entries share.
    pub fn view(&self) -> ListingItem<'r> {
        match self {
            Self::Section(section) => ListingItem::of_section(section.section()),
            Self::Item(item) => ListingItem::of_item(item.item(), &item.path()),
        }
    }
}
