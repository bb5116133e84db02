use serde_json::{Map, Value};

use super::addresses::says_nothing;

/// What a text says about a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dated {
    Nothing,
    /// It goes on.
    Running,
    /// As the schema has it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    On(String),
    /// The same, but the text says more or something else.
    About(String),
    /// From when to when; without an end it goes on.
    Between(String, Option<String>),
    Unknown,
}

const RUNNING: &[&str] = &[
    "present",
    "now",
    "current",
    "currently",
    "today",
    "ongoing",
    "to date",
    "till date",
    "to present",
    "heute",
    "jetzt",
    "aktuell",
    "laufend",
    "bis heute",
    "derzeit",
    "aujourd'hui",
    "aujourd’hui",
    "présent",
    "actuel",
    "actuellement",
    "en cours",
    "à ce jour",
    "presente",
    "actualidad",
    "actual",
    "hoy",
    "en curso",
    "oggi",
    "attuale",
    "in corso",
    "nu",
    "nutid",
    "heden",
    "atual",
    "atualmente",
    "至今",
    "现在",
    "現在",
    "今",
    "bis jetzt",
    "bis dato",
    "hasta la fecha",
    "a la fecha",
    "a oggi",
    "ad oggi",
    "até hoje",
    "até o momento",
    "tot heden",
    "i dag",
];
const BEGINNING: &[&str] = &[
    "since ", "from ", "until ", "till ", "seit ", "ab ", "bis ", "depuis ", "desde ", "hasta ",
    "dal ", "sinds ", "siden ",
];
/// The names of the months in the languages of resumes; three letters of one are enough.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "januari", "jänner", "janvier", "enero", "gennaio", "janeiro"],
    &["february", "februar", "februari", "février", "fevrier", "febrero", "febbraio", "fevereiro"],
    &["march", "märz", "maerz", "mrz", "mars", "marzo", "março", "maart", "mrt", "marts"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "maj", "mei", "mayo", "maggio", "maio"],
    &["june", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "août", "aout", "agosto", "augustus"],
    &["september", "septembre", "septiembre", "settembre", "setembro"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "décembre", "decembre", "diciembre", "dicembre", "dezembro"],
];
const SEASONS: &[&str] = &[
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "frühjahr",
    "frühling",
    "sommer",
    "herbst",
    "printemps",
    "été",
    "automne",
    "hiver",
    "q1",
    "q2",
    "q3",
    "q4",
    "early",
    "mid",
    "late",
    "anfang",
    "mitte",
    "ende",
];

/// Of two dates, which one a text speaks of by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Beginning,
    End,
}

pub(super) fn side(text: &str) -> Option<Side> {
    let lower = text.trim_start_matches([' ', '(']).to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    match () {
        () if begins(&["until ", "till ", "bis ", "hasta ", "-", "–", "—"]) => Some(Side::End),
        () if begins(&[
            "since ", "seit ", "ab ", "depuis ", "desde ", "dal ", "sinds ", "siden ",
        ]) =>
        {
            Some(Side::Beginning)
        }
        () => None,
    }
}

pub(super) fn read(text: &str) -> Dated {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    // Before its first word is taken for that of a date: `bis dato`, `hasta la fecha`.
    let runs = |text: &str| RUNNING.contains(&text.trim_end_matches('.'));
    if runs(&text) {
        return Dated::Running;
    }
    let text = BEGINNING.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text);
    let text = text.trim_matches(['(', ')', ' ']);
    if says_nothing(text) || text == "?" {
        return Dated::Nothing;
    }
    if runs(text) {
        return Dated::Running;
    }
    // A single date first: `2019-04` is a month and not two years.
    match single(text) {
        Dated::Unknown => range(text).unwrap_or(Dated::Unknown),
        known => known,
    }
}

/// `{"year": 2019, "month": 4}`
pub(super) fn of_parts(parts: &Map<String, Value>) -> Option<(String, Vec<&'static str>)> {
    let number = |name: &'static str| {
        let number: Option<u64> =
            parts.get(name).and_then(|it| it.as_u64().or_else(|| it.as_str()?.parse().ok()));
        Some((name, number?))
    };
    let (name, year) = number("year")?;
    let rest = [number("month"), number("day")].into_iter().map_while(|it| it);
    Some(rest.fold((year.to_string(), vec![name]), |(date, mut used), (name, part)| {
        used.push(name);
        (format!("{date}-{part}"), used)
    }))
}

fn range(text: &str) -> Option<Dated> {
    let marks = [
        "–", "—", "～", "〜", " - ", " to ", " bis ", " until ", " till ", " à ", " au ", " a ",
        " al ", " hasta ", " até ", " tot ", " til ", "~", "至", "-", "/",
    ];
    // In this order, from what cannot be part of a date to what can.
    marks.iter().find_map(|mark| {
        let (from, to) = text.split_once(mark)?;
        let (Dated::On(from) | Dated::About(from)) = single(from.trim()) else { return None };
        match read(to) {
            Dated::On(to) | Dated::About(to) => Some(Dated::Between(from, Some(to))),
            Dated::Running => Some(Dated::Between(from, None)),
            _ => None,
        }
    })
}

fn single(text: &str) -> Dated {
    let text = text.replace(['年', '月'], "-").replace('日', "");
    let text = text.trim_matches(['-', '–', '—', ' ', '.', ',']);
    // A moment is a day here.
    let day = text.split_once('t').or_else(|| text.split_once(' ')).filter(|(day, time)| {
        day.len() == 10 && day.starts_with(|c: char| c.is_ascii_digit()) && time.contains(':')
    });
    let text = day.map_or(text, |(day, _)| day);
    for mark in ['-', '/', '.'] {
        let parts: Vec<&str> = text.split(mark).map(str::trim).collect();
        let numbers: Option<Vec<u32>> = parts
            .iter()
            .map(|part| {
                part.parse()
                    .ok()
                    .filter(|_| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()))
            })
            .collect();
        if let Some(numbers) = numbers {
            return of_numbers(&numbers, &parts, mark);
        }
    }
    in_words(text)
}

fn of_numbers(numbers: &[u32], written: &[&str], mark: char) -> Dated {
    let is_year = |number: usize| written[number].len() == 4;
    let found = match *numbers {
        [year] if is_year(0) => date(year, None, None),
        // `2019.5` is as much a half of a year as it is May.
        [_, _] if mark == '.' && is_year(0) && written[1].len() < 2 => None,
        [year, month] if is_year(0) && !is_year(1) => date(year, Some(month), None),
        [month, year] if is_year(1) && !is_year(0) => date(year, Some(month), None),
        [year, month, day] if is_year(0) => date(year, Some(month), Some(day)),
        // Dots are the German way, in which the day comes first. A first number above 12 can be
        // nothing but a day.
        [day, month, year] if is_year(2) && (mark == '.' || day > 12) => {
            date(year, Some(month), Some(day))
        }
        [month, day, year] if is_year(2) && day > 12 => date(year, Some(month), Some(day)),
        // Both the same: it does not matter which is which.
        [one, other, year] if is_year(2) && one == other => date(year, Some(one), Some(one)),
        // Nobody can tell the day from the month.
        [_, _, year] if is_year(2) => {
            return date(year, None, None).map_or(Dated::Unknown, Dated::About);
        }
        _ => None,
    };
    found.map_or(Dated::Unknown, Dated::On)
}

/// A year with the name of a month, perhaps a day, or a part of the year.
fn in_words(text: &str) -> Dated {
    let (mut year, mut month, mut day, mut about) = (None, None, None, false);
    for word in text.split([' ', ',', '.', '/', '-', '’', '\'']).filter(|word| !word.is_empty()) {
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        let number = digits.parse::<u32>().ok();
        match (number, digits.len()) {
            (Some(number), 4) if digits == word && year.is_none() => year = Some(number),
            // `q1` is a part of the year.
            (Some(number), 1 | 2) if day.is_none() && !word.starts_with('q') => day = Some(number),
            _ if SEASONS.contains(&word) => about = true,
            _ if matches!(word, "de" | "del" | "of" | "the") => {}
            _ => {
                let long = word.chars().count() >= 3;
                let named =
                    MONTHS.iter().position(|names| names.iter().any(|name| name.starts_with(word)));
                match (named, month) {
                    (Some(number), None) if long => month = u32::try_from(number + 1).ok(),
                    _ => return Dated::Unknown,
                }
            }
        }
    }
    let Some(year) = year else { return Dated::Unknown };
    // A number without a month is no day.
    if month.is_none() && day.is_some() {
        return Dated::Unknown;
    }
    match (date(year, month, day), about) {
        (Some(date), false) => Dated::On(date),
        (Some(date), true) => Dated::About(date),
        (None, _) => Dated::Unknown,
    }
}

fn date(year: u32, month: Option<u32>, day: Option<u32>) -> Option<String> {
    let fits = (1000..3000).contains(&year)
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=last_day(year, month.unwrap_or(1))).contains(&day));
    fits.then(|| match (month, day) {
        (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year}-{month:02}"),
        _ => year.to_string(),
    })
}

fn last_day(year: u32, month: u32) -> u32 {
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

    fn on(date: &str) -> Dated {
        Dated::On(date.to_owned())
    }

    #[test]
    fn dates_are_read_in_many_hands() {
        for (text, date) in [
            ("2019", "2019"),
            ("2019-04", "2019-04"),
            ("2019-04-30", "2019-04-30"),
            ("2023-9-28", "2023-09-28"),
            ("2019-11-01T00:00:00.000Z", "2019-11-01"),
            ("November 2019", "2019-11"),
            ("Nov. 2019", "2019-11"),
            ("12 November 2019", "2019-11-12"),
            ("November 12th, 2019", "2019-11-12"),
            ("März 2020", "2020-03"),
            ("août 2018", "2018-08"),
            ("noviembre de 2019", "2019-11"),
            ("11/2019", "2019-11"),
            ("2019/11", "2019-11"),
            ("28.09.2023", "2023-09-28"),
            ("09/28/2023", "2023-09-28"),
            ("2019年11月", "2019-11"),
            ("since 2019", "2019"),
            ("1815-12-10", "1815-12-10"),
            ("januari 2019", "2019-01"),
            ("21 februari 2019", "2019-02-21"),
            ("Sept. 2019", "2019-09"),
            ("3 de marzo de 2020", "2020-03-03"),
            ("settembre 2018", "2018-09"),
            ("maj 2017", "2017-05"),
            ("2019.04", "2019-04"),
            ("2020-02-29", "2020-02-29"),
        ] {
            assert_eq!(read(text), on(date), "{text}");
        }
    }

    #[test]
    fn what_goes_on_has_no_end_and_what_is_unclear_says_so() {
        for text in [
            "bis dato",
            "hasta la fecha",
            "ad oggi",
            "até o momento",
            "tot heden",
            "Present",
            "now",
            "heute",
            "aujourd'hui",
            "actualidad",
            "至今",
            " current ",
        ] {
            assert_eq!(read(text), Dated::Running, "{text}");
        }
        for text in ["", " ", "-", "null", "N/A"] {
            assert_eq!(read(text), Dated::Nothing, "{text}");
        }
        for (text, year) in [("03/04/2019", "2019"), ("Summer 2019", "2019"), ("Q3 2019", "2019")] {
            assert_eq!(read(text), Dated::About(year.to_owned()), "{text}");
        }
        for text in [
            "circa 2019",
            "ca. 2019",
            "about 2019",
            "expected 2027",
            "2027 (planned)",
            "May 2027, expected",
            "not before 2019",
            "2019?",
            "soon",
            "2019-13",
            "2019-01-32",
            "2020-02-30",
            "2019-02-29",
            "2019-06-31",
            "31.04.2019",
            "02/30/2019",
            "30 February 2019",
            "2019.5",
            "9999-12-31",
            "0000",
            "99",
            "the war",
            "5 2019",
            "marble 2019",
            "junior 2019",
            "０2026",
        ] {
            assert_eq!(read(text), Dated::Unknown, "{text}");
        }
    }

    #[test]
    fn a_dash_before_a_date_makes_it_an_end() {
        for (text, told) in [
            ("- 2019", Some(Side::End)),
            ("–2019", Some(Side::End)),
            ("until 2019", Some(Side::End)),
            ("2019 –", None),
            ("since 2019", Some(Side::Beginning)),
            ("2019-04", None),
            ("2019 – 2021", None),
        ] {
            assert_eq!(side(text), told, "{text}");
        }
        assert_eq!(read("–2019"), on("2019"));
        assert_eq!(read("2019 –"), on("2019"));
    }

    #[test]
    fn two_dates_are_a_beginning_and_an_end() {
        let between =
            |from: &str, to: Option<&str>| Dated::Between(from.into(), to.map(str::to_owned));
        for (text, dated) in [
            ("2025–2029", between("2025", Some("2029"))),
            ("2025-2029", between("2025", Some("2029"))),
            ("2019 - present", between("2019", None)),
            ("Nov 2019 – Jan 2021", between("2019-11", Some("2021-01"))),
            ("2019-04 to 2020-05", between("2019-04", Some("2020-05"))),
        ] {
            assert_eq!(read(text), dated, "{text}");
        }
    }
}
