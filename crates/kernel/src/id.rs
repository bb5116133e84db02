use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::{Clock, Randomness};

/// The identifier of anything stored: a version 7 UUID, so that ids sort by the time they were
/// made, down to about a quarter of a microsecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(Uuid);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an id")]
pub struct ParseIdError;

impl Id {
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }

    pub fn generate(clock: &Clock, randomness: &Randomness) -> Self {
        // A clock before 1970 is a broken one. Its ids still differ, by their random part.
        let micros = u64::try_from(clock.now().as_micros()).unwrap_or(0);
        let (millis, fraction) = (micros / 1000, micros % 1000);
        let mut tail: [u8; 10] = randomness.bytes();
        // RFC 9562, 6.2, method 3: the 12 bits after the version continue the clock.
        let sub_milli = fraction * 4096 / 1000;
        [tail[0], tail[1]] = u16::try_from(sub_milli).unwrap_or(0).to_be_bytes();
        Self(uuid::Builder::from_unix_timestamp_millis(millis, &tail).into_uuid())
    }
}

/// Any spelling of a UUID is read (letter case, surrounding blanks), one is written.
impl FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::try_parse(text.trim()).map(Self).map_err(|_| ParseIdError)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Without a `String` for each id: lists are made of hundreds of them.
        serializer.serialize_str(self.0.as_hyphenated().encode_lower(&mut Uuid::encode_buffer()))
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Id {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uuid" })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let (clock, hand) = Clock::manual("2026-01-01T00:00:00.000999Z".parse().unwrap());
        let randomness = Randomness::seeded(1);
        let mut previous = Id::generate(&clock, &randomness);
        for _ in 0..2000 {
            hand.advance(Duration::from_micros(1));
            let next = Id::generate(&clock, &randomness);
            assert!(next > previous, "{next} after {previous}");
            assert!(next.to_string() > previous.to_string());
            previous = next;
        }
    }

    #[test]
    fn every_spelling_reads_as_the_same_id() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        assert_eq!(" 01939B1E-7C00-7ABC-8DEF-0123456789AB ".parse(), Ok(id));
        assert_eq!("nonsense".parse::<Id>(), Err(ParseIdError));
        assert_eq!("".parse::<Id>(), Err(ParseIdError));
    }
}
