//! Entries that say how well, and not what: a line that was left over from a template. They leave their place.

use serde_json::{Map, Value};

use super::Notes;
use super::names::is_blank;
use super::notes::says_something;

/// A list, what its entries are called by, and what is said of that.
const LISTS: [(&str, [&str; 2], &str); 2] =
    [("skills", ["name", "keywords"], "level"), ("languages", ["language", ""], "fluency")];

pub(super) fn read(document: &mut Map<String, Value>, notes: &mut Notes) {
    for (list, called, said) in LISTS {
        let entries = document.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        for (number, entry) in entries.enumerate() {
            let Some(members) = entry.as_object_mut() else { continue };
            let is_told = |name: &&str| members.get(*name).is_some_and(says_something);
            let is_level = members.get(said).is_some_and(|level| !is_blank(level));
            if is_level && !called.iter().any(is_told) {
                notes.add(
                    &notes.entry(list, number),
                    "is not shown: it says how well, and not what",
                );
                members.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn a_level_of_nothing_is_told_and_not_shown() {
        let reading = read(&json!({
            "skills": [{"name": "", "level": "beginner"}, {"name": "Rust", "level": "expert"},
                       {"keywords": ["Ada"], "level": "good"}],
            "languages": [{"language": null, "fluency": "Native"}, {"language": "French"}],
        }));
        assert_eq!(reading.tree["skills"][0], json!({}));
        assert_eq!(reading.tree["skills"][1], json!({"name": "Rust", "level": "expert"}));
        assert_eq!(reading.tree["skills"][2]["level"], "good");
        assert_eq!(reading.tree["languages"], json!([{}, {"language": "French"}]));
        let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(told, ["document.skills[0]", "document.languages[0]"]);
    }
}
