//! Categories as sections.

use std::collections::{BTreeMap, HashMap};

use serde_json::Map;

use super::read::{Category, Entry};
use crate::transfer::addresses::plain_name;
use crate::transfer::plan::{Plan, PlannedSection, cut, slug_for};
use crate::transfer::words::words_of;

const UNCATEGORISED: [&str; 2] = ["uncategorized", "uncategorised"];
/// More levels than anybody has.
const DEEPEST: usize = 20;

pub(super) struct Sections {
    categories: HashMap<String, Category>,
    /// Paths by the names of categories.
    known: HashMap<String, String>,
    planned: BTreeMap<String, PlannedSection>,
}

impl Sections {
    pub(super) fn new(categories: HashMap<String, Category>) -> Self {
        Self { categories, known: HashMap::new(), planned: BTreeMap::new() }
    }

    /// The section of a post, made with those above it where it is not planned yet.
    pub(super) fn of(&mut self, entry: &Entry, plan: &mut Plan) -> String {
        let named =
            entry.categories.iter().find(|(name, _)| !UNCATEGORISED.contains(&name.as_str()));
        let Some((name, title)) = named else { return self.plan(&[("blog", "Blog")]) };
        if let Some(path) = self.known.get(name) {
            return path.clone();
        }
        let (above, is_cut) = self.above(name);
        if is_cut {
            let why = "it is above itself, or too deep; it is at the top";
            plan.refuse(format!("the place of category {name}"), why);
        }
        let above: Vec<(String, String)> = above.into_iter().rev().collect();
        let mut way: Vec<(&str, &str)> =
            above.iter().map(|(name, title)| (name.as_str(), title.as_str())).collect();
        way.push((name, title));
        let path = self.plan(&way);
        self.known.insert(name.clone(), path.clone());
        path
    }

    /// Names and titles of the categories above one, from the nearest on; and whether they have no end.
    fn above(&self, name: &str) -> (Vec<(String, String)>, bool) {
        let mut found: Vec<(String, String)> = Vec::new();
        let mut parent = self.categories.get(name).map(|category| category.parent.as_str());
        while let Some(above) = parent.filter(|parent| !parent.is_empty()) {
            if above == name || found.len() >= DEEPEST || found.iter().any(|(it, _)| it == above) {
                return (Vec::new(), true);
            }
            let category = self.categories.get(above);
            let title = category.map_or(above, |category| category.title.as_str());
            found.push((above.to_owned(), title.to_owned()));
            parent = category.map(|category| category.parent.as_str());
        }
        (found, false)
    }

    fn plan(&mut self, way: &[(&str, &str)]) -> String {
        let mut path = String::new();
        for (depth, (name, title)) in way.iter().enumerate() {
            let name = plain_name(name);
            let slug = slug_for(&name, depth == 0);
            path = if depth == 0 { slug.to_string() } else { format!("{path}/{slug}") };
            let title = Some(cut(&words_of(title), 300)).filter(|title| !title.is_empty());
            self.planned.entry(path.clone()).or_insert_with(|| PlannedSection {
                path: path.clone(),
                title: title.unwrap_or(name),
                description: None,
                is_published: true,
                is_said: false,
                old_paths: Vec::new(),
                more: Map::new(),
            });
        }
        path
    }

    /// Parents before what is below them.
    pub(super) fn into_planned(self) -> Vec<PlannedSection> {
        self.planned.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_above_themselves_are_at_the_top() {
        let categories = [("a", "b"), ("b", "a"), ("c", "a"), ("d", "e"), ("e", ""), ("f", "f")];
        let categories = categories.map(|(name, parent)| {
            let (title, parent) = (name.to_uppercase(), parent.to_owned());
            (name.to_owned(), Category { title, parent, ..Category::default() })
        });
        let mut sections = Sections::new(categories.into());
        let mut plan = Plan::default();
        let mut path = |name: &str| {
            let categories = vec![(name.to_owned(), name.to_uppercase())];
            sections.of(&Entry { categories, ..Entry::default() }, &mut plan)
        };
        for (name, expected) in [
            ("a", "a"),
            ("b", "b"),
            ("a", "a"),
            ("c", "c"),
            ("d", "e/d"),
            ("f", "f"),
            ("%d0%bf%d1%80", "pr"),
            ("uncategorized", "blog"),
        ] {
            assert_eq!(path(name), expected, "{name}");
        }
        let told: Vec<&str> = plan.refused.iter().map(|it| it.what.as_str()).collect();
        assert_eq!(told, ["a", "b", "c", "f"].map(|it| format!("the place of category {it}")));
        let made: Vec<String> = sections.into_planned().into_iter().map(|it| it.path).collect();
        assert_eq!(made, ["a", "b", "blog", "c", "e", "e/d", "f", "pr"]);
    }
}
