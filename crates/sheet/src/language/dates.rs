use super::Language;

/// When something was, as the document has it: `2019`, `2019-04`, `2019-04-30`, or the owner's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Period {
    #[default]
    None,
    On(String),
    Between(String, String),
    /// It goes on.
    Since(String),
    /// It has not begun, so nobody can say that it goes on.
    From(String),
}

impl Period {
    /// Of a beginning and an end, either of which may be empty. What has only an end is a day, and
    /// not something that goes on.
    pub fn of(start: &str, end: &str) -> Self {
        match (start.trim(), end.trim()) {
            ("", "") => Self::None,
            ("", date) => Self::On(date.to_owned()),
            (start, "") => Self::Since(start.to_owned()),
            (start, end) => Self::Between(start.to_owned(), end.to_owned()),
        }
    }

    /// The same as it is told on a day such as `2026-11-16`.
    pub(crate) fn on_day(self, today: &str) -> Self {
        match self {
            Self::Since(start) if is_after(&start, today) => Self::From(start),
            told => told,
        }
    }

    /// The same with the owner's own word for today.
    pub(crate) fn with_today(self, word: &str) -> Self {
        match self {
            Self::Since(start) => Self::Between(start, word.to_owned()),
            told => told,
        }
    }

    pub fn on(date: &str) -> Self {
        Self::of("", date)
    }

    /// As the document has them.
    pub(crate) fn dates(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::None => (None, None),
            Self::On(date) | Self::Since(date) | Self::From(date) => (Some(date), None),
            Self::Between(start, end) => (Some(start), Some(end)),
        };
        first.into_iter().chain(second).map(String::as_str)
    }

    /// As people write it in that language: `Apr 2019 – present`.
    pub fn told(&self, language: Language) -> String {
        let words = language.words();
        match self {
            Self::None => String::new(),
            Self::On(date) => language.date(date),
            Self::Since(start) => words.since.replace("{start}", &language.date(start)),
            Self::From(start) => format!("{} –", language.date(start)),
            Self::Between(start, end) => {
                let (start, end) = (language.date(start), language.date(end));
                if start == end { start } else { format!("{start} – {end}") }
            }
        }
    }
}

impl Language {
    /// The day is more than a reader wants to know. Whatever has another form is the owner's words,
    /// and none of them is left off.
    pub fn date(self, text: &str) -> String {
        let text = text.trim();
        let words = self.words();
        match parts(text) {
            Some((year, None)) => words.year.replace("{year}", year),
            Some((year, Some(month))) => {
                let month = words.months[month - 1];
                words.month_year.replace("{month}", month).replace("{year}", year)
            }
            None => text.to_owned(),
        }
    }
}

/// Whether a date is after a day, as far as it is told.
fn is_after(date: &str, day: &str) -> bool {
    let length = date.len().min(day.len());
    parts(date).is_some() && date[..length] > day[..length]
}

/// Year and month, from 1 on.
fn parts(text: &str) -> Option<(&str, Option<usize>)> {
    let parts: Vec<&str> = text.split('-').collect();
    let is = |part: &str, count: usize| {
        part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let month = |text: &str| text.parse().ok().filter(|month| (1..=12).contains(month));
    match parts.as_slice() {
        [year] if is(year, 4) => Some((year, None)),
        [year, number] if is(year, 4) && is(number, 2) => Some((year, Some(month(number)?))),
        [year, number, day] if is(year, 4) && is(number, 2) && is(day, 2) => {
            let month = month(number)?;
            let last = days_of(year.parse().ok()?, number.parse().ok()?);
            let exists = day.parse().is_ok_and(|day| (1..=last).contains(&day));
            exists.then_some((year, Some(month)))
        }
        _ => None,
    }
}

/// The days of a month, which is counted from 1.
pub fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_people_do() {
        let english = |start, end| Period::of(start, end).told(Language::English);
        assert_eq!(english("2019-04", ""), "Apr 2019 – present");
        assert_eq!(english("2019-04-30", "2021"), "Apr 2019 – 2021");
        assert_eq!(english("2019", "2019"), "2019");
        assert_eq!(english("", "2021-06"), "Jun 2021");
        assert_eq!(english("", ""), "");
        for words in [
            "soon-ish",
            "5-10",
            "2019-04-or later",
            "1999-12-01-ish",
            "2019-13",
            "2019-00",
            "2020-02-30",
            "2019-02-29",
            "2019-06-31",
            "2019-06-00",
        ] {
            assert_eq!(Language::English.date(words), words);
        }
    }

    #[test]
    fn what_has_not_begun_does_not_go_on() {
        let told = |start, end| Period::of(start, end).on_day("2026-11-16").told(Language::English);
        for (start, said) in [
            ("2027", "2027 –"),
            ("2026-12", "Dec 2026 –"),
            ("2026-11-17", "Nov 2026 –"),
            ("2026-11-16", "Nov 2026 – present"),
            ("2026-11", "Nov 2026 – present"),
            ("2026", "2026 – present"),
            ("spring", "spring – present"),
        ] {
            assert_eq!(told(start, ""), said);
        }
        assert_eq!(told("2027", "2029"), "2027 – 2029");
    }

    #[test]
    fn each_language_has_its_own_way() {
        let cases = [
            (Language::German, "März 2019 – heute", "Mai 2018 – Dez. 2020"),
            (Language::French, "mars 2019 – aujourd’hui", "mai 2018 – déc. 2020"),
            (Language::Spanish, "mar 2019 – actualidad", "may 2018 – dic 2020"),
            (Language::Italian, "mar 2019 – oggi", "mag 2018 – dic 2020"),
            (Language::Portuguese, "mar. 2019 – presente", "maio 2018 – dez. 2020"),
            (Language::Dutch, "mrt. 2019 – heden", "mei 2018 – dec. 2020"),
            (Language::Danish, "mar. 2019 – nu", "maj 2018 – dec. 2020"),
            (Language::Chinese, "2019年3月至今", "2018年5月 – 2020年12月"),
            (Language::Japanese, "2019年3月 – 現在", "2018年5月 – 2020年12月"),
            (Language::Other, "03/2019 –", "05/2018 – 12/2020"),
        ];
        for (language, since, between) in cases {
            assert_eq!(Period::of("2019-03-01", "").told(language), since);
            assert_eq!(Period::of("2018-05", "2020-12").told(language), between);
        }
    }
}
