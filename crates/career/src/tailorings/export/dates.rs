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
    let mut parts = text.split('-');
    let (year, month) = (parts.next().unwrap_or_default(), parts.next());
    let month = month.and_then(|month| month.parse::<usize>().ok());
    match month.and_then(|month| MONTHS.get(month.checked_sub(1)?)) {
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
        assert_eq!(date("soon-ish"), "soon-ish");
    }
}
