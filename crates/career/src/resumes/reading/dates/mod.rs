mod rough;

use serde_json::{Map, Value};
use sheet::days_of;

use super::UNKNOWN;
use super::addresses::says_nothing;
use super::calendars::common;
use super::months::month_of;
use super::time_words::{
    COUNTED, NOT_TOLD, RUNNING, SEASONS, SINCE, SINCE_BEHIND, UNTIL, UNTIL_BEHIND, WEAK,
};

pub(super) use rough::{StandIn, stand_in, without_about};

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
    /// From when to when; without an end it goes on. The end may be [`UNKNOWN`].
    Between(String, Option<String>),
    Unknown,
}

/// Whether somebody has set a sign where a date would stand. Texts that programs make of nothing (`null`) are
/// none of these.
pub(super) fn is_not_told(text: &str) -> bool {
    NOT_TOLD.contains(&text.trim().to_lowercase().as_str())
}

/// Whether a text in small letters says that something goes on.
fn is_running(text: &str) -> bool {
    RUNNING.iter().any(|(_, words)| words.contains(&text))
}

/// The word for today that a text ends with, and the tags of the languages that have it.
pub(super) fn running_word(text: &str) -> Option<(&str, Vec<&'static str>)> {
    let text = text.trim_end_matches(['.', '。', ' ', ')']);
    let lower = text.to_lowercase();
    // Where words are not parted by blanks, any place is the beginning of one.
    let is_parted = |word: &str| word.starts_with(|first| first < '\u{2e80}');
    let ends = |word: &&str| {
        let before = lower.strip_suffix(*word);
        before.is_some_and(|it| !is_parted(word) || !it.ends_with(char::is_alphabetic))
    };
    let all = RUNNING.iter().flat_map(|(_, words)| words.iter().copied());
    let word = all.filter(ends).max_by_key(|word| word.len())?;
    let tags = RUNNING.iter().filter(|(_, words)| words.contains(&word)).map(|(tag, _)| *tag);
    let start = text.len().checked_sub(word.len()).filter(|at| text.is_char_boundary(*at))?;
    Some((&text[start..], tags.collect()))
}

/// Of two dates, which one a text speaks of by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Beginning,
    End,
}

pub(super) fn side(text: &str) -> Option<Side> {
    let plain = without_about(text);
    let text = plain.as_deref().unwrap_or(text);
    let lower = text.trim_matches([' ', '(', ')']).to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    let ends = |words: &[&str]| words.iter().any(|word| lower.ends_with(word));
    let is_weak = WEAK.iter().any(|word| lower.starts_with(word));
    match () {
        () if begins(&["-", "–", "—", "～", "〜", "~"]) => Some(Side::End),
        () if is_running(&lower) || is_weak => None,
        () if begins(UNTIL) || ends(UNTIL_BEHIND) => Some(Side::End),
        () if begins(SINCE) || ends(SINCE_BEHIND) => Some(Side::Beginning),
        () => None,
    }
}

/// What stands between a beginning and an end.
const DASHES: [char; 7] = ['-', '–', '—', '～', '〜', '~', '→'];

/// Nobody tells a time in more letters.
const LONGEST: usize = 200;

pub(super) fn read(text: &str) -> Dated {
    if text.len() > LONGEST {
        return Dated::Unknown;
    }
    if let Some(plain) = without_about(text) {
        return match read(&plain) {
            Dated::On(date) => Dated::About(date),
            dated => dated,
        };
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    // Before other scripts are turned into dashes.
    let is_open = text.trim_end_matches([' ', ')']).ends_with(DASHES);
    let text = common(&text);
    if let Some(from) = open(&text).filter(|_| is_open) {
        return Dated::Between(from, Some(UNKNOWN.to_owned()));
    }
    // A single date first: `2019-04` is a month and not two years.
    match one(&text) {
        Dated::Unknown => {
            let length = || rough::without_length(&text).map(read);
            range(without_words(&text)).or_else(length).unwrap_or(Dated::Unknown)
        }
        known => known,
    }
}

/// The beginning of something whose end is left open: `2014 –`. Whether it goes on, nobody says.
fn open(text: &str) -> Option<String> {
    let text = without_words(text);
    let before = text.strip_suffix(DASHES).map(str::trim_end)?;
    match single(before) {
        Dated::On(from) | Dated::About(from) if !before.ends_with('-') => Some(from),
        _ => None,
    }
}

/// A text without the words that say whether it is a beginning or an end.
fn without_words(text: &str) -> &str {
    let text = text.trim_matches(['(', ')', ' ']);
    let mut before = [SINCE, UNTIL].into_iter().flatten();
    let text = before.find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let mut behind = [SINCE_BEHIND, UNTIL_BEHIND].into_iter().flatten();
    let text = behind.find_map(|word| text.strip_suffix(word)).unwrap_or(text);
    text.trim_matches(['(', ')', ' '])
}

/// What a text says that holds no two dates.
fn one(text: &str) -> Dated {
    // Before its first word is taken for that of a date: `bis dato`, `hasta la fecha`.
    let runs = |text: &str| is_running(text.trim_end_matches(['.', '。']));
    if runs(text) {
        return Dated::Running;
    }
    let text = without_words(text);
    if says_nothing(text) || is_not_told(text) {
        return Dated::Nothing;
    }
    if runs(text) {
        return Dated::Running;
    }
    single(text)
}

/// Whether a text speaks of a season or a quarter: a time that has an end of its own.
pub(super) fn is_span(text: &str) -> bool {
    const SPANS: &str = "spring summer autumn fall winter frühjahr frühling sommer herbst sose wise sommersemester \
        wintersemester printemps été automne hiver primavera verano otoño invierno estate autunno inverno verão outono lente \
        voorjaar zomer herfst najaar forår efterår vinter 春 夏 秋 冬 春季 夏季 秋季 冬季";
    let text = text.to_lowercase().replace('年', " ");
    let mut words = text.split([' ', '.', ',', '/', '-']);
    words.any(|word| {
        let is_listed = !word.is_empty() && SPANS.split_whitespace().any(|it| it == word);
        is_listed || COUNTED.contains(&word) || is_part_of_year(word)
    })
}

/// A number of JSON, which has lost how it was written: `2019.1` may have been October.
pub(super) fn of_number(number: &str) -> Dated {
    match number.split_once('.') {
        Some((year, "1")) => match single(year) {
            Dated::On(year) => Dated::About(year),
            _ => Dated::Unknown,
        },
        _ => read(number),
    }
}

/// `{"year": 2019, "month": 4}`
pub(super) fn of_parts(parts: &Map<String, Value>) -> Option<(String, Vec<&str>)> {
    let number = |name: &str| {
        let (name, value) = parts.iter().find(|(known, _)| known.to_lowercase() == name)?;
        // `--08` is how a month is written that has no year.
        let told = |text: &str| text.trim_start_matches('-').parse().ok();
        let number: Option<u64> = value.as_u64().or_else(|| told(value.as_str()?));
        Some((name.as_str(), number?))
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
        "–",
        "—",
        "～",
        "〜",
        "→",
        "->",
        " - ",
        " to ",
        " through ",
        " thru ",
        " bis ",
        " until ",
        " till ",
        " jusqu'à ",
        " jusqu’à ",
        " jusqu'en ",
        " à ",
        " au ",
        " a ",
        " al ",
        " ad ",
        " fino a ",
        " hasta ",
        " até ",
        " ao ",
        " tot ",
        " t/m ",
        " til ",
        " til og med ",
        "~",
        "から",
        "至",
        "到",
        "-",
        "/",
    ];
    // In this order, from what cannot be part of a date to what can.
    marks.iter().find_map(|mark| {
        let (from, to) = text.split_once(mark)?;
        let (Dated::On(from) | Dated::About(from)) = single(from.trim()) else { return None };
        match one(to.trim()) {
            // What ends before it begins is something else: `2019-01-32`.
            Dated::On(to) | Dated::About(to) if to.get(..4) >= from.get(..4) => {
                Some(Dated::Between(from, Some(to)))
            }
            Dated::Running => Some(Dated::Between(from, None)),
            Dated::Nothing if is_not_told(to) => {
                Some(Dated::Between(from, Some(UNKNOWN.to_owned())))
            }
            _ => None,
        }
    })
}

fn single(text: &str) -> Dated {
    let text = text.replace(['年', '月'], "-").replace(['日', '号'], "");
    let text = text.trim_matches(['-', '–', '—', ' ', '.', ',', '～', '〜', '~']);
    // A moment is a day here.
    let day = text.split_once('t').or_else(|| text.split_once(' ')).filter(|(day, time)| {
        day.len() == 10 && day.starts_with(|c: char| c.is_ascii_digit()) && time.contains(':')
    });
    let text = day.map_or(text, |(day, _)| day);
    if let Some(date) = of_figures(text) {
        return Dated::On(date);
    }
    if let Some(day) = rough::of_seconds(text) {
        return Dated::About(day);
    }
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

/// A date in one piece: `20200131`, `202001`.
fn of_figures(text: &str) -> Option<String> {
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    let is_year = |year: &u32| (1900..2100).contains(year);
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let year = part(0, 4).filter(is_year).filter(|_| is_whole)?;
    match text.len() {
        6 => date(year, part(4, 6), None),
        8 => date(year, part(4, 6), part(6, 8)),
        _ => None,
    }
}

fn of_numbers(numbers: &[u32], written: &[&str], mark: char) -> Dated {
    let is_year = |number: usize| written[number].len() == 4;
    let found = match *numbers {
        [year] if is_year(0) => date(year, None, None),
        // `2019/20` is a year that ends in the next one, and `2011/12` a month.
        [year, end] if is_year(0) && end > 12 && written[1].len() == 2 && mark != '.' => {
            let end = year - year % 100 + end;
            let ends = date(end, None, None).filter(|_| (year + 1..year + 10).contains(&end));
            return match (date(year, None, None), ends) {
                (Some(from), Some(to)) => Dated::Between(from, Some(to)),
                _ => Dated::Unknown,
            };
        }
        [year, month] if is_year(0) && !is_year(1) && month > 0 => date(year, Some(month), None),
        [month, year] if is_year(1) && !is_year(0) => date(year, Some(month), None),
        // `07/99`: no month has so many days.
        [month, year] if year > 31 && written[1].len() == 2 => date(1900 + year, Some(month), None),
        // What databases make of a part that nobody has told.
        [year, 0] | [year, 0, 0] if is_year(0) => date(year, None, None),
        [year, month, 0] if is_year(0) => date(year, Some(month), None),
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
    found.map_or_else(|| rough::of_the_month(numbers), Dated::On)
}

/// A year of two figures, as those write it who are alive.
fn of_two(figures: u32) -> u32 {
    if figures < 50 { 2000 + figures } else { 1900 + figures }
}

/// A year with the name of a month, perhaps a day, or a part of the year.
fn in_words(text: &str) -> Dated {
    let (mut year, mut month, mut day, mut about) = (None, None, None, false);
    let is_short = |word: &str| word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words =
        text.split([' ', ',', '.', '/', '-']).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let is_last = words.peek().is_none();
        let cut = word.strip_prefix(['\'', '’', '‘']).filter(|word| is_short(word));
        let word = word.trim_matches(['\'', '’', '‘']);
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        let number = digits.parse::<u32>().ok();
        match (number, digits.len()) {
            (Some(number), 4) if digits == word && year.is_none() => year = Some(number),
            (Some(number), _) if cut.is_some() && year.is_none() => year = Some(of_two(number)),
            // `Jan-99`: behind a month, where no year is told, it is one.
            (Some(number), 2) if month.is_some() && year.is_none() && is_last && is_short(word) => {
                about |= number <= 31;
                year = Some(of_two(number));
            }
            // `2020q3` has its year in the same piece.
            _ if is_part_of_year(word) => {
                about = true;
                let told = word.get(..4).and_then(|it| it.parse().ok());
                year = year.or(told);
            }
            (Some(number), 1 | 2) if day.is_none() => day = Some(number),
            _ if SEASONS.contains(&word) => about = true,
            _ if COUNTED.contains(&word) => (about, day) = (true, None),
            _ if matches!(word, "de" | "del" | "of" | "the" | "di" | "d") => {}
            _ => match (month_of(word), month) {
                (Some(number), None) => month = Some(number),
                _ => return Dated::Unknown,
            },
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

/// `q3`, `3q`, `h1`, `t2`, also with its year before it.
fn is_part_of_year(word: &str) -> bool {
    let part = match word.get(..4).filter(|it| it.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(_) => &word[4..],
        None => word,
    };
    matches!(
        part.as_bytes(),
        [b'q' | b'h' | b't' | b's', b'1'..=b'4'] | [b'1'..=b'4', b'q' | b'h' | b't']
    )
}

fn date(year: u32, month: Option<u32>, day: Option<u32>) -> Option<String> {
    // Others are counted by another calendar, whose months are not these.
    let fits = (1600..2200).contains(&year)
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=days_of(year, month.unwrap_or(1))).contains(&day));
    fits.then(|| match (month, day) {
        (Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year}-{month:02}"),
        _ => year.to_string(),
    })
}

#[cfg(test)]
mod tests;
