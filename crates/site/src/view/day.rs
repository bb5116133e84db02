use kernel::Timestamp;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day, as people and as machines read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    pub year: i16,
    month: i8,
    day: i8,
    /// The moment, to the second, for `datetime`.
    pub machine: String,
}

impl Day {
    pub fn of(moment: Timestamp) -> Self {
        let exact = jiff::Timestamp::from(moment);
        let date = exact.to_zoned(jiff::tz::TimeZone::UTC).date();
        let (year, month, day) = (date.year(), date.month(), date.day());
        Self { year, month, day, machine: format!("{exact:.0}") }
    }

    fn month(&self) -> &'static str {
        MONTHS[usize::try_from(self.month - 1).expect("months are counted from one")]
    }

    /// 12 November 2026
    pub fn long(&self) -> String {
        format!("{} {} {}", self.day, self.month(), self.year)
    }

    /// 12 Nov 2026
    pub fn short(&self) -> String {
        format!("{} {} {}", self.day, &self.month()[..3], self.year)
    }

    /// 12 Nov, where the year stands beside it.
    pub fn in_year(&self) -> String {
        format!("{} {}", self.day, &self.month()[..3])
    }

    pub fn same_day(&self, other: &Self) -> bool {
        (self.year, self.month, self.day) == (other.year, other.month, other.day)
    }
}

/// When something went on, such as "March 2024 – now". Dates of projects are as exact as their
/// owner wrote them: a year, a month or a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub started: Option<String>,
    pub ended: Option<String>,
}

impl Span {
    pub fn is_empty(&self) -> bool {
        self.started.is_none() && self.ended.is_none()
    }

    /// 2023 – 2025, 2024 – now, 2022
    pub fn years(&self) -> String {
        self.written(|date| date.get(..4).unwrap_or(date).to_owned())
    }

    /// March 2024 – now
    pub fn long(&self) -> String {
        self.written(readable)
    }

    fn written(&self, part: impl Fn(&str) -> String) -> String {
        let started = self.started.as_deref().map(&part);
        let ended = self.ended.as_deref().map(&part);
        match (started, ended) {
            (Some(started), Some(ended)) if started == ended => started,
            (Some(started), Some(ended)) => format!("{started} – {ended}"),
            (Some(started), None) => format!("{started} – now"),
            (None, Some(ended)) => format!("until {ended}"),
            (None, None) => String::new(),
        }
    }
}

/// "2024-03" as "March 2024"; what is no date stays as it was written.
fn readable(date: &str) -> String {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let month = month.and_then(|month| month.parse::<usize>().ok());
    let month = month.and_then(|month| MONTHS.get(month.wrapping_sub(1)));
    let day = day.and_then(|day| day.get(..2)).and_then(|day| day.parse::<u8>().ok());
    match (year, month, day) {
        (Some(year), Some(month), Some(day)) => format!("{day} {month} {year}"),
        (Some(year), Some(month), None) => format!("{month} {year}"),
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_for_people() {
        let day = Day::of(Timestamp::from_micros(1_794_441_600_000_000));
        assert_eq!(day.long(), "12 November 2026");
        assert_eq!(day.short(), "12 Nov 2026");
        assert_eq!(day.in_year(), "12 Nov");
        // HTML takes no finer fraction than a thousandth.
        let day = Day::of(Timestamp::from_micros(1_794_441_600_123_456));
        assert_eq!(day.machine, "2026-11-12T00:00:00Z");
    }

    #[test]
    fn a_span_is_as_exact_as_it_was_written() {
        let span = |started: &str, ended: &str| {
            let part = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            Span { started: part(started), ended: part(ended) }
        };
        for (started, ended, long, years) in [
            ("2024-03", "", "March 2024 – now", "2024 – now"),
            ("2023", "2025-06-01", "2023 – 1 June 2025", "2023 – 2025"),
            ("2022-01", "2022-12", "January 2022 – December 2022", "2022"),
            ("", "2022", "until 2022", "until 2022"),
            ("", "", "", ""),
            ("soon", "", "soon – now", "soon – now"),
        ] {
            assert_eq!(span(started, ended).long(), long);
            assert_eq!(span(started, ended).years(), years);
        }
    }
}
