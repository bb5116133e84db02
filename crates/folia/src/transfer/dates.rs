use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::Timestamp;

/// With an offset that is written without a colon.
const FORMS: [&str; 4] =
    ["%Y-%m-%d %H:%M:%S %z", "%Y-%m-%d %H:%M:%S%z", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M %z"];

/// A date as people and programs write it. What says no offset is taken for UTC.
pub(super) fn read_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let moment = text
        .parse::<jiff::Timestamp>()
        .ok()
        .or_else(|| FORMS.iter().find_map(|form| jiff::Timestamp::strptime(form, text).ok()))
        .or_else(|| at_utc(text.parse::<DateTime>().ok()?))
        .or_else(|| at_utc(text.parse::<Date>().ok()?.at(0, 0, 0, 0)))?;
    Some(moment.into())
}

fn at_utc(moment: DateTime) -> Option<jiff::Timestamp> {
    Some(moment.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, expected) in [
            ("2020-01-02", "2020-01-02T00:00:00Z"),
            ("2020-01-02 03:04:05", "2020-01-02T03:04:05Z"),
            ("2020-01-02T03:04:05", "2020-01-02T03:04:05Z"),
            ("2020-01-02T03:04:05.678Z", "2020-01-02T03:04:05.678Z"),
            ("2020-01-02T03:04:05+01:00", "2020-01-02T02:04:05Z"),
            ("2020-01-02 03:04:05 +0100", "2020-01-02T02:04:05Z"),
        ] {
            assert_eq!(read_date(text), Some(expected.parse().unwrap()), "{text}");
        }
        for bad in ["", "yesterday", "2020-13-01", "0000-00-00 00:00:00"] {
            assert_eq!(read_date(bad), None, "{bad}");
        }
    }
}
