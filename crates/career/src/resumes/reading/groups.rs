//! Objects that stand where a list should: groups within groups, and a single entry that nobody put in a list.

use serde_json::{Map, Value};

use super::names::{folded, is_known};
use crate::resumes::schema::Form;
use crate::resumes::written::place_below;

/// Whether an object is one entry by the names of its members, and not entries by theirs: `{"year": "2018", "rank": "Second"}`.
/// Skills are often called like a member (`tools`), so of those no name tells.
pub(super) fn are_members(
    members: &Map<String, Value>,
    list: &str,
    known: &[(&'static str, Form)],
) -> bool {
    let is_member = |name: &String| folded(name) != "title" && is_known(list, name, known);
    matches!(list, "awards" | "references" | "certificates" | "publications")
        && members.iter().any(|(name, value)| is_member(name) && !value.is_object())
}

/// Groups of skills within groups as groups of one level, each with the place of what holds it. None where no group holds
/// others.
pub(super) fn flattened(
    members: &Map<String, Value>,
    list: &str,
) -> Option<Vec<(String, Map<String, Value>)>> {
    if list != "skills" || !members.values().any(holds_groups) {
        return None;
    }
    let group = |(name, value): (&String, &Value)| match value.as_object() {
        Some(inner) if holds_groups(value) => (place_below("", name), inner.clone()),
        _ => (String::new(), Map::from_iter([(name.clone(), value.clone())])),
    };
    Some(members.iter().map(group).collect())
}

/// Whether a value is an object of lists of words: `{"programming": ["Ada", "Rust"]}`.
fn holds_groups(value: &Value) -> bool {
    const OWN: [&str; 9] =
        ["name", "level", "keywords", "items", "list", "skills", "values", "details", "rating"];
    let is_words = |value: &Value| {
        value
            .as_array()
            .is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_string))
    };
    value.as_object().is_some_and(|members| {
        let is_group = |(name, value): (&String, &Value)| {
            !OWN.contains(&folded(name).as_str()) && is_words(value)
        };
        !members.is_empty() && members.iter().all(is_group)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn groups_within_groups_are_groups() {
        let reading = read(&json!({
            "skills": {"languages": {"programming": ["Ada", "Rust"]}, "tools": ["Git"]},
        }));
        let expected = json!([
            {"name": "programming", "keywords": ["Ada", "Rust"]}, {"name": "tools", "keywords": ["Git"]},
        ]);
        assert_eq!(reading.tree["skills"], expected);
        assert_eq!(reading.warnings, []);
    }

    #[test]
    fn a_member_is_no_entry() {
        for (entry, shown) in [
            (
                json!({"year": "2018", "rank": "Second in the chess cup"}),
                json!({"date": "2018", "title": "Second in the chess cup"}),
            ),
            (
                json!({"degree": "1st", "area": "Chess", "institution": "Club", "date": "2018"}),
                json!({"title": "1st", "summary": "Chess", "awarder": "Club", "date": "2018"}),
            ),
        ] {
            for awards in [json!([entry]), entry.clone()] {
                let reading = read(&json!({ "awards": awards }));
                assert_eq!(reading.tree["awards"], json!([shown]), "{awards}");
                assert_eq!(reading.warnings, [], "{awards}");
            }
        }
    }
}
