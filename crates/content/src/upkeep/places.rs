//! Where things are: every section hangs from the top, its path follows from the slugs above it, and
//! nothing is at an address that the service needs itself.

use std::collections::{HashMap, HashSet};

use kernel::{Id, SitePath, Slug};
use store::{Fault, Findings};

use super::Stock;
use crate::moves::{DEEPEST, LONGEST_PATH, RESERVED};
use crate::sections::Section;

/// The path that each section should have; none for those that do not hang from the top.
pub(super) type Paths = HashMap<Id, SitePath>;

pub(super) fn check_sections(stock: &Stock, findings: &mut Findings) -> Paths {
    let mut children: HashMap<Option<Id>, Vec<Id>> = HashMap::new();
    for (id, branch) in &stock.sections {
        children.entry(branch.parent_id).or_default().push(*id);
    }
    let mut paths = Paths::new();
    let mut waiting: Vec<(Id, u32)> = children.get(&None).into_iter().flatten().map(top).collect();
    while let Some((id, depth)) = waiting.pop() {
        let branch = &stock.sections[&id];
        let above = branch.parent_id.and_then(|parent| paths.get(&parent));
        let path = SitePath::join(above, &branch.slug);
        // As deep as a move may bring it. What is below is not looked at: it cannot be right, and paths
        // of a long chain together would be a square of its length.
        if depth > DEEPEST {
            let what = format!("is more than {DEEPEST} levels deep");
            findings.add(Fault::new("sections.depth", id, what));
            continue;
        }
        if path.as_str().len() > LONGEST_PATH {
            let what = format!("has a path of more than {LONGEST_PATH} characters");
            findings.add(Fault::new("sections.path_length", id, what));
        }
        if depth == 0 && !branch.is_deleted {
            check_reserved("sections.reserved", id, &branch.slug, findings);
        }
        if branch.path != path {
            check_path(id, &branch.path, path.clone(), findings);
        }
        paths.insert(id, path);
        let below = children.get(&Some(id)).into_iter().flatten();
        waiting.extend(below.map(|child| (*child, depth + 1)));
    }
    check_loose(stock, &paths, findings);
    paths
}

fn top(id: &Id) -> (Id, u32) {
    (*id, 0)
}

fn check_path(id: Id, found: &SitePath, path: SitePath, findings: &mut Findings) {
    let what = format!("has the path {found} and should have {path}");
    let fault = Fault::new("sections.path", id, what);
    findings.add_with_mend(fault, "its path is made again from the slugs above it", move |all| {
        let mut stored = all.get::<Section>(id)?;
        stored.document.path = path;
        all.replace(stored).map(drop)
    });
}

/// Those that do not hang from the top. Where they belong, only the owner knows.
fn check_loose(stock: &Stock, paths: &Paths, findings: &mut Findings) {
    // What has been walked through on the way up need not be walked again.
    let mut known = HashSet::new();
    for (id, branch) in stock.sections.iter().filter(|(id, _)| !paths.contains_key(id)) {
        if let Some(parent) = branch.parent_id.filter(|it| !stock.all_sections.has(*it)) {
            let what = format!("is below the section {parent}, which is not there");
            findings.add(Fault::new("sections.parent", *id, what));
        }
        for section in circle_above(stock, *id, &mut known) {
            findings.add(Fault::new("sections.cycle", section, "is below itself"));
        }
    }
}

/// The sections that are above each other, upward from one; none when the way ends, or leads to where
/// somebody has been.
fn circle_above(stock: &Stock, id: Id, known: &mut HashSet<Id>) -> Vec<Id> {
    let mut way = Vec::new();
    let mut current = Some(id);
    while let Some(section) = current {
        if !known.insert(section) {
            let begins = way.iter().position(|passed| *passed == section);
            return begins.map(|begins| way.split_off(begins)).unwrap_or_default();
        }
        way.push(section);
        current = stock.sections.get(&section).and_then(|branch| branch.parent_id);
    }
    Vec::new()
}

pub(super) fn check_items(stock: &Stock, paths: &Paths, findings: &mut Findings) {
    for (id, leaf) in &stock.items {
        let section = match leaf.section_id {
            None => None,
            Some(section) if !stock.all_sections.has(section) => {
                let what = format!("is in the section {section}, which is not there");
                findings.add(Fault::new("items.section", *id, what));
                continue;
            }
            // The section itself is named where it does not hang from the top or cannot be read.
            Some(section) => paths.get(&section),
        };
        if leaf.section_id.is_none() && !leaf.is_deleted {
            check_reserved("items.reserved", *id, &leaf.slug, findings);
        }
        if SitePath::join(section, &leaf.slug).as_str().len() > LONGEST_PATH {
            let what = format!("has a path of more than {LONGEST_PATH} characters");
            findings.add(Fault::new("items.path_length", *id, what));
        }
    }
}

fn check_reserved(rule: &'static str, id: Id, slug: &Slug, findings: &mut Findings) {
    if RESERVED.contains(&slug.as_str()) {
        let what = format!("has the slug {slug}, which the service uses itself");
        findings.add(Fault::new(rule, id, what));
    }
}
