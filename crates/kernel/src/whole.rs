use serde::{Deserialize, Deserializer};

/// A whole number in a body. `3.0` is one, too: JSON has one kind of number, and some programs write
/// all of theirs with a point.
pub fn whole_number<'de, D>(deserializer: D) -> Result<Option<i64>, D::Error>
where
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "must be a whole number")]
    enum Number {
        Whole(i64),
        Real(f64),
    }
    match Option::<Number>::deserialize(deserializer)? {
        None => Ok(None),
        Some(Number::Whole(number)) => Ok(Some(number)),
        // Beyond 2^53 a float names no single whole number; nobody counts that far.
        Some(Number::Real(number)) if number.fract() == 0.0 => Ok(Some(number as i64)),
        Some(Number::Real(_)) => Err(serde::de::Error::custom("must be a whole number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Sample {
        #[serde(default, deserialize_with = "whole_number")]
        limit: Option<i64>,
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        let read = |text: &str| serde_json::from_str::<Sample>(text).map(|sample| sample.limit);
        for (text, number) in [
            ("{}", None),
            (r#"{"limit":null}"#, None),
            (r#"{"limit":3}"#, Some(3)),
            (r#"{"limit":3.0}"#, Some(3)),
            (r#"{"limit":-1e2}"#, Some(-100)),
            (r#"{"limit":1e300}"#, Some(i64::MAX)),
        ] {
            assert_eq!(read(text).unwrap(), number, "{text}");
        }
        for text in [r#"{"limit":3.5}"#, r#"{"limit":"3"}"#, r#"{"limit":true}"#] {
            assert!(
                read(text).unwrap_err().to_string().contains("must be a whole number"),
                "{text}"
            );
        }
    }
}
