use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::Timestamp;

/// With an offset that is written without a colon.
const FORMS: [&str; 12] = [
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%d %H:%M:%S%z",
    "%Y-%m-%d %H:%M:%S%.f %z",
    "%Y-%m-%d %H:%M:%S%.f %:z",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%d %H:%M %z",
    "%Y/%m/%d %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S GMT",
    "%d %b %Y %H:%M:%S %z",
    // As scripts of browsers have it.
    "%a %b %d %Y %H:%M:%S GMT%z",
    "%a %b %d %H:%M:%S %z %Y",
];

/// With an hour and without an offset.
const HOURS: [&str; 9] = [
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%B %d %Y %I:%M %p",
    "%b %d %Y %I:%M %p",
    "%B %d %Y %H:%M:%S",
    "%b %d %Y %H:%M:%S",
    "%B %d %Y %H:%M",
    "%b %d %Y %H:%M",
    "%d %b %Y %H:%M:%S",
];

/// Without an hour. Days and months in numbers only behind a year: elsewhere nobody knows which is which.
const DAYS: [&str; 9] = [
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%B %d %Y", "%b %d %Y", "%d %B %Y", "%d %b %Y", "%d-%b-%Y",
    "%Y %B %d",
];

/// A date as people and programs write it. What says no offset is taken for UTC.
pub(super) fn read_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    // No date is longer, also not one in the words of a browser.
    if text.len() > 100 {
        return None;
    }
    let text = text.strip_suffix(" UTC").unwrap_or(text);
    let plain = plain(text);
    let moment = text
        .parse::<jiff::Timestamp>()
        .ok()
        .or_else(|| FORMS.iter().find_map(|form| moment(form, text)))
        .or_else(|| at_utc(text.parse::<DateTime>().ok()?))
        .or_else(|| at_utc(text.parse::<Date>().ok()?.at(0, 0, 0, 0)))
        .or_else(|| at_utc(HOURS.iter().find_map(|form| DateTime::strptime(form, &plain).ok())?))
        .or_else(|| {
            let day = DAYS.iter().find_map(|form| Date::strptime(form, &plain).ok())?;
            at_utc(day.at(0, 0, 0, 0))
        })?;
    Some(moment.into())
}

fn moment(form: &str, text: &str) -> Option<jiff::Timestamp> {
    // Browsers write the name of the zone behind it.
    let text = text.split_once(" (").map_or(text, |(text, _)| text);
    match form.strip_suffix(" GMT") {
        Some(form) => at_utc(DateTime::strptime(form, text.strip_suffix(" GMT")?).ok()?),
        None => jiff::Timestamp::strptime(form, text).ok(),
    }
}

/// Without what English has around days: `Friday, July 8th, 2022 at 10:30` is `July 8 2022 10:30`.
fn plain(text: &str) -> String {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let words =
        words.filter(|word| !matches!(word.to_ascii_lowercase().as_str(), "at" | "of" | "the"));
    let mut words: Vec<&str> = words.collect();
    let is_weekday = |word: &str| {
        let word = word.trim_end_matches('.').to_ascii_lowercase();
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        word.len() > 2 && days.iter().any(|day| day.starts_with(&word))
    };
    if words.first().is_some_and(|word| is_weekday(word)) {
        words.remove(0);
    }
    let words = words.into_iter().map(|word| {
        let ends = ["st", "nd", "rd", "th"];
        let number = ends.iter().find_map(|end| word.strip_suffix(end));
        let number = number.filter(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
        let word = number.unwrap_or(word).trim_end_matches('.');
        if word.eq_ignore_ascii_case("sept") { "Sep" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
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
            ("Thu, 02 Jan 2020 03:04:05 GMT", "2020-01-02T03:04:05Z"),
            ("Jul 08 2022", "2022-07-08T00:00:00Z"),
            ("Jul 8, 2022", "2022-07-08T00:00:00Z"),
            ("July 8th, 2022", "2022-07-08T00:00:00Z"),
            ("8th of July 2022", "2022-07-08T00:00:00Z"),
            ("8 Jul, 2022", "2022-07-08T00:00:00Z"),
            ("08-Jul-2022", "2022-07-08T00:00:00Z"),
            ("Fri Jul 08 2022", "2022-07-08T00:00:00Z"),
            ("Friday, July 8, 2022", "2022-07-08T00:00:00Z"),
            ("Sept. 8, 2022", "2022-09-08T00:00:00Z"),
            ("July 8, 2022 10:30 PM", "2022-07-08T22:30:00Z"),
            ("July 8, 2022 at 10:30", "2022-07-08T10:30:00Z"),
            ("2022-07-08 10:30:00 UTC", "2022-07-08T10:30:00Z"),
            ("2022-07-08 10:30:00 +02:00", "2022-07-08T08:30:00Z"),
            ("2022-07-08 10:30:00.000000000 +02:00", "2022-07-08T08:30:00Z"),
            ("2022-07-08 10:30:00.5 +0200", "2022-07-08T08:30:00.5Z"),
            (
                "Fri Jul 08 2022 10:30:00 GMT+0200 (Central European Summer Time)",
                "2022-07-08T08:30:00Z",
            ),
        ] {
            assert_eq!(read_date(text), Some(expected.parse().unwrap()), "{text}");
        }
        let none = [
            "",
            "yesterday",
            "2020-13-01",
            "2020-02-30",
            "0000-00-00 00:00:00",
            "01/02/2020",
            "the",
            "May",
        ];
        for bad in none {
            assert_eq!(read_date(bad), None, "{bad}");
        }
    }
}
