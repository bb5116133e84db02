use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::Timestamp;

/// With an offset that is written without a colon.
const FORMS: [&str; 7] = [
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%d %H:%M:%S%z",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%d %H:%M %z",
    "%Y/%m/%d %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S %z",
    "%d %b %Y %H:%M:%S %z",
];

/// Without an hour. Days and months in numbers only behind a year: elsewhere nobody knows which is which.
const DAYS: [&str; 8] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%B %d, %Y",
    "%b %d, %Y",
    "%B %d %Y",
    "%d %B %Y",
    "%d %b %Y",
];

/// A date as people and programs write it. What says no offset is taken for UTC.
pub(super) fn read_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let moment = text
        .parse::<jiff::Timestamp>()
        .ok()
        .or_else(|| FORMS.iter().find_map(|form| jiff::Timestamp::strptime(form, text).ok()))
        .or_else(|| at_utc(text.parse::<DateTime>().ok()?))
        .or_else(|| at_utc(text.parse::<Date>().ok()?.at(0, 0, 0, 0)))
        .or_else(|| at_utc(DateTime::strptime("%Y/%m/%d %H:%M:%S", text).ok()?))
        .or_else(|| {
            let day = DAYS.iter().find_map(|form| Date::strptime(form, text).ok())?;
            at_utc(day.at(0, 0, 0, 0))
        })?;
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
            ("2020-01-02 03:04", "2020-01-02T03:04:00Z"),
            ("2020-1-2", "2020-01-02T00:00:00Z"),
            ("2020/01/02", "2020-01-02T00:00:00Z"),
            ("2020/01/02 03:04:05", "2020-01-02T03:04:05Z"),
            ("Jan 2, 2020", "2020-01-02T00:00:00Z"),
            ("January 2, 2020", "2020-01-02T00:00:00Z"),
            ("2 January 2020", "2020-01-02T00:00:00Z"),
            ("Thu, 02 Jan 2020 03:04:05 +0100", "2020-01-02T02:04:05Z"),
        ] {
            assert_eq!(read_date(text), Some(expected.parse().unwrap()), "{text}");
        }
        let none =
            ["", "yesterday", "2020-13-01", "2020-02-30", "0000-00-00 00:00:00", "01/02/2020"];
        for bad in none {
            assert_eq!(read_date(bad), None, "{bad}");
        }
    }
}
