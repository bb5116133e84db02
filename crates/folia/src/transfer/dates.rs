use std::time::Duration;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::Timestamp;

/// With an offset that is written without a colon.
const FORMS: [&str; 13] = [
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%d %H:%M:%S%z",
    "%Y-%m-%d %H:%M:%S%.f %z",
    "%Y-%m-%d %H:%M:%S%.f %:z",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%d %H:%M %z",
    "%Y-%m-%d %H:%M %:z",
    "%Y/%m/%d %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S %z",
    "%a, %d %b %Y %H:%M:%S GMT",
    "%d %b %Y %H:%M:%S %z",
    // As scripts of browsers have it.
    "%a %b %d %Y %H:%M:%S GMT%z",
    "%a %b %d %H:%M:%S %z %Y",
];

/// With an hour and without an offset.
const HOURS: [&str; 13] = [
    "%Y-%m-%d %I:%M %p",
    "%Y-%m-%d %I:%M:%S %p",
    "%Y/%m/%d %I:%M %p",
    "%Y/%m/%d %I:%M:%S %p",
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

/// Zones by the names that people write, in hours and minutes from UTC. Of what is the name of several it is the one in
/// which a time comes last.
const ZONES: &str = "UTC+0 GMT+0 Z+0 WET+0 WEST+60 BST+60 IST+60 CET+60 MEZ+60 CEST+120 MESZ+120 EET+120 SAST+120 \
    EEST+180 MSK+180 HKT+480 SGT+480 AWST+480 JST+540 KST+540 AEST+600 AEDT+660 NZST+720 NZDT+780 BRT-180 ART-180 \
    AST-240 ADT-180 EST-300 EDT-240 CST-360 CDT-300 MST-420 MDT-360 PST-480 PDT-420 AKST-540 AKDT-480 HST-600";
/// How much later it is what it says where days begin last, if it says no zone.
const LATEST: Duration = Duration::from_secs(12 * 60 * 60);

/// A date as people and programs write it. What says no offset is taken for UTC.
pub(super) fn read_date(text: &str) -> Option<Timestamp> {
    read(text).map(|(moment, _)| moment.into())
}

/// The same, where it says no offset as it comes anywhere: before that it may lie ahead.
pub(super) fn read_latest(text: &str) -> Option<Timestamp> {
    let (moment, has_zone) = read(text)?;
    let moment = Timestamp::from(moment);
    Some(if has_zone { moment } else { moment.plus(LATEST) })
}

/// A moment, and whether it is said of which zone.
fn read(text: &str) -> Option<(jiff::Timestamp, bool)> {
    let text = text.trim();
    // No date is longer, also not one in the words of a browser.
    if text.len() > 100 {
        return None;
    }
    let whole = text.parse::<jiff::Timestamp>().ok();
    let whole = whole.or_else(|| FORMS.iter().find_map(|form| moment(form, text)));
    if let Some(moment) = whole.or_else(|| seconds(text)).or_else(|| in_zone(text)) {
        return Some((moment, true));
    }
    at(civil(text)?, &TimeZone::UTC).map(|moment| (moment, false))
}

/// What a clock on a wall shows.
fn civil(text: &str) -> Option<DateTime> {
    let plain = plain(text);
    let moment = text.parse::<DateTime>().ok();
    let moment = moment.or_else(|| Some(text.parse::<Date>().ok()?.at(0, 0, 0, 0)));
    let moment =
        moment.or_else(|| HOURS.iter().find_map(|form| DateTime::strptime(form, &plain).ok()));
    moment.or_else(|| {
        let day = DAYS.iter().find_map(|form| Date::strptime(form, &plain).ok())?;
        Some(day.at(0, 0, 0, 0))
    })
}

/// Seconds since 1970, of this century. Fewer digits are a day: `20200102`.
fn seconds(text: &str) -> Option<jiff::Timestamp> {
    let is_number = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    jiff::Timestamp::from_second(text.parse().ok().filter(|_| is_number)?).ok()
}

/// `2020-01-02 09:00 EST`, `2020-01-02 09:00 America/New_York`.
fn in_zone(text: &str) -> Option<jiff::Timestamp> {
    let (time, zone) = text.rsplit_once(' ')?;
    let zone = zone.trim_matches(['(', ')', '[', ']']);
    let minutes = ZONES.split_whitespace().find_map(|known| {
        let at = known.find(['+', '-'])?;
        let minutes: i32 = known[at..].parse().ok()?;
        known[..at].eq_ignore_ascii_case(zone).then_some(minutes)
    });
    let zone = match minutes {
        Some(minutes) => jiff::tz::Offset::from_seconds(minutes * 60).ok()?.to_time_zone(),
        None if zone.contains('/') => TimeZone::get(zone).ok()?,
        None => return None,
    };
    at(civil(time.trim())?, &zone)
}

fn moment(form: &str, text: &str) -> Option<jiff::Timestamp> {
    // Browsers write the name of the zone behind it.
    let text = text.split_once(" (").map_or(text, |(text, _)| text);
    match form.strip_suffix(" GMT") {
        Some(form) => {
            at(DateTime::strptime(form, text.strip_suffix(" GMT")?).ok()?, &TimeZone::UTC)
        }
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

fn at(moment: DateTime, zone: &TimeZone) -> Option<jiff::Timestamp> {
    Some(moment.to_zoned(zone.clone()).ok()?.timestamp())
}

/// The last year that a text names, of four digits that stand alone.
pub(super) fn last_year_in(text: &str) -> Option<i16> {
    let numbers = text.split(|it: char| !it.is_ascii_digit()).filter(|it| it.len() == 4);
    numbers.filter_map(|it| it.parse().ok()).filter(|year| *year >= 1900).max()
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
            ("2022-07-08 10:30:00 EST", "2022-07-08T15:30:00Z"),
            ("2022-07-08 10:30:00 cest", "2022-07-08T08:30:00Z"),
            ("2022-07-08 9:30 AM", "2022-07-08T09:30:00Z"),
            ("2022-07-08 9:30 PM PST", "2022-07-09T05:30:00Z"),
            ("2022-07-08 10:30 -05:00", "2022-07-08T15:30:00Z"),
            ("1657276200", "2022-07-08T10:30:00Z"),
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

    #[test]
    fn what_says_no_zone_may_be_of_the_last() {
        for (text, latest) in [
            ("2020-01-02", "2020-01-02T12:00:00Z"),
            ("2020-01-02 03:04", "2020-01-02T15:04:00Z"),
            ("2020-01-02 03:04 UTC", "2020-01-02T03:04:00Z"),
            ("2020-01-02T03:04:00Z", "2020-01-02T03:04:00Z"),
            ("2020-01-02 03:04:00 EST", "2020-01-02T08:04:00Z"),
        ] {
            assert_eq!(read_latest(text), Some(latest.parse().unwrap()), "{text}");
        }
        for (text, year) in [
            ("24.12.2026", Some(2026)),
            ("from 1999 to 2003", Some(2003)),
            ("1830000000", None),
            ("0042-01-01", None),
            ("soon", None),
        ] {
            assert_eq!(last_year_in(text), year, "{text}");
        }
    }
}
