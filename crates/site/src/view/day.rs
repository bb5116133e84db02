use kernel::Timestamp;

use super::{Words, filled};

/// A day, as people and as machines read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    pub year: i16,
    month: i8,
    day: i8,
    /// The moment, to the second, for `datetime`.
    pub machine: String,
    words: &'static Words,
}

impl Day {
    pub fn of(words: &'static Words, moment: Timestamp) -> Self {
        let moment = jiff::Timestamp::from(moment);
        let date = moment.to_zoned(jiff::tz::TimeZone::UTC).date();
        let (year, month, day) = (date.year(), date.month(), date.day());
        // Without fractions: HTML takes no more than three digits of them.
        let machine = moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        Self { year, month, day, machine, words }
    }

    /// 12 November 2026
    pub fn long(&self) -> String {
        self.written(&self.words.dates.long, &self.words.dates.months)
    }

    /// 12 Nov 2026
    pub fn short(&self) -> String {
        self.written(&self.words.dates.short, &self.words.dates.short_months)
    }

    /// 12 Nov, where the year stands beside it.
    pub fn in_year(&self) -> String {
        self.written(&self.words.dates.in_year, &self.words.dates.short_months)
    }

    fn written(&self, form: &str, months: &[String; 12]) -> String {
        let month = usize::try_from(self.month - 1).expect("months are counted from one");
        let day = day_of_month(self.words, u8::try_from(self.day).unwrap_or_default());
        let year = self.year.to_string();
        filled(form, &[("day", &day), ("month", &months[month]), ("year", &year)])
    }

    pub fn same_day(&self, other: &Self) -> bool {
        (self.year, self.month, self.day) == (other.year, other.month, other.day)
    }
}

fn day_of_month(words: &Words, day: u8) -> String {
    match words.dates.first_day.as_str() {
        first if day == 1 && !first.is_empty() => first.to_owned(),
        _ => day.to_string(),
    }
}

/// When something went on, such as "March 2024 – now". Dates of projects are as exact as their
/// owner wrote them: a year, a month or a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub started: Option<String>,
    pub ended: Option<String>,
    pub words: &'static Words,
}

impl Span {
    pub fn is_empty(&self) -> bool {
        self.started.is_none() && self.ended.is_none()
    }

    /// 2023 – 2025, 2024 – now, 2022
    pub fn years(&self) -> String {
        self.written(|date| year_of(date).to_owned())
    }

    /// March 2024 – now
    pub fn long(&self) -> String {
        self.written(|date| readable(self.words, date))
    }

    fn written(&self, part: impl Fn(&str) -> String) -> String {
        let started = self.started.as_deref().map(&part);
        let ended = self.ended.as_deref().map(&part);
        match (started, ended) {
            (Some(started), Some(ended)) if started == ended => started,
            (Some(started), Some(ended)) => format!("{started} – {ended}"),
            (Some(started), None) => format!("{started} – {}", self.words.now),
            (None, Some(ended)) => filled(&self.words.until, &[("date", &ended)]),
            (None, None) => String::new(),
        }
    }
}

/// The year of a date; what is no date stays as it was written.
pub fn year_of(date: &str) -> &str {
    let is_year = |year: &&str| year.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = matches!(date.as_bytes().get(4), None | Some(b'-'));
    date.get(..4).filter(is_year).filter(|_| is_date).unwrap_or(date)
}

/// "2024-03" as "March 2024"; what is no date stays as it was written.
fn readable(words: &Words, date: &str) -> String {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let month = month.and_then(|month| month.parse::<usize>().ok());
    let month = month.and_then(|month| words.dates.months.get(month.wrapping_sub(1)));
    let day = day.and_then(|day| day.get(..2)).and_then(|day| day.parse::<u8>().ok());
    match (year, month, day) {
        (Some(year), Some(month), Some(day)) => {
            let day = day_of_month(words, day);
            filled(&words.dates.long, &[("day", &day), ("month", month), ("year", year)])
        }
        (Some(year), Some(month), None) => {
            filled(&words.dates.month_year, &[("month", month), ("year", year)])
        }
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_for_people_and_machines() {
        let moment = Timestamp::from_micros(1_794_441_600_123_456);
        let day = Day::of(Words::of("en"), moment);
        assert_eq!(day.machine, "2026-11-12T00:00:00Z");
        assert_eq!(day.long(), "12 November 2026");
        assert_eq!(day.short(), "12 Nov 2026");
        assert_eq!(day.in_year(), "12 Nov");
        for (language, long, short) in [
            ("de", "12. November 2026", "12. Nov. 2026"),
            ("es-MX", "12 de noviembre de 2026", "12 nov 2026"),
            ("fr", "12 novembre 2026", "12 nov. 2026"),
            ("pl", "12 November 2026", "12 Nov 2026"),
        ] {
            let day = Day::of(Words::of(language), moment);
            assert_eq!((day.long().as_str(), day.short().as_str()), (long, short));
        }
        assert_eq!(readable(Words::of("fr"), "2026-05-01"), "1er mai 2026");
    }

    #[test]
    fn a_span_is_as_exact_as_it_was_written() {
        let span = |started: &str, ended: &str| {
            let part = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            Span { started: part(started), ended: part(ended), ..Span::default() }
        };
        for (started, ended, long, years) in [
            ("2024-03", "", "March 2024 – now", "2024 – now"),
            ("2023", "2025-06-01", "2023 – 1 June 2025", "2023 – 2025"),
            ("2022-01", "2022-12", "January 2022 – December 2022", "2022"),
            ("", "2022", "until 2022", "until 2022"),
            ("", "", "", ""),
            ("soon", "", "soon – now", "soon – now"),
            (
                "about 2022",
                "when it rains",
                "about 2022 – when it rains",
                "about 2022 – when it rains",
            ),
        ] {
            assert_eq!(span(started, ended).long(), long);
            assert_eq!(span(started, ended).years(), years);
        }
    }
}
