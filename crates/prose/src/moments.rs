//! Dates and times for machines. One that no machine reads is left out; what people read stays.

use crate::tree::Element;

/// Takes a `datetime` away that says no date and no time.
pub(crate) fn keep_known(element: &mut Element<'_>) {
    if element.escaped("datetime").is_some_and(|text| !is_moment(text)) {
        element.remove("datetime");
    }
}

/// A day or a part of one: `2020`, `2020-02`, `2020-02-29`, `10:30`, and a day with a time.
fn is_moment(text: &str) -> bool {
    match text.split_once(['T', ' ']) {
        Some((day, time)) => is_day(day) && day.len() == 10 && is_time(time),
        None => is_day(text) || is_time(text),
    }
}

fn is_day(text: &str) -> bool {
    let mut parts = text.split('-');
    let year = parts.next().and_then(|year| number(year, 4));
    let (month, day) = (parts.next(), parts.next());
    let month = month.map(|month| number(month, 2).filter(|month| (1..=12).contains(month)));
    let day = day.map(|day| number(day, 2));
    match (year, month, day, parts.next()) {
        (Some(1..), None, None, None) | (Some(1..), Some(Some(_)), None, None) => true,
        (Some(year @ 1..), Some(Some(month)), Some(Some(day)), None) => {
            (1..=days_of(year, month)).contains(&day)
        }
        _ => false,
    }
}

fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// With or without seconds and a zone.
fn is_time(text: &str) -> bool {
    let zone = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(zone);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let parts: Vec<&str> = time.split(':').collect();
    let is_clock = match parts.as_slice() {
        [hour, minute] => is_hour(hour, minute) && !text.contains('.'),
        [hour, minute, second] => {
            is_hour(hour, minute) && number(second, 2).is_some_and(|second| second < 60)
        }
        _ => false,
    };
    let is_fraction =
        (1..=3).contains(&fraction.len()) && number(fraction, fraction.len()).is_some();
    let is_zone = match zone.get(1..).and_then(|zone| zone.split_once(':')) {
        Some((hour, minute)) => is_hour(hour, minute),
        None => matches!(zone, "" | "Z"),
    };
    is_clock && is_fraction && is_zone
}

fn is_hour(hour: &str, minute: &str) -> bool {
    number(hour, 2).is_some_and(|hour| hour < 24) && number(minute, 2).is_some_and(|it| it < 60)
}

/// A number of so many digits.
fn number(text: &str, digits: usize) -> Option<u32> {
    let fits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::is_moment;

    #[test]
    fn dates_and_times_are_known_and_words_are_not() {
        for known in [
            "2020",
            "2020-02",
            "2020-02-29",
            "10:30",
            "10:30:59.5",
            "2020-02-29T10:30",
            "2020-02-29 10:30:00Z",
            "2020-02-29T10:30:00.123+05:30",
        ] {
            assert!(is_moment(known), "{known}");
        }
        for strange in [
            "",
            "yesterday",
            "2019-02-29",
            "2020-13",
            "0000",
            "20",
            "2020-2-1",
            "24:00",
            "10:30.5",
            "10:30:00.",
            "2020T10:30",
            "2020-02-29T10:30+5",
            "2020-02-29T",
            "T10:30",
            "é",
        ] {
            assert!(!is_moment(strange), "{strange}");
        }
    }
}
