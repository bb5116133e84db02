use kernel::{MAX_LIMIT, Page};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// How many items a list answer may carry. More than [`MAX_LIMIT`] is lowered to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(u32);

/// How many items of a list to skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset(u64);

/// The page a request asks for.
pub fn page(limit: Option<Limit>, offset: Option<Offset>, usual: u32) -> Page {
    Page { limit: limit.map_or(usual, |limit| limit.0), offset: offset.map_or(0, |o| o.0) }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = whole_number(deserializer)?;
        if number < 1 {
            return Err(serde::de::Error::custom("must be at least 1"));
        }
        // Lowered and not refused: a client that asks for everything gets the most there is, and
        // sees the total.
        Ok(Self(u32::try_from(number).unwrap_or(MAX_LIMIT).min(MAX_LIMIT)))
    }
}

impl<'de> Deserialize<'de> for Offset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = whole_number(deserializer)?;
        u64::try_from(number)
            .map(Self)
            .map_err(|_| serde::de::Error::custom("must not be negative"))
    }
}

fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    // From a query everything comes as text.
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    text.parse().map_err(|_| serde::de::Error::custom("must be a whole number"))
}

impl JsonSchema for Limit {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Limit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer", "minimum": 1, "maximum": i64::MAX,
            "description": "How many items at most; above 500 it is lowered to 500."
        })
    }
}

impl JsonSchema for Offset {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Offset".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer", "minimum": 0, "maximum": i64::MAX, "default": 0,
            "description": "How many items to skip."
        })
    }
}
