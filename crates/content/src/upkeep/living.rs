//! What is at an address: everything that is not deleted, drafts too.

use std::collections::HashMap;

use kernel::{Id, SitePath};

use super::Stock;
use super::places::Paths;
use crate::redirects::Thing;

#[derive(Debug, Default)]
pub(super) struct Living(HashMap<SitePath, Thing>);

impl Living {
    pub(super) fn of(stock: &Stock, paths: &Paths) -> Self {
        let mut living = HashMap::new();
        let mut alive: HashMap<Id, bool> = HashMap::new();
        for (id, path) in paths {
            if is_alive(stock, *id, &mut alive) {
                put(&mut living, path.clone(), Thing::Section(*id));
            }
        }
        for (id, leaf) in stock.items.iter().filter(|(_, leaf)| !leaf.is_deleted) {
            let around = match leaf.section_id {
                None => None,
                Some(section) => match paths.get(&section) {
                    Some(path) if is_alive(stock, section, &mut alive) => Some(path),
                    _ => continue,
                },
            };
            let path = SitePath::join(around, &leaf.slug);
            put(&mut living, path, Thing::Item(leaf.content_type, *id));
        }
        Self(living)
    }

    pub(super) fn at(&self, path: &SitePath) -> Option<Thing> {
        self.0.get(path).copied()
    }
}

/// Several things may share a path. The one that is found there has the smallest claim: a section, then
/// the types in their order.
fn put(living: &mut HashMap<SitePath, Thing>, path: SitePath, thing: Thing) {
    let there = living.entry(path).or_insert(thing);
    *there = thing.min(*there);
}

/// Neither it nor anything above it is deleted.
fn is_alive(stock: &Stock, id: Id, known: &mut HashMap<Id, bool>) -> bool {
    let mut way = Vec::new();
    let mut current = Some(id);
    let mut alive = true;
    // It ends: only sections that hang from the top are asked about.
    while let Some(section) = current {
        if let Some(known) = known.get(&section) {
            alive = *known;
            break;
        }
        way.push(section);
        current = stock.sections.get(&section).and_then(|branch| branch.parent_id);
    }
    for section in way.into_iter().rev() {
        alive = alive && stock.sections.get(&section).is_some_and(|branch| !branch.is_deleted);
        known.insert(section, alive);
    }
    alive
}
