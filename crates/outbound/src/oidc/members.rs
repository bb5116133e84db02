use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

/// The members of a JSON object, each of which occurs once. What is said twice has two meanings,
/// and which one counts depends on who reads.
#[derive(Debug)]
pub(super) struct Members(BTreeMap<String, Value>);

impl Members {
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A text, or nothing when it is absent. Of another type it is an error, not absent.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, WrongType> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(WrongType),
        }
    }

    /// Whole seconds since 1970.
    pub(super) fn time(&self, name: &str) -> Result<Option<i64>, WrongType> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number.as_i64().map(Some).ok_or(WrongType),
            Some(_) => Err(WrongType),
        }
    }

    /// One text, or a list of texts and nothing else.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<&str>, WrongType> {
        match self.0.get(name) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text]),
            Some(Value::Array(items)) => {
                items.iter().map(|item| item.as_str().ok_or(WrongType)).collect()
            }
            Some(_) => Err(WrongType),
        }
    }

    pub(super) fn objects(&self, name: &str) -> Vec<Self> {
        let items = self.0.get(name).and_then(Value::as_array);
        let objects = items.into_iter().flatten().filter_map(Value::as_object);
        objects
            .map(|object| Self(object.iter().map(|(k, v)| (k.clone(), v.clone())).collect()))
            .collect()
    }

    /// Only the JSON word `true` is true.
    pub(super) fn is_true(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrongType;

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EachOnce)
    }
}

struct EachOnce;

impl<'de> Visitor<'de> for EachOnce {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if members.insert(name, value).is_some() {
                // A check that reads the first and a use that reads the second would let anything
                // through.
                return Err(A::Error::custom("a member occurs twice"));
            }
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_that_occurs_twice_spoils_the_object() {
        assert!(Members::read(br#"{"a":1,"b":2}"#).is_some());
        assert!(Members::read(br#"{"a":1,"a":1}"#).is_none());
        assert!(Members::read(br#"[]"#).is_none());
        assert!(Members::read(br#"{"a":1e400}"#).is_none());
    }

    #[test]
    fn a_value_of_another_type_is_not_an_absent_one() {
        let members = Members::read(br#"{"n":1.5,"s":"9","z":null,"t":7,"l":["a",1]}"#).unwrap();
        assert_eq!(members.time("t"), Ok(Some(7)));
        assert_eq!(members.time("missing"), Ok(None));
        for wrong in ["n", "s", "z", "l"] {
            assert_eq!(members.time(wrong), Err(WrongType), "{wrong}");
        }
        assert_eq!(members.text("t"), Err(WrongType));
        assert_eq!(members.texts("l"), Err(WrongType));
        assert_eq!(members.texts("s"), Ok(vec!["9"]));
    }
}
