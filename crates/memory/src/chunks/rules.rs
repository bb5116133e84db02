//! What a chunk may hold. Pure; each check says what is wrong as the end of a sentence that begins
//! with the field's name.

use edge::Nesting;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Metadata, Purpose};

pub(crate) const LONGEST_TEXT: usize = 8000;
const METADATA_BYTES: usize = 16 * 1024;
const METADATA_DEPTH: usize = 8;
const METADATA_KEYS: usize = 200;

pub(crate) fn check_text(text: &str, longest: usize) -> Result<(), String> {
    match text.chars().count() {
        0 => Err("must not be empty".to_owned()),
        length if length > longest => Err(format!("may have up to {longest} characters")),
        _ => Ok(()),
    }
}

/// Each purpose once, in the order in which they were given.
pub(crate) fn tidy_purposes(purposes: Vec<Purpose>) -> Result<Vec<Purpose>, &'static str> {
    let mut tidy = Vec::with_capacity(Purpose::ALL.len());
    for purpose in purposes {
        if !tidy.contains(&purpose) {
            tidy.push(purpose);
        }
    }
    if tidy.is_empty() { Err("must name at least one purpose") } else { Ok(tidy) }
}

/// Reads metadata within limits. They are judged on the text, before it becomes a tree: a tree a
/// thousand levels deep is not something to build first and refuse later.
pub(crate) fn read_metadata(raw: &RawValue) -> Result<Metadata, String> {
    let text = raw.get();
    if text.len() > METADATA_BYTES {
        return Err(format!("may have up to {METADATA_BYTES} bytes"));
    }
    // Before parsing, which recurses.
    if Nesting::of(text).depth > METADATA_DEPTH {
        return Err(format!("may be up to {METADATA_DEPTH} levels deep"));
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(metadata)) => match keys(&metadata) {
            count if count > METADATA_KEYS => Err(format!("may have up to {METADATA_KEYS} keys")),
            _ if holds_nul(&metadata) => Err("must not hold a NUL character".to_owned()),
            _ => Ok(metadata),
        },
        // Clients write `null` for "none", and mean it.
        Ok(Value::Null) => Ok(Metadata::new()),
        _ => Err("must be an object".to_owned()),
    }
}

fn keys(metadata: &Metadata) -> usize {
    metadata.len() + metadata.values().map(keys_within).sum::<usize>()
}

fn keys_within(value: &Value) -> usize {
    match value {
        Value::Object(map) => keys(map),
        Value::Array(values) => values.iter().map(keys_within).sum(),
        _ => 0,
    }
}

fn holds_nul(metadata: &Metadata) -> bool {
    fn within(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains('\0'),
            Value::Object(map) => holds_nul(map),
            Value::Array(values) => values.iter().any(within),
            _ => false,
        }
    }
    metadata.iter().any(|(key, value)| key.contains('\0') || within(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Metadata, String> {
        read_metadata(&RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn metadata_is_limited_in_depth_keys_and_bytes() {
        assert_eq!(read(r#"{"company":"Acme","years":[1,2]}"#).unwrap().len(), 2);
        assert!(read("null").unwrap().is_empty());
        let nested =
            |levels: usize| format!("{}1{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
        assert!(read(&nested(METADATA_DEPTH)).is_ok());
        assert!(read(&nested(METADATA_DEPTH + 1)).unwrap_err().contains("deep"));
        let many = |count: usize| {
            let keys: Vec<_> = (0..count).map(|key| format!("\"{key}\":0")).collect();
            format!("{{{}}}", keys.join(","))
        };
        assert!(read(&many(METADATA_KEYS)).is_ok());
        assert!(read(&many(METADATA_KEYS + 1)).unwrap_err().contains("keys"));
        let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(METADATA_BYTES));
        assert!(read(&long).unwrap_err().contains("bytes"));
        for other in ["[]", "1", "\"x\"", "true"] {
            assert_eq!(read(other).unwrap_err(), "must be an object");
        }
    }

    #[test]
    fn brackets_in_texts_are_not_depth() {
        assert!(read(&format!(r#"{{"a":"{}"}}"#, "[{".repeat(50))).is_ok());
        assert!(read(&format!(r#"{{"a":"\"{}"}}"#, "[{".repeat(50))).is_ok());
    }

    #[test]
    fn a_text_has_one_to_eight_thousand_characters() {
        for (length, fits) in [(0, false), (1, true), (8000, true), (8001, false)] {
            assert_eq!(check_text(&"é".repeat(length), LONGEST_TEXT).is_ok(), fits, "{length}");
        }
    }

    #[test]
    fn purposes_are_kept_once_and_there_is_at_least_one() {
        let given = vec![Purpose::Strategy, Purpose::Facts, Purpose::Strategy];
        assert_eq!(tidy_purposes(given), Ok(vec![Purpose::Strategy, Purpose::Facts]));
        assert!(tidy_purposes(Vec::new()).is_err());
    }
}
