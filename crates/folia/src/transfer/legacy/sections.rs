use std::collections::{HashMap, HashSet};

use content::items::ContentType;
use serde_json::{Map, Value};

use super::read::Entry;
use crate::transfer::addresses::path_of;
use crate::transfer::plan::{Plan, PlannedSection, cut, slug_for};
use crate::transfer::publication::{Judge, Publication, Told};

/// Deeper than any tree that people have made.
const DEEPEST: usize = 50;

/// The sections of an export, by what content says of them.
#[derive(Debug, Default)]
pub(super) struct Sections {
    /// Paths by the id a section had.
    paths: HashMap<String, String>,
    /// The first section of each type.
    by_type: HashMap<ContentType, String>,
}

impl Sections {
    /// Plans them, parents first.
    pub(super) fn read(
        entries: Vec<Entry>,
        judge: &Judge,
        told: &mut Told,
        plan: &mut Plan,
    ) -> Self {
        let mut sections = Self::default();
        let mut waiting = Vec::new();
        for entry in entries {
            let named = name(&entry);
            match entry.is_deleted() {
                true => plan.refuse(format!("section {named}"), "was deleted"),
                false => waiting.push((named, entry)),
            }
        }
        let order = |entry: &Entry| entry.number(&["sort_order", "order"]).unwrap_or(0.0);
        waiting.sort_by(|(_, one), (_, other)| order(one).total_cmp(&order(other)));
        // Each round brings those whose parents have come.
        for _ in 0..DEEPEST {
            let (ready, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(_, entry)| {
                parent(entry).is_none_or(|parent| sections.paths.contains_key(&parent))
            });
            waiting = later;
            if ready.is_empty() {
                break;
            }
            for (name, entry) in ready {
                let publication = entry.publication(judge);
                sections.add(&name, &entry, publication, told, plan);
            }
        }
        for (name, _) in waiting {
            plan.refuse(format!("section {name}"), "the section above it is not in the export");
        }
        sections
    }

    fn add(
        &mut self,
        name: &str,
        entry: &Entry,
        publication: Publication,
        told: &mut Told,
        plan: &mut Plan,
    ) {
        let above = parent(entry).and_then(|id| self.paths.get(&id).cloned());
        let slug = slug_for(name, above.is_none());
        let path = match &above {
            Some(above) => format!("{above}/{slug}"),
            None => slug.to_string(),
        };
        if plan.sections.iter().any(|section| section.path == path) {
            plan.refuse(
                format!("section {name}"),
                format!("/{path} is the address of another one"),
            );
            return;
        }
        if let Some(id) = entry.id() {
            self.paths.insert(id, path.clone());
        }
        if let Some(content_type) = entry.text(&["content_type"]).and_then(|it| type_named(&it)) {
            self.by_type.entry(content_type).or_insert_with(|| path.clone());
        }
        // A slug was an address by itself, as it was there only once.
        let old = [entry.text(&["slug"]), entry.text(&["path"])];
        let old: HashSet<String> =
            old.into_iter().flatten().filter_map(|it| path_of(&it)).collect();
        let mut old_paths: Vec<String> = old.into_iter().filter(|old| *old != path).collect();
        old_paths.sort();
        let title = entry.text(&["title", "name"]).map(|title| cut(&title, 300));
        // A section has no day from which on it is there.
        let publication = match publication {
            Publication::From(date) => {
                Publication::Held(format!("it was to be public from {date}"))
            }
            other => other,
        };
        told.hear(&format!("section {name}"), &publication, plan);
        let is_published = publication == Publication::Open;
        plan.sections.push(PlannedSection {
            title: title.unwrap_or_else(|| name.to_owned()),
            description: entry.text(&["description"]).map(|text| text.chars().take(5000).collect()),
            is_published,
            is_said: true,
            old_paths,
            more: more(entry),
            path,
        });
    }

    /// Where content of an id goes, if that section is there.
    pub(super) fn path_of_id(&self, id: &str) -> Option<&String> {
        self.paths.get(id)
    }

    /// Where content of a type goes that is in no section.
    pub(super) fn path_of_type(&self, content_type: ContentType) -> Option<&String> {
        self.by_type.get(&content_type)
    }
}

fn name(entry: &Entry) -> String {
    entry.text(&["slug", "title", "name"]).unwrap_or_else(|| "untitled".to_owned())
}

fn parent(entry: &Entry) -> Option<String> {
    entry.text(&["parent_id", "parent"])
}

fn type_named(name: &str) -> Option<ContentType> {
    ContentType::ALL.into_iter().find(|it| it.name() == name)
}

/// What a request may say of a section beside the rest. A value that is unknown here is left to its default.
fn more(entry: &Entry) -> Map<String, Value> {
    let mut more = Map::new();
    let known = [
        ("display_type", &["feed", "card-grid", "static-page", "gallery"][..]),
        ("nav_visibility", &["main", "secondary", "hidden"][..]),
    ];
    for (field, values) in known {
        if let Some(value) = entry.text(&[field]).filter(|it| values.contains(&it.as_str())) {
            more.insert(field.to_owned(), value.into());
        }
    }
    if let Some(icon) = entry.text(&["icon"]) {
        more.insert("icon".to_owned(), cut(&icon, 100).into());
    }
    if let Some(order) = entry.number(&["sort_order", "order"]) {
        more.insert("sort_order".to_owned(), order.into());
    }
    more
}
