//! Documents of programs that build resumes and have a shape of their own: sections in an object, each with its `items`.
//! What such a program was told not to show is not shown here either.

use serde_json::{Map, Value};

use super::Notes;
use super::names::{Member, folded};
use crate::resumes::written::place_below;

/// Lists of objects within a section.
const ITEMS: [&str; 3] = ["items", "entries", "list"];
/// Members with which programs keep their own order.
const OWN: [&str; 7] = ["id", "visible", "hidden", "columns", "separatelinks", "icon", "order"];

/// Puts sections that stand in an object of their own beside the others.
pub(super) fn unfold(source: &mut Vec<Member>, notes: &mut Notes) {
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
    for own in
        section.keys().filter(|it| OWN.contains(&folded(it).as_str()) || folded(it) == "name")
    {
        notes.read(&place_below(path, own));
    }
    match (items_of(section), section.get("content")) {
        (Some((list, items)), _) => {
            let path = place_below(path, list);
            Some(Member::new(name, path.clone(), Value::Array(shown(items, &path, notes))))
        }
        (None, Some(content)) => {
            Some(Member::new(name, place_below(path, "content"), content.clone()))
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
    let list = section.iter().find(|(name, _)| ITEMS.contains(&folded(name).as_str()));
    let (name, items) = list.and_then(|(name, value)| Some((name, value.as_array()?)))?;
    items.iter().all(Value::is_object).then_some((name.as_str(), items.as_slice()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn sections_that_are_lists_are_read() {
        let reading = read(&json!({"cv": {"name": "Ada", "sections": {
            "experience": [{"company": "Mill", "position": "Miller", "start_date": "2019-04", "end_date": "present",
                            "highlights": ["Ran it by night."]}],
            "education": [{"institution": "Academy", "area": "Steam"}],
        }}}));
        let expected = json!({
            "basics": {"name": "Ada"},
            "work": [{"name": "Mill", "position": "Miller", "startDate": "2019-04", "highlights": ["Ran it by night."]}],
            "education": [{"institution": "Academy", "area": "Steam"}],
        });
        assert_eq!((reading.tree, reading.warnings), (expected, vec![]));
    }

    #[test]
    fn sections_with_items_are_lists_and_what_is_hidden_stays_so() {
        let reading = read(&json!({
            "basics": {"name": "Ada"},
            "sections": {
                "summary": {"name": "Summary", "visible": true, "content": "<p>Builds mills.</p>"},
                "experience": {"name": "Experience", "id": "experience", "columns": 1, "items": [
                    {"id": "a", "visible": true, "company": "Mill", "date": "March 2021 - Present",
                     "summary": "<ul><li><p>Ran it.</p></li><li><p>Sold it.</p></li></ul>"},
                    {"id": "b", "visible": false, "company": "Secret"},
                ]},
                "interests": {"visible": false, "items": [{"name": "Poker"}]},
                "profiles": {"items": [{"network": "Forge", "url": {"href": "https://forge.example/a"}}]},
            },
        }));
        assert_eq!(reading.tree["basics"]["summary"], "Builds mills.");
        assert_eq!(
            reading.tree["work"],
            json!([{"id": "a", "visible": true, "name": "Mill", "date": "March 2021 - Present", "startDate": "2021-03",
                    "summary": "Ran it.\nSold it."}, {}])
        );
        assert_eq!(reading.tree["basics"]["profiles"][0]["url"], "https://forge.example/a");
        assert!(reading.tree.get("interests").is_none());
        let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(told, ["document.sections.experience.items[1]", "document.sections.interests"]);
    }
}
