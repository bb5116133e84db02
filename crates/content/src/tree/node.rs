use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use kernel::Id;
use serde::Serialize;
use store::Stored;

use crate::reader::Scope;
use crate::sections::Section;
use crate::validator::Validator;

/// A section with what follows from its ancestors.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) stored: Arc<Stored<Section>>,
    /// Neither it nor anything above it is deleted.
    pub(crate) alive: bool,
    /// It and everything above it is published.
    pub(crate) public: bool,
    /// Changes with anything an answer about this section shows: itself and its ancestors.
    pub(crate) state: u64,
    pub(super) children: Vec<Id>,
    pub(crate) parent: Option<Arc<Node>>,
    fragments: OnceLock<Fragments>,
}

/// Parts of answers about a section, written once and copied from then on.
#[derive(Debug)]
pub(crate) struct Fragments {
    /// The section itself.
    pub(crate) section: String,
    /// The way from the top to this section: the entries of a list without its brackets.
    pub(crate) breadcrumbs: String,
    /// What is at its path.
    pub(crate) resolved: Bytes,
    /// For that answer.
    pub(crate) validator: Validator,
}

#[derive(Serialize)]
pub(crate) struct Breadcrumb<'a> {
    pub(crate) id: Id,
    pub(crate) title: &'a str,
    pub(crate) slug: &'a str,
    pub(crate) path: &'a str,
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
}

impl Node {
    pub(super) fn new(
        stored: Arc<Stored<Section>>,
        parent: Option<Arc<Node>>,
        children: Vec<Id>,
    ) -> Self {
        let section = &stored.document;
        let above = parent.as_deref();
        // Decided once, from the top down, so that no reader has to walk up to know whether it may
        // see something.
        let alive = section.deleted_at.is_none() && above.is_none_or(|parent| parent.alive);
        let public = alive && section.is_published && above.is_none_or(|parent| parent.public);
        let state = state(above.map_or(0, |parent| parent.state), section.id, stored.version);
        Self { alive, public, state, children, parent, stored, fragments: OnceLock::new() }
    }

    /// Whether a node made from these would say the same as this one.
    pub(super) fn still_fits(
        &self,
        stored: &Arc<Stored<Section>>,
        parent: Option<&Arc<Node>>,
        children: &[Id],
    ) -> bool {
        // By pointer, not by value: a parent that was built anew may say something else in the
        // breadcrumbs, and comparing texts would cost more than building.
        let same_parent = match (&self.parent, parent) {
            (None, None) => true,
            (Some(ours), Some(theirs)) => Arc::ptr_eq(ours, theirs),
            _ => false,
        };
        same_parent && Arc::ptr_eq(&self.stored, stored) && self.children == children
    }

    pub(crate) fn section(&self) -> &Section {
        &self.stored.document
    }

    pub(crate) fn shows(&self, scope: Scope) -> bool {
        match scope {
            Scope::Published(_) | Scope::Preview(..) => self.public,
            Scope::Drafts => self.alive,
        }
    }

    pub(crate) fn fragments(&self) -> &Fragments {
        self.fragments.get_or_init(|| {
            let section = self.section();
            let crumb = Breadcrumb {
                id: section.id,
                title: &section.title,
                slug: section.slug.as_str(),
                path: section.path.as_str(),
                kind: "section",
            };
            let own = json(&crumb);
            // The recursion is as deep as sections are nested, and `DEEPEST` bounds that.
            let breadcrumbs = match &self.parent {
                Some(parent) => format!("{},{own}", parent.fragments().breadcrumbs),
                None => own,
            };
            let (path, section) = (json(&section.path), json(&section.view()));
            let resolved = Bytes::from(format!(
                r#"{{"type":"section","path":{path},"section":{section},"breadcrumbs":[{breadcrumbs}]}}"#
            ));
            let validator = Validator::of_bytes(&resolved);
            Fragments { section, breadcrumbs, resolved, validator }
        })
    }
}

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text, numbers and times always serialise")
}

fn state(above: u64, id: Id, version: i64) -> u64 {
    // The state of the parent goes in, so a change anywhere above changes the number: an ancestor
    // with another title changes the breadcrumbs of what is below it, but not its version.
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&above.to_le_bytes());
    bytes[8..24].copy_from_slice(id.as_bytes());
    bytes[24..].copy_from_slice(&version.to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}
