use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A JSON value with all that was sent: of members with the same name, too, of which other readers keep the last.
#[derive(Debug)]
pub(crate) enum JsonValue {
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// A number, true, false or null.
    Other,
}

impl<'de> Deserialize<'de> for JsonValue {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        reader.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = JsonValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonValue, E> {
        Ok(JsonValue::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<JsonValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(JsonValue::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<JsonValue, A::Error> {
        let mut object = Vec::new();
        while let Some(member) = members.next_entry()? {
            object.push(member);
        }
        Ok(JsonValue::Object(object))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<JsonValue, E> {
        Ok(JsonValue::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<JsonValue, E> {
        Ok(JsonValue::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<JsonValue, E> {
        Ok(JsonValue::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<JsonValue, E> {
        Ok(JsonValue::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<JsonValue, E> {
        Ok(JsonValue::Other)
    }
}
