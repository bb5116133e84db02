//! The schema of JSON Resume 1.0 as a table: which member has which form. Members that are not in
//! it are nobody's business: they stay as they are for the owner, and nobody else sees them.

use serde_json::{Map, Value};

/// The form a member has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Text,
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    Date,
    /// A web or mail address.
    Address,
    Email,
    Texts,
    Object(&'static [(&'static str, Form)]),
    List(&'static [(&'static str, Form)]),
}

use Form::{Address, Date, Email, List, Object, Text, Texts};

pub(super) const DOCUMENT: &[(&str, Form)] = &[
    ("$schema", Address),
    ("basics", Object(BASICS)),
    ("work", List(WORK)),
    ("volunteer", List(VOLUNTEER)),
    ("education", List(EDUCATION)),
    ("awards", List(AWARD)),
    ("certificates", List(CERTIFICATE)),
    ("publications", List(PUBLICATION)),
    ("skills", List(SKILL)),
    ("languages", List(&[("language", Text), ("fluency", Text)])),
    ("interests", List(&[("name", Text), ("keywords", Texts)])),
    ("references", List(&[("name", Text), ("reference", Text)])),
    ("projects", List(PROJECT)),
    ("meta", Object(&[("canonical", Address), ("version", Text), ("lastModified", Text)])),
];

pub(super) const BASICS: &[(&str, Form)] = &[
    ("name", Text),
    ("label", Text),
    ("image", Text),
    ("email", Email),
    ("phone", Text),
    ("url", Address),
    ("summary", Text),
    ("location", Object(LOCATION)),
    ("profiles", List(&[("network", Text), ("username", Text), ("url", Address)])),
];

const LOCATION: &[(&str, Form)] = &[
    ("address", Text),
    ("postalCode", Text),
    ("city", Text),
    ("countryCode", Text),
    ("region", Text),
];

const WORK: &[(&str, Form)] = &[
    ("name", Text),
    ("location", Text),
    ("description", Text),
    ("position", Text),
    ("url", Address),
    ("startDate", Date),
    ("endDate", Date),
    ("summary", Text),
    ("highlights", Texts),
    // No member of the schema; where a reading puts highlights that are single words.
    ("keywords", Texts),
];

const VOLUNTEER: &[(&str, Form)] = &[
    ("organization", Text),
    ("position", Text),
    ("url", Address),
    ("startDate", Date),
    ("endDate", Date),
    ("summary", Text),
    ("highlights", Texts),
    // As in work.
    ("keywords", Texts),
];

const EDUCATION: &[(&str, Form)] = &[
    ("institution", Text),
    ("url", Address),
    ("area", Text),
    ("studyType", Text),
    ("startDate", Date),
    ("endDate", Date),
    ("score", Text),
    ("courses", Texts),
];

const AWARD: &[(&str, Form)] =
    &[("title", Text), ("date", Date), ("awarder", Text), ("summary", Text)];

const CERTIFICATE: &[(&str, Form)] =
    &[("name", Text), ("date", Date), ("url", Address), ("issuer", Text)];

const PUBLICATION: &[(&str, Form)] = &[
    ("name", Text),
    ("publisher", Text),
    ("releaseDate", Date),
    ("url", Address),
    ("summary", Text),
];

const SKILL: &[(&str, Form)] = &[("name", Text), ("level", Text), ("keywords", Texts)];

const PROJECT: &[(&str, Form)] = &[
    ("name", Text),
    ("description", Text),
    ("highlights", Texts),
    ("keywords", Texts),
    ("startDate", Date),
    ("endDate", Date),
    ("url", Address),
    ("roles", Texts),
    ("entity", Text),
    ("type", Text),
];

/// What a reading says in the words of the schema, at every level. A member that nobody knows may be a
/// note to oneself, an old name of something hidden, or another number to be reached by.
pub fn known_members(tree: &Value) -> Value {
    Value::Object(tree.as_object().map(|members| kept(members, DOCUMENT)).unwrap_or_default())
}

fn kept(members: &Map<String, Value>, known: &[(&str, Form)]) -> Map<String, Value> {
    // Where a reading puts highlights that are single words.
    let has_highlights = known.iter().any(|(name, _)| *name == "highlights");
    let keywords = has_highlights.then_some(("keywords", Texts));
    let known = known.iter().copied().chain(keywords).filter_map(|(name, form)| {
        let value = of_form(members.get(name)?, form)?;
        Some((name.to_owned(), value))
    });
    known.collect()
}

/// None where a value has not the form that the schema has for it: it could hold anything.
fn of_form(value: &Value, form: Form) -> Option<Value> {
    match (form, value) {
        (Text | Date | Address | Email, Value::String(_)) => Some(value.clone()),
        (Texts, Value::Array(items)) => {
            Some(items.iter().filter(|item| item.is_string()).cloned().collect())
        }
        (Object(known), Value::Object(members)) => Some(Value::Object(kept(members, known))),
        (List(known), Value::Array(items)) => {
            let entries = items.iter().filter_map(Value::as_object);
            Some(entries.map(|members| Value::Object(kept(members, known))).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_schema_does_not_know_is_left_out_at_every_level() {
        let tree = json!({
            "basics": {
                "name": "Ada", "mail": "a@example.org", "mobile": "+1", "label": {"note": "x"},
                "location": {"city": "Mill", "street": "Road 1"},
                "profiles": [{"network": "Forge", "pin": "x"}, "x"],
            },
            "work": [
                {"name": "Mill", "salary": "x", "highlights": ["Ran it", {"x": 1}], "url": 3}, 7,
            ],
            "skills": {"name": "x"},
            "x-notes": "x",
        });
        let left = json!({
            "basics": {
                "name": "Ada", "location": {"city": "Mill"}, "profiles": [{"network": "Forge"}],
            },
            "work": [{"name": "Mill", "highlights": ["Ran it"]}],
        });
        assert_eq!(known_members(&tree), left);
        assert_eq!(known_members(&json!([1])), json!({}));
    }
}
