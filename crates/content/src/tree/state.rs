use std::sync::Arc;

use imbl::{HashMap, OrdMap};
use kernel::{Id, SitePath, Slug, Timestamp};
use store::Stored;

use super::derived::Derived;
use super::index::{Card, TypeIndex};
use super::node::Node;
use super::sections::Sections;
use crate::items::{ContentType, Item};
use crate::reader::Scope;
use crate::redirects::{Redirect, Target};

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(super) sections: Arc<Sections>,
    /// The items of each section (or of none) that are not deleted, in their usual order.
    pub(super) lists: HashMap<Option<Id>, Arc<Vec<Card>>>,
    /// All items, deleted ones too.
    pub(super) items: HashMap<Id, Card>,
    /// Items that are not deleted, by where they are; one of each type at most.
    pub(super) places: HashMap<Place, [Option<Card>; 4]>,
    pub(super) types: [TypeIndex; 4],
    pub(super) redirects: HashMap<SitePath, Arc<Stored<Redirect>>>,
    pub(super) redirects_by_id: OrdMap<Id, Arc<Stored<Redirect>>>,
    /// Those of them that lead to a path rather than to a thing.
    pub(super) to_paths: Vec<Arc<Stored<Redirect>>>,
    /// When items that are published ahead of their date appear, in order.
    pub(super) upcoming: Arc<[Timestamp]>,
    pub(super) derived: Arc<Derived>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) section_id: Option<Id>,
    pub(super) slug: Box<str>,
}

impl Tree {
    pub(crate) fn section(&self, id: Id) -> Option<&Arc<Node>> {
        self.sections.get(id)
    }

    /// The section at a path, draft or not.
    pub(crate) fn section_at(&self, path: &str) -> Option<&Arc<Node>> {
        self.sections.at(path)
    }

    /// A section that exists, whatever its ancestors; not a deleted one.
    pub(crate) fn living_section(&self, id: Id) -> Option<&Arc<Node>> {
        self.section(id).filter(|node| node.alive)
    }

    /// All sections by depth, sort order and title, deleted ones too.
    pub(crate) fn sections(&self) -> &[Arc<Node>] {
        self.sections.in_order()
    }

    /// The sections directly below one (or at the top), in order, deleted ones too.
    pub(crate) fn children(
        &self,
        parent: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Arc<Node>> {
        self.sections.children(parent)
    }

    /// A section and everything below it, from the top down.
    pub(crate) fn subtree(&self, id: Id) -> Vec<&Arc<Node>> {
        self.sections.subtree(id)
    }

    pub(crate) fn item(&self, id: Id) -> Option<&Card> {
        self.items.get(&id)
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Card> {
        self.items.values()
    }

    /// The items directly in a section that are not deleted.
    pub(crate) fn list(&self, section_id: Option<Id>) -> &[Card] {
        self.lists.get(&section_id).map_or(&[], |list| list.as_slice())
    }

    pub(crate) fn of_type(&self, content_type: ContentType) -> &TypeIndex {
        &self.types[content_type.position()]
    }

    /// The item of a type at a place, deleted ones aside.
    pub(crate) fn item_at(
        &self,
        content_type: ContentType,
        section_id: Option<Id>,
        slug: &Slug,
    ) -> Option<&Card> {
        self.items_at(section_id, slug.as_str())?[content_type.position()].as_ref()
    }

    pub(super) fn items_at(
        &self,
        section_id: Option<Id>,
        slug: &str,
    ) -> Option<&[Option<Card>; 4]> {
        self.places.get(&Place { section_id, slug: slug.into() })
    }

    pub(crate) fn redirect(&self, old_path: &str) -> Option<&Arc<Stored<Redirect>>> {
        self.redirects.get(old_path)
    }

    pub(crate) fn redirect_by_id(&self, id: Id) -> Option<&Arc<Stored<Redirect>>> {
        self.redirects_by_id.get(&id)
    }

    /// Redirects made by hand to a path of ours at which nothing was. They are few.
    pub(crate) fn redirects_to_path<'a>(
        &'a self,
        path: &'a SitePath,
    ) -> impl Iterator<Item = &'a Arc<Stored<Redirect>>> {
        self.to_paths.iter().filter(move |stored| match &stored.document.target {
            Target::Path(target) => target == path,
            Target::Thing(_) | Target::Elsewhere(_) => false,
        })
    }

    /// Oldest first.
    pub(crate) fn redirects(&self) -> impl DoubleEndedIterator<Item = &Arc<Stored<Redirect>>> {
        self.redirects_by_id.values()
    }

    /// The address of an item.
    pub(crate) fn path_of(&self, item: &Item) -> SitePath {
        let section = item.section_id.and_then(|id| self.section(id));
        SitePath::join(section.map(|node| &node.section().path), &item.slug)
    }

    /// Whether the place an item is in can be seen; it says nothing of the item.
    pub(crate) fn shows_inside(&self, section_id: Option<Id>, scope: Scope) -> bool {
        match section_id {
            None => true,
            Some(id) => self.section(id).is_some_and(|node| node.shows(scope)),
        }
    }

    pub(crate) fn shows(&self, item: &Item, scope: Scope) -> bool {
        // A preview link shows one item wherever it stands, even below a hidden section. Nothing
        // else in that section is opened by it.
        let around = if scope.opens(item) { Scope::Drafts } else { scope };
        scope.includes(item) && self.shows_inside(item.section_id, around)
    }

    /// How many of the items that were waiting for their date when this tree was made have
    /// appeared since. With the tree's revision it says what the public sees.
    pub(crate) fn appeared(&self, now: Timestamp) -> usize {
        self.upcoming.partition_point(|date| *date <= now)
    }

    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
    }
}
