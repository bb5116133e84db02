//! NUL in a body of JSON: PostgreSQL cannot hold it in text, and nothing people write has one, so it is refused
//! at the door for both engines alike. What is ignored may hold what it likes.
//!
//! A body that is made for it costs no more than reading it does: each value is looked at once, and the way to
//! one is written down only where a NUL is.

use std::collections::BTreeMap;

use kernel::FieldError;
use serde::de::DeserializeOwned;

use crate::json_value::JsonValue;

/// Nobody reads more complaints about one body.
const MOST_ERRORS: usize = 20;
/// Characters of the way to a value that a complaint tells.
const LONGEST_WAY: usize = 200;
/// Behind a member with a longer name nothing counts as ignored, so that the name is not compared again for each
/// of those. What leads to ignored members is named by us.
const LONGEST_NAME: usize = 200;

/// What is wrong with each NUL that somebody would read, the first few of them. Called only when the escape
/// occurs at all.
pub(crate) fn find<T: DeserializeOwned>(
    bytes: &[u8],
) -> Result<Vec<FieldError>, serde_json::Error> {
    // What a plain reader does not take cannot be looked through: half of a pair of code units in a member that
    // is ignored.
    let value: JsonValue = serde_json::from_slice(bytes)?;
    let mut ignored = Ignored::default();
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read: Result<T, _> = serde_ignored::deserialize(&mut reader, |path| ignored.add(&path));
    // What does not fit is explained by whoever reads it next.
    if read.is_err() {
        return Ok(Vec::new());
    }
    let mut search = Search { way: Vec::new(), errors: Vec::new() };
    search.look(&value, Some(&ignored));
    Ok(search.errors)
}

/// How long a way a complaint tells: as it is, or its beginning.
pub(crate) fn told(way: String) -> String {
    match way.char_indices().nth(LONGEST_WAY) {
        Some((end, _)) => format!("{}…", &way[..end]),
        None => way,
    }
}

/// One step on the way to a value.
#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

/// What is ignored of a value: all of it, or some of what is in it.
#[derive(Debug, Default)]
struct Ignored {
    all: bool,
    members: BTreeMap<String, Self>,
    items: BTreeMap<usize, Self>,
}

impl Ignored {
    fn add(&mut self, path: &serde_ignored::Path<'_>) {
        if let Some(place) = self.place(path, true) {
            place.all = true;
        }
    }

    fn place(&mut self, path: &serde_ignored::Path<'_>, is_last: bool) -> Option<&mut Self> {
        use serde_ignored::Path;
        match path {
            Path::Root => Some(self),
            Path::Seq { parent, index } => {
                Some(self.place(parent, false)?.items.entry(*index).or_default())
            }
            Path::Map { key, .. } if key.len() > LONGEST_NAME && !is_last => None,
            Path::Map { parent, key } => {
                let members = &mut self.place(parent, false)?.members;
                // Looked up first: the name is copied only where it is new.
                if !members.contains_key(key) {
                    members.insert(key.clone(), Self::default());
                }
                members.get_mut(key)
            }
            Path::Some { parent }
            | Path::NewtypeStruct { parent }
            | Path::NewtypeVariant { parent } => self.place(parent, is_last),
        }
    }

    fn at(&self, step: Step<'_>) -> Option<&Self> {
        match step {
            Step::Member(name) => self.members.get(name),
            Step::Item(index) => self.items.get(&index),
        }
    }
}

struct Search<'a> {
    way: Vec<Step<'a>>,
    errors: Vec<FieldError>,
}

impl<'a> Search<'a> {
    /// A value beside what is ignored of it.
    fn look(&mut self, value: &'a JsonValue, ignored: Option<&Ignored>) {
        if self.errors.len() >= MOST_ERRORS || ignored.is_some_and(|ignored| ignored.all) {
            return;
        }
        match value {
            JsonValue::Text(text) if text.contains('\0') => {
                self.complain(None, "must not hold a NUL character");
            }
            JsonValue::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.step(Step::Item(index), item, ignored);
                }
            }
            JsonValue::Object(members) => {
                for (name, member) in members {
                    let step = Step::Member(name);
                    let is_ignored =
                        || ignored.and_then(|all| all.at(step)).is_some_and(|at| at.all);
                    if name.contains('\0') && !is_ignored() {
                        self.complain(Some("?"), "has a name with a NUL character");
                    }
                    self.step(step, member, ignored);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, step: Step<'a>, value: &'a JsonValue, ignored: Option<&Ignored>) {
        // Most values hold nothing, and are passed by without a step.
        if matches!(value, JsonValue::Other) {
            return;
        }
        self.way.push(step);
        self.look(value, ignored.and_then(|ignored| ignored.at(step)));
        self.way.pop();
    }

    fn complain(&mut self, last: Option<&'a str>, message: &str) {
        if self.errors.len() >= MOST_ERRORS {
            return;
        }
        let mut field = String::new();
        for step in self.way.iter().copied().chain(last.map(Step::Member)) {
            match step {
                Step::Item(index) => field.push_str(&format!("[{index}]")),
                Step::Member(name) => {
                    if !field.is_empty() {
                        field.push('.');
                    }
                    field.extend(name.chars().take(LONGEST_WAY + 1));
                }
            }
            if field.len() > 4 * LONGEST_WAY {
                break;
            }
        }
        if field.is_empty() {
            "body".clone_into(&mut field);
        }
        self.errors.push(FieldError { field: told(field), message: message.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use tokio::time::{Duration, Instant};

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Known {
        #[serde(rename = "tree")]
        _tree: serde_json::Value,
        #[serde(default, rename = "by_name")]
        _by_name: BTreeMap<String, Empty>,
        #[serde(default, rename = "list")]
        _list: Vec<Empty>,
    }

    #[derive(Debug, Deserialize)]
    struct Empty {}

    fn fields(body: &str) -> Vec<String> {
        let errors = find::<Known>(body.as_bytes()).unwrap();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn the_first_few_are_told_with_the_beginning_of_the_way_to_them() {
        let many = vec![r#""\u0000""#; 1000].join(",");
        let found = fields(&format!(r#"{{"tree":{{"a":[{many}]}}}}"#));
        assert_eq!(found.len(), MOST_ERRORS);
        assert_eq!(found[19], "tree.a[19]");
        let names: String = (0..1000).map(|n| format!(r#""{n}\u0000":1,"#)).collect();
        assert_eq!(fields(&format!(r#"{{"tree":{{{names}"a":1}}}}"#)).len(), MOST_ERRORS);
        let long = "ä".repeat(100_000);
        let found = fields(&format!(r#"{{"tree":{{"{long}":{{"{long}":"\u0000"}}}}}}"#));
        assert_eq!(found[0].chars().count(), LONGEST_WAY + 1);
        assert!(found[0].starts_with("tree.ä"));
    }

    #[test]
    fn a_body_of_a_million_bytes_is_looked_through_at_once_however_it_is_made() {
        let long = "x".repeat(500_000);
        let items = vec!["\"\""; 150_000].join(",");
        let unread = vec![r#"{"a":1}"#; 60_000].join(",");
        let members: String = (0..60_000).map(|n| format!(r#""{n}":1,"#)).collect();
        let began = Instant::now();
        for body in [
            format!(r#"{{"tree":{{"{long}":[{items},"\u0000"]}}}}"#),
            format!(r#"{{"tree":["\u0000"],"by_name":{{"{long}":{{{members}"a":1}}}}}}"#),
            format!(r#"{{"tree":["\u0000"],"list":[{unread}]}}"#),
        ] {
            assert_eq!(fields(&body).len(), 1);
        }
        // A second or two where nothing is optimised; minutes if it grew with the square.
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn what_is_ignored_deep_down_may_hold_nul_and_what_is_beside_it_may_not() {
        let body = |beside: &str| {
            format!(
                r#"{{"tree":"{beside}","list":[{{}},{{"a\u0000":["\u0000"]}}],"other":"\u0000"}}"#
            )
        };
        assert_eq!(fields(&body("x")), [""; 0]);
        assert_eq!(fields(&body("\\u0000")), ["tree"]);
    }
}
