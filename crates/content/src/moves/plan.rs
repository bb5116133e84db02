use std::collections::HashMap;

use kernel::{Id, SitePath, Slug, Timestamp};
use store::Stored;

use super::leave::Moved;
use super::place::{DEEPEST, LONGEST_PATH, WantedSlug, item_place, section_place};
use crate::error::ContentError;
use crate::items::Item;
use crate::reader::Scope;
use crate::redirects::Thing;
use crate::sections::Section;
use crate::tree::Tree;

/// A section's way to its new place, with everything below it.
#[derive(Debug)]
pub(crate) struct SectionMove {
    /// The sections with their new paths, the moved one first.
    pub(crate) sections: Vec<Stored<Section>>,
    /// Everything whose address changes, in the order of claims.
    pub(crate) moved: Vec<Moved>,
}

/// Plans a move; without a slug the section keeps its own. The moved section comes back with its new parent, slug and path; what else
/// changes about it is the caller's business. Without a change of place nothing else is moved.
pub(crate) fn plan_section_move(
    tree: &Tree,
    id: Id,
    parent_id: Option<Id>,
    slug: Option<Slug>,
    now: Timestamp,
) -> Result<SectionMove, ContentError> {
    let node = tree.living_section(id).ok_or(ContentError::Missing)?;
    refuse_cycle(tree, id, parent_id)?;
    let wanted = WantedSlug::Given(slug.unwrap_or_else(|| node.section().slug.clone()));
    let (slug, path) = section_place(tree, parent_id, wanted, Some(id))?;
    // Same address: neither redirects nor other sections are touched, so a change of the title does
    // not rewrite a subtree.
    if path == node.section().path {
        return Ok(SectionMove { sections: vec![Stored::clone(&node.stored)], moved: Vec::new() });
    }
    let mut moving = SectionMove { sections: Vec::new(), moved: Vec::new() };
    let mut paths: HashMap<Id, SitePath> = HashMap::new();
    // From the top down, so the new path of the parent is known before those below it ask for it.
    for below in tree.subtree(id) {
        let mut stored = Stored::clone(&below.stored);
        let section = &mut stored.document;
        let to = match section.parent_id.filter(|_| section.id != id) {
            Some(parent) => SitePath::join(paths.get(&parent), &section.slug),
            None => path.clone(),
        };
        if section.id == id {
            section.parent_id = parent_id;
            section.slug = slug.clone();
        }
        // The moved section was checked by `section_place`. Below it paths grow by the same
        // difference, and one of them may pass the limit.
        refuse_beyond_limits(&to)?;
        let from = std::mem::replace(&mut section.path, to.clone());
        paths.insert(section.id, to.clone());
        let thing = Thing::Section(section.id);
        moving.moved.push(Moved { thing, from, to, exists: below.alive, public: below.public });
        moving.sections.push(stored);
    }
    // Deleted items keep their claim to come back, so they are found among all, not by section.
    let inside = tree.items().filter_map(|card| {
        let section_id = card.document.section_id?;
        Some((card, tree.section(section_id)?, paths.get(&section_id)?))
    });
    for (card, node, section_path) in inside {
        let item = &card.document;
        let to = SitePath::join(Some(section_path), &item.slug);
        refuse_beyond_limits(&to)?;
        moving.moved.push(Moved {
            thing: Thing::Item(item.content_type, item.id),
            from: SitePath::join(Some(&node.section().path), &item.slug),
            to,
            exists: tree.shows(item, Scope::Drafts),
            public: tree.shows(item, Scope::Published(now)),
        });
    }
    // Two things can leave the same address (a section and an item of its name). Who comes first
    // here gets the redirect.
    moving.moved.sort_by_key(Moved::claim);
    Ok(moving)
}

/// An item's way to its new place.
#[derive(Debug)]
pub(crate) struct ItemMove {
    pub(crate) slug: Slug,
    pub(crate) to: SitePath,
    /// The item, unless its address stays the same.
    pub(crate) moved: Option<Moved>,
}

/// Plans a move of an item that exists; without a slug it keeps its own.
pub(crate) fn plan_item_move(
    tree: &Tree,
    item: &Item,
    section_id: Option<Id>,
    slug: Option<Slug>,
    now: Timestamp,
) -> Result<ItemMove, ContentError> {
    let from = tree.path_of(item);
    let wanted = WantedSlug::Given(slug.unwrap_or_else(|| item.slug.clone()));
    let (slug, to) = item_place(tree, item.content_type, section_id, wanted, Some(item.id))?;
    let moved = (from != to).then(|| Moved {
        thing: Thing::Item(item.content_type, item.id),
        from,
        to: to.clone(),
        exists: true,
        public: tree.shows(item, Scope::Published(now)),
    });
    Ok(ItemMove { slug, to, moved })
}

fn refuse_cycle(tree: &Tree, id: Id, parent_id: Option<Id>) -> Result<(), ContentError> {
    // Upward from the goal, through deleted sections too: it ends, as no operation can close a
    // circle.
    let mut above = parent_id;
    while let Some(current) = above {
        if current == id {
            return Err(ContentError::Cycle);
        }
        above = tree.section(current).and_then(|node| node.section().parent_id);
    }
    Ok(())
}

fn refuse_beyond_limits(path: &SitePath) -> Result<(), ContentError> {
    if path.as_str().len() > LONGEST_PATH {
        return Err(ContentError::PathTooLong { longest: LONGEST_PATH });
    }
    if path.as_str().matches('/').count() > DEEPEST as usize {
        return Err(ContentError::TooDeep { deepest: DEEPEST });
    }
    Ok(())
}
