const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// From when to when, as people write it: `Apr 2019 – present`.
pub(super) fn span(start: Option<&str>, end: Option<&str>) -> String {
    match (start.map(date), end.map(date)) {
        (Some(start), Some(end)) if start == end => start,
        (Some(start), Some(end)) => format!("{start} – {end}"),
        (Some(start), None) => format!("{start} – present"),
        (None, Some(end)) => end,
        (None, None) => String::new(),
    }
}

/// The day is more than a reader wants to know.
pub(super) fn date(text: &str) -> String {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = |part: &str, count: usize| {
        part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Whatever has another form is the owner's words, and none of them is left off.
    let (year, month) = match parts.as_slice() {
        [year, month] if digits(year, 4) && digits(month, 2) => (*year, month.parse().ok()),
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => {
            (*year, month.parse().ok())
        }
        _ => return text.to_owned(),
    };
    match month.and_then(|month: usize| MONTHS.get(month.checked_sub(1)?)) {
        Some(month) => format!("{month} {year}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_people_do() {
        assert_eq!(span(Some("2019-04"), None), "Apr 2019 – present");
        assert_eq!(span(Some("2019-04-30"), Some("2021")), "Apr 2019 – 2021");
        assert_eq!(span(Some("2019"), Some("2019")), "2019");
        assert_eq!(span(None, None), "");
        for words in ["soon-ish", "5-10", "2019-04-or later", "1999-12-01-ish", "2019-13"] {
            assert_eq!(date(words), words);
        }
    }
}
