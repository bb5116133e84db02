//! Documents of programs that build resumes and have a shape of their own: sections in an object or a list, each with
//! its `items`, several positions with one employer, dates in an object.
//! What such a program was told not to show is not shown here either.

mod groups;
mod networks;
mod positions;
mod spans;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::Notes;
use super::names::{Member, folded, is_blank, meant};
use crate::resumes::schema::BASICS;
use crate::resumes::written::place_below;

pub(super) use networks::{is_account, unfold as unfold_accounts};
pub(super) use positions::of as positions_of;
pub(super) use spans::unfold as unfold_spans;

/// Lists of objects within a section.
const ITEMS: [&str; 7] = ["items", "entries", "sets", "list", "history", "values", "elements"];
/// Members with which programs keep their own order.
const OWN: [&str; 7] = ["id", "visible", "hidden", "columns", "separatelinks", "icon", "order"];

/// Puts sections that stand in an object or a list of their own beside the others.
pub(super) fn unfold(source: &mut Vec<Member>, notes: &mut Notes) {
    unfold_objects(source, notes);
    unfold_lists(source, notes);
    groups::unfold(source, notes);
}

/// `"sections": [{"type": "work", "items": […]}]`
fn unfold_lists(source: &mut Vec<Member>, notes: &mut Notes) {
    let holds = |member: &mut Member| {
        let is_object = |items: &Vec<Value>| items.iter().any(Value::is_object);
        folded(&member.name) == "sections" && member.value.as_array().is_some_and(is_object)
    };
    let held: Vec<Member> = source.extract_if(.., holds).collect();
    for Member { path, value, .. } in held {
        for (number, section) in value.as_array().into_iter().flatten().enumerate() {
            let path = format!("{path}[{number}]");
            let Some(section) = section.as_object() else { continue };
            let Some((said, name)) = named(section) else { continue };
            notes.read(&place_below(&path, said));
            source.extend(read(section, name, &path, notes));
        }
    }
}

/// What a section of a list is, and the member that says it.
fn named(section: &Map<String, Value>) -> Option<(&str, &str)> {
    const SAYING: [&str; 9] =
        ["type", "kind", "section", "key", "id", "slug", "name", "title", "heading"];
    let is_known =
        |name: &str| super::section_of(name).is_some() || meant("basics", name, BASICS).is_some();
    SAYING.iter().find_map(|saying| {
        let mut members = section.iter().filter(|(name, _)| folded(name) == *saying);
        let (member, name) = members.find_map(|(name, value)| Some((name, value.as_str()?)))?;
        is_known(name).then_some((member.as_str(), name))
    })
}

fn unfold_objects(source: &mut Vec<Member>, notes: &mut Notes) {
    let holds = |member: &mut Member| {
        let is_section = |value: &Value| {
            value.as_object().is_some_and(|it| items_of(it).is_some() || it.contains_key("content"))
        };
        let is_list = |(name, value): (&String, &Value)| {
            value.is_array() && super::section_of(name).is_some()
        };
        let sections = member.value.as_object().filter(|_| folded(&member.name) == "sections");
        sections.is_some_and(|it| it.values().any(is_section) || it.iter().any(is_list))
    };
    let held: Vec<Member> = source.extract_if(.., holds).collect();
    for Member { path, value, .. } in held {
        for (name, value) in value.as_object().into_iter().flatten() {
            let path = place_below(&path, name);
            match value.as_object() {
                Some(section) => source.extend(read(section, name, &path, notes)),
                None => source.push(Member::new(name, path, value.clone())),
            }
        }
    }
}

fn read(section: &Map<String, Value>, name: &str, path: &str, notes: &mut Notes) -> Option<Member> {
    if is_hidden(section) {
        notes.add(path, HIDDEN);
        return None;
    }
    let is_heading = |name: &str| matches!(name, "name" | "title" | "heading");
    for own in section.keys().map(|it| (it, folded(it))) {
        if OWN.contains(&own.1.as_str()) || is_heading(&own.1) {
            notes.read(&place_below(path, own.0));
        }
    }
    let listed = || {
        let mut lists = section.iter().filter(|(name, _)| ITEMS.contains(&folded(name).as_str()));
        lists.find(|(_, value)| value.as_array().is_some_and(|items| !items.is_empty()))
    };
    let said = || {
        const SAYING: [&str; 5] = ["content", "text", "body", "description", "data"];
        let mut said = section.iter().filter(|(name, _)| SAYING.contains(&folded(name).as_str()));
        said.find(|(_, value)| !is_blank(value))
    };
    match (items_of(section), listed().or_else(said)) {
        (Some((list, items)), _) => {
            let path = place_below(path, list);
            Some(Member::new(name, path.clone(), Value::Array(shown(items, &path, notes))))
        }
        (None, Some((member, content))) => {
            Some(Member::new(name, place_below(path, member), content.clone()))
        }
        (None, None) => Some(Member::new(name, path.to_owned(), Value::Object(section.clone()))),
    }
}

/// The items of a section. Those that are not to be seen leave their place.
pub(super) fn shown(items: &[Value], path: &str, notes: &mut Notes) -> Vec<Value> {
    let item = |(number, item): (usize, &Value)| {
        let path = format!("{path}[{number}]");
        let Some(members) = item.as_object() else { return item.clone() };
        if is_hidden(members) {
            notes.add(&path, HIDDEN);
            return Value::Null;
        }
        for own in members.keys().filter(|name| OWN.contains(&folded(name).as_str())) {
            notes.read(&place_below(&path, own));
        }
        item.clone()
    };
    items.iter().enumerate().map(item).collect()
}

pub(super) const HIDDEN: &str = "is not shown: it says of itself that it is not to be seen";

fn is_hidden(members: &Map<String, Value>) -> bool {
    members.get("visible") == Some(&Value::Bool(false))
        || members.get("hidden") == Some(&Value::Bool(true))
}

/// The same of an entry, in a document of any kind.
pub(super) fn is_unseen(members: &[Member]) -> bool {
    members.iter().any(|member| match member.name.as_str() {
        "visible" => member.value == Value::Bool(false),
        "hidden" => member.value == Value::Bool(true),
        _ => false,
    })
}

/// The list of objects that a section is.
pub(super) fn items_of(section: &Map<String, Value>) -> Option<(&str, &[Value])> {
    let of = |wanted: &&str| {
        let mut lists = section.iter().filter(|(name, _)| folded(name) == **wanted);
        let (name, items) = lists.find_map(|(name, value)| Some((name, value.as_array()?)))?;
        items.iter().all(Value::is_object).then_some((name.as_str(), items.as_slice()))
    };
    let mut lists = ITEMS.iter().filter_map(of);
    let first = lists.next()?;
    // One that holds nothing gives way to one that does.
    Some([first].into_iter().chain(lists).find(|(_, items)| !items.is_empty()).unwrap_or(first))
}

/// Whether a list of this name is what its section is about, whatever is said beside it.
pub(super) fn is_history(name: &str) -> bool {
    matches!(folded(name).as_str(), "history" | "sets" | "elements")
}
