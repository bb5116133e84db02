//! The files of an export: lists of JSON objects, as an array, as an answer of the service, one in each
//! line, or all in one file; with or without the wrappers that a document database writes.

use std::path::Path;

use kernel::Timestamp;
use serde_json::{Map, Value};

use crate::transfer::dates::read_date;
use crate::transfer::error::TransferError;
use crate::transfer::local::Local;
use crate::transfer::publication::{Judge, Publication, says, texts_of_json};

/// Milliseconds of the years 1 and 9999, beyond which no reader of dates goes.
const EARLIEST: i64 = -62_135_596_800_000;
const LATEST: i64 = 253_402_300_799_999;

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
            value => says(&value),
        }
    }

    /// A text, or milliseconds since 1970. None for what is no day that people write.
    pub(super) fn date(&self, names: &[&str]) -> Option<Timestamp> {
        match self.value(names)? {
            Value::Number(number) => of_millis(number.as_i64()?),
            Value::String(text) => match text.trim().parse() {
                Ok(millis) => of_millis(millis),
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
        let is_said = |name| self.flag(&[name]) == Some(true);
        ["is_deleted", "deleted"].into_iter().any(is_said) || self.value(&["deleted_at"]).is_some()
    }

    /// Whether it was for everybody. What is said and not understood counts as that it was not: nothing becomes
    /// public by coming here.
    pub(super) fn publication(&self, judge: &Judge) -> Publication {
        let said: Vec<(&String, Value)> =
            self.0.iter().map(|(name, value)| (name, as_texts(value.clone()))).collect();
        judge.publication(said.iter().map(|(name, value)| (name.as_str(), value)))
    }
}

/// What this service called its own, and means nobody by: a menu may hide what everybody may read, and a project may
/// have an end.
pub(super) const OWN_NAMES: [&str; 22] = [
    "nav_visibility",
    "display_type",
    "sort_order",
    "icon",
    "content_type",
    "links",
    "technologies",
    "tech_stack",
    "started_on",
    "start_date",
    "ended_on",
    "end_date",
    "created_at",
    "updated_at",
    "caption",
    "image_url",
    "image_alt",
    "cover_image",
    "section_id",
    "parent_id",
    "new_tab",
    "_id",
];

/// Values as they are judged: each a text, and a number of milliseconds a day.
fn as_texts(value: Value) -> Value {
    let is_day = matches!(&value, Value::Object(object) if object.contains_key("$date"));
    match unwrapped(value) {
        Value::Number(number) if is_day || number.as_f64().is_some_and(|it| it.abs() >= 1e11) => {
            let date = number.as_i64().and_then(of_millis);
            date.map_or_else(|| number.to_string(), |date| date.to_string()).into()
        }
        Value::String(text) => match text.trim().parse::<i64>().ok() {
            Some(millis) if is_day || millis.abs() >= 100_000_000_000 => {
                of_millis(millis).map_or(text, |date| date.to_string()).into()
            }
            _ => text.into(),
        },
        Value::Array(items) => items.into_iter().map(as_texts).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, it)| (name, as_texts(it))).collect()
        }
        value => texts_of_json(value),
    }
}

fn of_millis(millis: i64) -> Option<Timestamp> {
    (EARLIEST..=LATEST).contains(&millis).then(|| Timestamp::from_micros(millis * 1000))
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
        assert!(!entry.is_deleted());
    }

    #[test]
    fn only_what_was_clearly_public_is() {
        let entry = |text: &str| parse(text.as_bytes()).unwrap().remove(0);
        let judge = Judge::new("2026-01-01T00:00:00Z".parse().unwrap(), &[]).ignoring(&OWN_NAMES);
        let publication = |text: &str| entry(text).publication(&judge);
        for public in [
            r#"{"is_published": true}"#,
            r#"{"is_published": {"$numberInt": "1"}, "is_deleted": {"$numberInt": "0"}}"#,
            r#"{"is_published": "yes", "status": "published", "visibility": "public", "draft": false}"#,
            r#"{"title": "x", "status": null, "__v": 0, "sort_order": 1, "nav_visibility": "hidden"}"#,
            r#"{"published_at": {"$date": {"$numberLong": "1577934245000"}}, "end_date": "2020-01-02"}"#,
            r#"{"published_at": 1577934245000, "created_at": {"$date": {"$numberLong": "0"}}}"#,
            r#"{"links": [{"title": "x", "url": "y", "new_tab": true}]}"#,
        ] {
            assert_eq!(publication(public), Publication::Open, "{public}");
            assert!(!entry(public).is_deleted(), "{public}");
        }
        for draft in [
            r#"{"is_published": "false"}"#,
            r#"{"is_published": {"$numberLong": "0"}}"#,
            r#"{"is_published": true, "published": 0}"#,
            r#"{"draft": true}"#,
            r#"{"is_draft": "1"}"#,
        ] {
            assert_eq!(publication(draft), Publication::Draft, "{draft}");
        }
        for unclear in [
            r#"{"is_published": "perhaps"}"#,
            r#"{"is_published": {"a": 1}}"#,
            r#"{"status": "draft"}"#,
            r#"{"visibility": "private"}"#,
            r#"{"visibility": ["public"]}"#,
            r#"{"status": "archived"}"#,
            r#"{"is_deleted": "perhaps"}"#,
            r#"{"unlisted": true}"#,
            r#"{"members_only": 1}"#,
            r#"{"expires_at": {"$date": "2020-01-02T00:00:00Z"}}"#,
            r#"{"published_at": "some day"}"#,
            r#"{"shown_from": {"$date": {"$numberLong": "4070908800000"}}}"#,
            r#"{"tags": ["sea", "draft"]}"#,
        ] {
            assert!(matches!(publication(unclear), Publication::Held(_)), "{unclear}");
        }
        let later = publication(r#"{"published_at": 4070908800000}"#);
        assert_eq!(later, Publication::From("2099-01-01T00:00:00Z".parse().unwrap()));
        let unknown = publication(r#"{"for_team": {"$numberInt": "1"}}"#);
        assert_eq!(unknown, Publication::Unknown(vec!["for_team".to_owned()]));
        for deleted in [r#"{"is_deleted": "true"}"#, r#"{"deleted": {"$numberInt": "1"}}"#] {
            assert!(entry(deleted).is_deleted(), "{deleted}");
        }
        for date in [r#"{"d": "31/31/2020"}"#, r#"{"d": 9e18}"#, r#"{"d": -99999999999999}"#] {
            assert_eq!(entry(date).date(&["d"]), None, "{date}");
        }
    }
}
