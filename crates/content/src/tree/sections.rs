use std::collections::HashMap;
use std::sync::Arc;

use kernel::{Id, SitePath};
use store::Stored;

use super::node::Node;
use crate::sections::Section;

/// All sections. There are at most some thousands, so a change builds the whole of it again and
/// keeps the nodes that stayed the same.
#[derive(Debug, Default)]
pub(super) struct Sections {
    nodes: HashMap<Id, Arc<Node>>,
    top: Vec<Id>,
    in_order: Vec<Arc<Node>>,
    by_path: HashMap<SitePath, Arc<Node>>,
}

impl Sections {
    pub(super) fn get(&self, id: Id) -> Option<&Arc<Node>> {
        self.nodes.get(&id)
    }

    pub(super) fn in_order(&self) -> &[Arc<Node>] {
        &self.in_order
    }

    pub(super) fn at(&self, path: &str) -> Option<&Arc<Node>> {
        self.by_path.get(path)
    }

    pub(super) fn children(
        &self,
        parent: Option<Id>,
    ) -> impl DoubleEndedIterator<Item = &Arc<Node>> {
        let ids: &[Id] = match parent {
            None => &self.top,
            Some(id) => self.nodes.get(&id).map_or(&[], |node| &node.children),
        };
        ids.iter().filter_map(|id| self.nodes.get(id))
    }

    pub(super) fn subtree(&self, id: Id) -> Vec<&Arc<Node>> {
        let mut found: Vec<_> = self.nodes.get(&id).into_iter().collect();
        let mut next = 0;
        while let Some(node) = found.get(next).copied() {
            found.extend(node.children.iter().filter_map(|child| self.nodes.get(child)));
            next += 1;
        }
        found
    }

    /// The sections after a change. A section that does not hang from the top (which no operation
    /// can bring about) is left out.
    pub(super) fn changed(&self, changes: Vec<Stored<Section>>) -> Self {
        let mut documents: HashMap<Id, Arc<Stored<Section>>> =
            self.nodes.iter().map(|(id, node)| (*id, node.stored.clone())).collect();
        for stored in changes {
            documents.insert(stored.document.id, Arc::new(stored));
        }
        let mut children: HashMap<Option<Id>, Vec<&Arc<Stored<Section>>>> = HashMap::new();
        for stored in documents.values() {
            children.entry(stored.document.parent_id).or_default().push(stored);
        }
        for siblings in children.values_mut() {
            siblings.sort_by(|a, b| order(&a.document, &b.document));
        }
        let ids_below = |parent: Option<Id>| -> Vec<Id> {
            let below = children.get(&parent).map_or(&[][..], Vec::as_slice);
            below.iter().map(|stored| stored.document.id).collect()
        };

        let top = ids_below(None);
        let mut nodes: HashMap<Id, Arc<Node>> = HashMap::with_capacity(documents.len());
        let mut by_path = HashMap::with_capacity(documents.len());
        let mut waiting: Vec<(Id, Option<Arc<Node>>)> = top.iter().map(|id| (*id, None)).collect();
        // Every node is made after its parent, from which it takes its state. The order among
        // siblings does not matter here.
        while let Some((id, parent)) = waiting.pop() {
            let stored = &documents[&id];
            let below = ids_below(Some(id));
            let known = self.nodes.get(&id);
            let node = match known.filter(|node| node.still_fits(stored, parent.as_ref(), &below)) {
                Some(node) => node.clone(),
                None => Arc::new(Node::new(stored.clone(), parent, below)),
            };
            waiting.extend(node.children.iter().map(|child| (*child, Some(node.clone()))));
            // A deleted section keeps its path for the day it is restored, but the address belongs
            // to whoever has it now.
            if node.alive {
                by_path.insert(node.section().path.clone(), node.clone());
            }
            nodes.insert(id, node);
        }
        let mut in_order: Vec<_> = nodes.values().cloned().collect();
        // By depth first: `section_by_slug` relies on it that the one nearest to the top comes
        // first.
        in_order.sort_by(|a, b| {
            let (a, b) = (a.section(), b.section());
            a.depth().cmp(&b.depth()).then_with(|| order(a, b))
        });
        Self { nodes, top, in_order, by_path }
    }

    /// The sections of `self` whose visibility is another one than in `before`.
    pub(super) fn differing<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = Id> + 'a {
        self.nodes.iter().filter_map(|(id, node)| {
            // A section that is new holds no items that were known before, so only those that
            // existed count.
            let was = before.nodes.get(id).map(|node| (node.alive, node.public));
            (was.is_some_and(|was| was != (node.alive, node.public))).then_some(*id)
        })
    }
}

fn order(a: &Section, b: &Section) -> std::cmp::Ordering {
    a.sort_order
        .total_cmp(&b.sort_order)
        .then_with(|| a.title.cmp(&b.title))
        .then_with(|| a.id.cmp(&b.id))
}
