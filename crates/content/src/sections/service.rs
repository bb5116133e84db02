use std::collections::HashSet;

use kernel::{ExpectedVersion, FieldErrors, Id, Slug};
use store::{Once, Stored};

use super::rules::{after_last, respace};
use super::{Section, SectionChange, SectionInput};
use crate::content::{Change, Content};
use crate::error::ContentError;
use crate::moves::{RedirectChanges, SectionMove, WantedSlug, plan_section_move, section_place};
use crate::reader::Scope;
use crate::redirects::Thing;

/// What a move did.
#[derive(Debug)]
pub(crate) struct Moved {
    pub(crate) section: Stored<Section>,
    /// How many things have another address now.
    pub(crate) moved: usize,
    pub(crate) redirects: usize,
}

impl Content {
    pub(crate) async fn create_section(
        &self,
        input: SectionInput,
        once: Option<Once>,
    ) -> Result<Stored<Section>, ContentError> {
        let mut errors = FieldErrors::default();
        let given = input.check(&mut errors);
        errors.finish()?;
        let title = input.title.clone().unwrap_or_default();
        self.change(move |change| {
            if let Some(document) = change.transaction.outcome(once.as_ref())? {
                return Ok(Stored { version: 1, document });
            }
            let wanted = match &given {
                Some(slug) => WantedSlug::Given(slug.clone()),
                None => WantedSlug::FromTitle(suggested(&title)),
            };
            let tree = change.tree.clone();
            let (slug, path) = section_place(&tree, input.parent_id, wanted, None)?;
            let now = change.now();
            let order = || after_last(&tree, input.parent_id);
            let section = Section {
                id: change.generate_id(),
                parent_id: input.parent_id,
                title: title.clone(),
                slug,
                path: path.clone(),
                icon: input.icon.clone().unwrap_or_default(),
                description: input.description.clone(),
                image_url: input.image_url.clone(),
                display_type: input.display_type.unwrap_or_default(),
                nav_visibility: input.nav_visibility.unwrap_or_default(),
                is_published: input.is_published.unwrap_or(false),
                sort_order: input.sort_order.unwrap_or_else(order),
                created_at: now,
                updated_at: now,
                deleted_at: None,
            };
            let mut redirect_changes =
                RedirectChanges::new(&tree, now, change.options.redirect_life, HashSet::new());
            redirect_changes.arrive(&path, Thing::Section(section.id));
            redirect_changes.save(change)?;
            change.transaction.remember(once.as_ref(), || section.clone())?;
            Ok(change.transaction.insert(section)?)
        })
        .await
    }

    pub(crate) async fn update_section(
        &self,
        id: Id,
        input: SectionChange,
        expected: ExpectedVersion,
    ) -> Result<Moved, ContentError> {
        let mut errors = FieldErrors::default();
        let slug = input.check(&mut errors);
        errors.finish()?;
        self.change(move |change| {
            let tree = change.tree.clone();
            let node = tree.living_section(id).ok_or(ContentError::Missing)?;
            expected.check(node.stored.version)?;
            let current = node.section();
            let parent_id = input.parent_id.change().unwrap_or(current.parent_id);
            let mut plan = plan_section_move(&tree, id, parent_id, slug.clone(), change.now())?;
            let section = &mut plan.sections[0].document;
            input.apply(section);
            // Its old number means nothing among other siblings.
            if parent_id != current.parent_id && input.sort_order.is_none() {
                section.sort_order = after_last(&tree, parent_id);
            }
            save_move(change, plan, input.sort_order.is_some())
        })
        .await
    }

    pub(crate) async fn delete_section(
        &self,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let node = tree.living_section(id).ok_or(ContentError::Missing)?;
            expected.check(node.stored.version)?;
            let mut stored = Stored::clone(&node.stored);
            stored.document.deleted_at = Some(change.now());
            stored.document.updated_at = change.now();
            // What is below keeps its own state and is hidden by its ancestor. Restoring brings
            // back exactly what was there.
            change.transaction.replace(stored)?;
            change.changed.sections.push(id);
            Ok(())
        })
        .await
    }

    /// Brings a deleted section back to where it would be now.
    pub(crate) async fn restore_section(&self, id: Id) -> Result<Stored<Section>, ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let node = tree.section(id).ok_or(ContentError::Missing)?;
            let current = node.section();
            if current.deleted_at.is_none() {
                return Err(ContentError::Missing);
            }
            let mut stored = Stored::clone(&node.stored);
            stored.document.deleted_at = None;
            stored.document.updated_at = change.now();
            let parent_lives =
                current.parent_id.is_none_or(|parent| tree.living_section(parent).is_some());
            // Below a deleted parent nothing competes for the place. It is checked when the parent
            // comes back.
            if parent_lives {
                let wanted = WantedSlug::Given(current.slug.clone());
                section_place(&tree, current.parent_id, wanted, Some(id))?;
            }
            let stored = change.transaction.replace(stored)?;
            change.changed.sections.push(id);
            arrive_again(change, id, &stored)?;
            Ok(stored)
        })
        .await
    }
}

/// Everything that exists again takes its address back.
fn arrive_again(
    change: &mut Change<'_, '_>,
    id: Id,
    restored: &Stored<Section>,
) -> Result<(), ContentError> {
    let before = change.tree.clone();
    let changes = crate::tree::Changes { sections: vec![restored.clone()], ..Default::default() };
    // The tree as it will be after this write: what exists again has to be asked of that one.
    let after = before.apply(changes, change.now());
    let life = change.options.redirect_life;
    let mut redirect_changes = RedirectChanges::new(&before, change.now(), life, HashSet::new());
    for node in after.subtree(id).into_iter().filter(|node| node.alive) {
        let section = node.section();
        redirect_changes.arrive(&section.path, Thing::Section(section.id));
        for card in after.list(Some(section.id)) {
            let item = &card.document;
            if after.shows(item, Scope::Drafts) {
                let thing = Thing::Item(item.content_type, item.id);
                redirect_changes.arrive(&after.path_of(item), thing);
            }
        }
    }
    redirect_changes.save(change)?;
    Ok(())
}

/// Carries out a plan: paths, redirects and, where it has become necessary, the siblings' spacing.
pub(crate) fn save_move(
    change: &mut Change<'_, '_>,
    plan: SectionMove,
    ordered: bool,
) -> Result<Moved, ContentError> {
    let tree = change.tree.clone();
    let (now, life) = (change.now(), change.options.redirect_life);
    let SectionMove { mut sections, moved } = plan;
    let count = moved.len();
    let redirect_changes = RedirectChanges::of_move(&tree, now, life, &moved);
    let redirects = redirect_changes.save(change)?;

    sections[0].document.updated_at = now;
    if ordered {
        space_out(&tree, &mut sections);
    }
    let id = sections[0].document.id;
    change.changed.sections.push(id);
    let stored = change.transaction.replace_all(sections)?;
    let section = stored.into_iter().find(|stored| stored.document.id == id);
    Ok(Moved { section: section.ok_or(ContentError::Missing)?, moved: count, redirects })
}

fn space_out(tree: &crate::tree::Tree, sections: &mut Vec<Stored<Section>>) {
    let first = &sections[0].document;
    let (id, order) = (first.id, first.sort_order);
    let Some(spaced) = respace(tree, first.parent_id, id, &first.title, order) else { return };
    for (sibling, order) in spaced {
        let known = sections.iter_mut().find(|stored| stored.document.id == sibling);
        match (known, tree.section(sibling)) {
            (Some(stored), _) => stored.document.sort_order = order,
            (None, Some(node)) => {
                let mut stored = Stored::clone(&node.stored);
                stored.document.sort_order = order;
                sections.push(stored);
            }
            (None, None) => {}
        }
    }
}

pub(crate) fn suggested(title: &str) -> Slug {
    let fallback = || "untitled".parse().expect("a plain word is a slug");
    Slug::from_title(title).unwrap_or_else(fallback)
}
