//! The text of a document as a tree, with what a tree cannot tell: members that stand there twice, and numbers that
//! no number of a program holds. Such a number is taken as its letters.

use std::collections::HashSet;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::reading::Warning;

/// Places that are told. Whoever has more knows after these.
const MOST: usize = 20;

#[derive(Debug)]
pub(super) struct Written {
    pub(super) tree: Value,
    pub(super) repeated: Vec<Warning>,
}

impl Written {
    /// Fails for what is no JSON. How deep it is has been looked at before.
    pub(super) fn of(text: &str) -> Result<Self, serde_json::Error> {
        let mut repeated = Vec::new();
        let tree = tree(serde_json::from_str(text)?, "document", &mut repeated)?;
        Ok(Self { tree, repeated })
    }
}

fn tree(
    raw: &RawValue,
    path: &str,
    repeated: &mut Vec<Warning>,
) -> Result<Value, serde_json::Error> {
    let text = raw.get();
    match text.as_bytes().first() {
        Some(b'{') => {
            let Members(members) = serde_json::from_str(text)?;
            let (mut known, mut object) = (HashSet::new(), Map::new());
            for (name, value) in members {
                let path = place_below(path, &name);
                if !known.insert(name.clone()) && repeated.len() < MOST {
                    repeated
                        .push(Warning::new(&path, "stands there twice; the later one was read"));
                }
                object.insert(name, tree(value, &path, repeated)?);
            }
            Ok(Value::Object(object))
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            let item = |(number, item): (usize, &RawValue)| {
                tree(item, &format!("{path}[{number}]"), repeated)
            };
            items.into_iter().enumerate().map(item).collect()
        }
        Some(b'-' | b'0'..=b'9') => Ok(number(text)),
        _ => serde_json::from_str(text),
    }
}

/// A number, or its letters where it would be another one.
fn number(text: &str) -> Value {
    let is_whole = !text.contains(['.', 'e', 'E']);
    match serde_json::from_str::<Value>(text) {
        Ok(value) if !is_whole || value.is_i64() || value.is_u64() => value,
        _ => Value::String(text.to_owned()),
    }
}

/// Where a member stands. A name that could be taken for steps of a path is quoted.
pub(super) fn place_below(path: &str, name: &str) -> String {
    match name.is_empty() || name.contains(['.', '[', ']', '"']) {
        true => format!("{path}[{}]", Value::from(name)),
        false => format!("{path}.{name}"),
    }
}

/// The members of an object, all of them.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;

        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(All)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_that_stand_there_twice_are_told_by_their_places() {
        let text =
            r#"{"work":[{"name":"A","name":"B"}],"a.b":{"x":1,"x":2},"work ":1,"":{"y":1,"y":1}}"#;
        let Written { tree, repeated } = Written::of(text).unwrap();
        assert_eq!(tree, serde_json::from_str::<Value>(text).unwrap());
        let places: Vec<&str> = repeated.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(places, ["document.work[0].name", "document[\"a.b\"].x", "document[\"\"].y"]);
    }

    #[test]
    fn numbers_are_what_was_written() {
        let text = r#"[1e22,1e400,-1e999,-0,-0.0,12345678901234567890123,491701234567,3.5,1e-400]"#;
        let read = Written::of(text).unwrap().tree;
        assert_eq!(
            read,
            json!([
                1e22,
                "1e400",
                "-1e999",
                "-0",
                -0.0,
                "12345678901234567890123",
                491_701_234_567_u64,
                3.5,
                0.0
            ])
        );
        for wrong in ["", "{", "{\"a\":01}", "[1,]", "nul", "{\"a\":\"\\ud800\"}"] {
            assert!(Written::of(wrong).is_err(), "{wrong}");
        }
    }
}
