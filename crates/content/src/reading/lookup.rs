use std::sync::Arc;

use kernel::{Id, Timestamp};

use super::entry::{Entry, ItemRef, SectionRef};
use super::moment::Reading;
use crate::items::ContentType;
use crate::reader::Reader;
use crate::tree::Node;

/// How much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub sections: usize,
    items: [usize; 4],
}

impl Counts {
    pub fn of_type(&self, content_type: ContentType) -> usize {
        self.items[content_type.position()]
    }

    pub fn items(&self) -> usize {
        self.items.iter().sum()
    }
}

impl Reading {
    pub fn section(&self, id: Id) -> Option<SectionRef<'_>> {
        self.see_section(self.tree().section(id)?)
    }

    /// Whether another reader may see a section at this moment.
    pub(crate) fn has_section(&self, id: Id, reader: Reader) -> bool {
        let scope = reader.scope(self.now());
        self.tree().section(id).is_some_and(|node| node.shows(scope))
    }

    /// Slugs may repeat below different parents: the one nearest to the top is meant.
    pub fn section_by_slug(&self, slug: &str) -> Option<SectionRef<'_>> {
        // In order of depth and sort order already.
        let named =
            self.tree().sections().iter().filter(|node| node.section().slug.as_str() == slug);
        named.filter_map(|node| self.see_section(node)).next()
    }

    pub fn item(&self, id: Id) -> Option<ItemRef<'_>> {
        let card = self.tree().item(id)?;
        self.tree().shows(&card.document, self.scope()).then_some(ItemRef::new(self, card))
    }

    pub fn counts(&self) -> Counts {
        let (tree, scope) = (self.tree(), self.scope());
        Counts {
            sections: tree.sections().iter().filter(|node| node.shows(scope)).count(),
            items: ContentType::ALL.map(|each| tree.of_type(each).count(scope)),
        }
    }

    /// Everything that has an address: the sections by depth, then the items by type, newest
    /// first.
    pub fn everything(&self) -> impl Iterator<Item = Entry<'_>> {
        let sections = self.tree().sections().iter().filter_map(|node| self.see_section(node));
        let items = ContentType::ALL.into_iter().flat_map(|each| {
            self.tree().of_type(each).seen(self.scope()).map(|card| ItemRef::new(self, card))
        });
        sections.map(Entry::Section).chain(items.map(Entry::Item))
    }

    /// When anything that is seen was changed last, or appeared.
    pub fn last_changed(&self) -> Option<Timestamp> {
        self.everything().map(|entry| entry.last_changed()).max()
    }

    pub(crate) fn see_section<'r>(&'r self, node: &'r Arc<Node>) -> Option<SectionRef<'r>> {
        node.shows(self.scope()).then_some(SectionRef::new(self, node))
    }
}
