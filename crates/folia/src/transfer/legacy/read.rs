//! The files of an export: lists of JSON objects, as an array, as an answer of the service, one in each
//! line, or all in one file; with or without the wrappers that a document database writes.

use std::path::Path;

use kernel::Timestamp;
use serde_json::{Map, Value};

use crate::transfer::dates::read_date;
use crate::transfer::error::TransferError;
use crate::transfer::local::Local;

/// One thing as it was stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry(Map<String, Value>);

/// What an export holds, by what it is called in it.
#[derive(Debug)]
pub(super) struct Export {
    /// Read from one file, by the names in it.
    whole: Map<String, Value>,
    folder: Option<std::path::PathBuf>,
}

impl Export {
    pub(super) fn open(path: &Path) -> Result<Self, TransferError> {
        if path.is_dir() {
            return Ok(Self { whole: Map::new(), folder: Some(path.to_owned()) });
        }
        match serde_json::from_slice(&Local::read(path)?) {
            Ok(Value::Object(whole)) => Ok(Self { whole, folder: None }),
            _ => Err(TransferError::unusable(path, "is not an export: no JSON object")),
        }
    }

    /// All entries under any of these names. None where there is no such file.
    pub(super) fn list(&self, names: &[&str]) -> Result<Vec<Entry>, TransferError> {
        let mut all = Vec::new();
        for name in names {
            if let Some(value) = self.whole.get(*name) {
                all.extend(entries(value.clone()));
            }
            for ending in ["json", "jsonl", "ndjson"] {
                let Some(folder) = &self.folder else { continue };
                let file = folder.join(format!("{name}.{ending}"));
                if !file.exists() {
                    continue;
                }
                let found = parse(&Local::read(&file)?);
                let told = || TransferError::unusable(&file, "is not a list of JSON objects");
                all.extend(found.ok_or_else(told)?);
            }
        }
        Ok(all)
    }
}

fn parse(bytes: &[u8]) -> Option<Vec<Entry>> {
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        return match value {
            Value::Object(ref object) if !object.contains_key("items") => {
                Some(vec![Entry(object.clone())])
            }
            value => Some(entries(value)),
        };
    }
    let lines = std::str::from_utf8(bytes).ok()?.lines().filter(|line| !line.trim().is_empty());
    let objects: Result<Vec<Map<String, Value>>, _> = lines.map(serde_json::from_str).collect();
    Some(objects.ok()?.into_iter().map(Entry).collect())
}

fn entries(value: Value) -> Vec<Entry> {
    let list = match value {
        Value::Array(list) => list,
        Value::Object(mut answer) => match answer.remove("items") {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let object = |value| match value {
        Value::Object(object) => Some(Entry(object)),
        _ => None,
    };
    list.into_iter().filter_map(object).collect()
}

impl Entry {
    pub(super) fn value(&self, names: &[&str]) -> Option<Value> {
        let found = names.iter().find_map(|name| self.0.get(*name).filter(|it| !it.is_null()));
        found.cloned().map(unwrapped)
    }

    /// None where it is empty.
    pub(super) fn text(&self, names: &[&str]) -> Option<String> {
        let text = match self.value(names)? {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    pub(super) fn number(&self, names: &[&str]) -> Option<f64> {
        match self.value(names)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub(super) fn flag(&self, names: &[&str]) -> Option<bool> {
        match self.value(names)? {
            Value::Bool(flag) => Some(flag),
            Value::Number(number) => Some(number.as_f64() != Some(0.0)),
            _ => None,
        }
    }

    /// A text, or milliseconds since 1970.
    pub(super) fn date(&self, names: &[&str]) -> Option<Timestamp> {
        match self.value(names)? {
            Value::Number(number) => {
                Some(Timestamp::from_micros(number.as_i64()?.saturating_mul(1000)))
            }
            Value::String(text) => match text.parse::<i64>() {
                Ok(millis) => Some(Timestamp::from_micros(millis.saturating_mul(1000))),
                Err(_) => read_date(&text),
            },
            _ => None,
        }
    }

    /// A list of texts, or one text with commas.
    pub(super) fn texts(&self, names: &[&str]) -> Vec<String> {
        match self.value(names) {
            Some(Value::Array(list)) => {
                list.into_iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect()
            }
            Some(Value::String(text)) => text.split(',').map(|it| it.trim().to_owned()).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn list(&self, names: &[&str]) -> Vec<Self> {
        self.value(names).map(entries).unwrap_or_default()
    }

    pub(super) fn id(&self) -> Option<String> {
        self.text(&["_id", "id"])
    }

    /// Whether it was deleted and only its record was kept.
    pub(super) fn is_deleted(&self) -> bool {
        self.flag(&["is_deleted", "deleted"]).unwrap_or(false)
            || self.value(&["deleted_at"]).is_some()
    }

    pub(super) fn is_published(&self) -> bool {
        let said = self.flag(&["is_published", "published"]);
        let status = self.text(&["status"]).map(|status| status == "published");
        // Both, where both are said.
        said.unwrap_or(true) && status.unwrap_or(true)
    }
}

/// `{"$oid": "…"}`, `{"$date": "…"}`, `{"$date": {"$numberLong": "…"}}`: how a document database writes
/// what JSON has no words for.
fn unwrapped(value: Value) -> Value {
    match value {
        Value::Object(mut object) if object.len() == 1 => {
            let wrapper = ["$oid", "$date", "$numberLong", "$numberInt", "$numberDouble"]
                .into_iter()
                .find(|name| object.contains_key(*name));
            match wrapper.and_then(|name| object.remove(name)) {
                Some(inner) => unwrapped(inner),
                None => Value::Object(object),
            }
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_however_they_were_written() {
        for text in [
            r#"[{"_id": {"$oid": "a1"}, "title": "x"}]"#,
            r#"{"items": [{"_id": "a1", "title": "x"}], "total": 1}"#,
            "{\"_id\": \"a1\", \"title\": \"x\"}\n\n",
            r#"{"_id": "a1", "title": "x"}"#,
        ] {
            let list = parse(text.as_bytes()).unwrap();
            assert_eq!(list.len(), 1, "{text}");
            assert_eq!(list[0].id().as_deref(), Some("a1"), "{text}");
        }
        assert_eq!(parse(b"{\"a\": 1}\n{\"a\": 2}\n").unwrap().len(), 2);
        assert!(parse(b"no list").is_none());
        let text = r#"[{"d": {"$date": {"$numberLong": "1577934245000"}}, "e": "2020-01-02T03:04:05Z",
            "s": {"$numberInt": "7"}, "t": "a, b", "deleted_at": null}]"#;
        let entry = &parse(text.as_bytes()).unwrap()[0];
        assert_eq!(entry.date(&["d"]), entry.date(&["e"]));
        assert_eq!(entry.number(&["s"]), Some(7.0));
        assert_eq!(entry.texts(&["t"]), ["a", "b"]);
        assert!(!entry.is_deleted() && entry.is_published());
    }
}
