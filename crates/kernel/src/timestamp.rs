use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// An instant in UTC with microseconds, the precision both databases keep. Finer digits are cut
/// off at the door, so a value read back always equals the value written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "jiff::Timestamp", into = "jiff::Timestamp")]
pub struct Timestamp(i64);

/// Clocks of machines that work together differ by less, and so does one clock from itself where it is kept
/// right.
const CLOCKS_DIFFER: Duration = Duration::from_secs(5 * 60);

impl Timestamp {
    /// Out-of-range values are clamped to the calendar's ends.
    pub fn from_micros(micros: i64) -> Self {
        // A day of a site may be any number somebody has typed, and the calendar has ends.
        let earliest = jiff::Timestamp::MIN.as_second() * 1_000_000;
        let latest = jiff::Timestamp::MAX.as_second() * 1_000_000;
        Self(micros.clamp(earliest, latest))
    }

    pub fn as_micros(self) -> i64 {
        self.0
    }

    pub fn plus(self, span: Duration) -> Self {
        let micros = i64::try_from(span.as_micros()).unwrap_or(i64::MAX);
        Self::from_micros(self.0.saturating_add(micros))
    }

    pub fn minus(self, span: Duration) -> Self {
        let micros = i64::try_from(span.as_micros()).unwrap_or(i64::MAX);
        Self::from_micros(self.0.saturating_sub(micros))
    }

    /// Whether what was noted as now, or as the end of something that began then, lies further ahead than it can:
    /// the clock was wrong when it was noted, and has been set back since.
    pub fn is_beyond(self, latest: Self) -> bool {
        self > latest.latest()
    }

    /// The latest that another clock may show at this moment.
    pub fn latest(self) -> Self {
        self.plus(CLOCKS_DIFFER)
    }

    /// How long ago `earlier` was, or zero when it lies in the future.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(value: jiff::Timestamp) -> Self {
        Self::from_micros(value.as_microsecond())
    }
}

impl From<Timestamp> for jiff::Timestamp {
    fn from(value: Timestamp) -> Self {
        jiff::Timestamp::from_microsecond(value.0).expect("constructors clamp to the calendar")
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        jiff::Timestamp::from(*self).fmt(f)
    }
}

impl std::str::FromStr for Timestamp {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<jiff::Timestamp>().map(Self::from)
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_json_are_rfc_3339_in_utc() {
        let at: Timestamp = "2026-03-01T10:00:00.123456789+01:00".parse().unwrap();
        assert_eq!(at.to_string(), "2026-03-01T09:00:00.123456Z");
        assert_eq!(serde_json::to_string(&at).unwrap(), "\"2026-03-01T09:00:00.123456Z\"");
        let back: Timestamp = serde_json::from_str("\"2026-03-01T09:00:00.123456Z\"").unwrap();
        assert_eq!(back, at);
    }

    #[test]
    fn arithmetic_never_leaves_the_calendar() {
        let far = Timestamp::from_micros(i64::MAX).plus(Duration::MAX);
        assert!(far.to_string().starts_with("9999-"));
        assert_eq!(Timestamp::from_micros(0).since(far), Duration::ZERO);
    }
}
