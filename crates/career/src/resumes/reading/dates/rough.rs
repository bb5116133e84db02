//! Times that are told roughly, with their length behind them, or as programs write them where nobody has told one.

use sheet::days_of;

use super::Dated;

/// What says "about" right before a time.
const ABOUT: [char; 6] = ['~', '∼', '˜', '≈', '≃', '±'];

/// A text without the signs that say "about", where it has some. A sign behind a time is a range (`2019 ~ 2020`), and so
/// is any in a script that writes its ranges with it (`~2019年`).
pub(in super::super) fn without_about(text: &str) -> Option<String> {
    if !text.contains(ABOUT) || text.contains(|it: char| it >= '\u{1100}' && it.is_alphabetic()) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let before = plain.trim_end().chars().next_back();
        let is_range = before.is_some_and(|it| it.is_ascii_digit());
        if !ABOUT.contains(&sign) || is_range {
            plain.push(sign);
            continue;
        }
        while signs.peek().is_some_and(|next| *next == ' ' || ABOUT.contains(next)) {
            signs.next();
        }
    }
    (plain != text && plain.contains(|it: char| it.is_ascii_digit())).then_some(plain)
}

/// What a text says that has a length behind it, as `Feb 2021 - Feb 2022 · 1 yr 1 mo` and `2019 – heute (4 Jahre)` have.
pub(super) fn without_length(text: &str) -> Option<&str> {
    let text = text.trim_end_matches([' ', '.']);
    let bare = text.strip_suffix([')', ']', '）']).unwrap_or(text);
    let at = bare.rfind(['(', '[', '（', '·', '•', '|', ',', ';'])?;
    let (time, length) = bare.split_at(at);
    let length = length.trim_start_matches(['(', '[', '（', '·', '•', '|', ',', ';', ' ']);
    is_length(length).then(|| time.trim_end())
}

/// `1 yr 1 mo`, `2yrs`, `about 4 anni`, `1年3个月`
fn is_length(text: &str) -> bool {
    const UNITS: &str = "y yr yrs year years m mo mos mon month months mth mths w wk wks week weeks d day days \
        j jahr jahre jahren monat monate monaten mon woche wochen tage an ans année années annee annees mois semaine semaines \
        año años ano anos mes meses mês semanas anno anni mese mesi settimane jaar jaren maand maanden weken \
        år måned måneder md mdr uger 年 个月 個月 ヶ月 ケ月 か月 カ月 개월 년";
    const BETWEEN: &str = "and und et y e en og + about ca approx etwa circa environ over almost";
    let is_one_of = |words: &str, word: &str| words.split_whitespace().any(|it| it == word);
    let is_figure = |it: char| it.is_ascii_digit();
    let (mut figures, mut units) = (0, 0);
    // Figures and words apart, also where no blank parts them.
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            it if is_figure(it) => rest.find(|it| !is_figure(it) && !matches!(it, '.' | ',')),
            it if it.is_alphabetic() => rest.find(|it: char| !it.is_alphabetic()),
            _ => Some(first.len_utf8()),
        };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        match first {
            ' ' | '.' | ',' | '~' | '<' | '>' | '+' | '\u{a0}' => {}
            it if is_figure(it) => figures += 1,
            // `y` is a year to some, and "and" to others.
            _ if is_one_of(UNITS, word) && figures > units => units += 1,
            _ if is_one_of(BETWEEN, word) => {}
            _ => return false,
        }
    }
    figures > 0 && figures == units
}

/// A day that its month does not have, such as the 31st of September, is one of that month.
pub(super) fn of_the_month(numbers: &[u32]) -> Dated {
    match *numbers {
        [year, month, day] if (29..=31).contains(&day) => {
            super::date(year, Some(month), None).map_or(Dated::Unknown, Dated::About)
        }
        _ => Dated::Unknown,
    }
}

/// What programs write for a time that nobody has told them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum StandIn {
    /// `0000-00-00`
    Zero,
    /// `9999-12-31`
    Never,
}

pub(in super::super) fn stand_in(text: &str) -> Option<StandIn> {
    let figures: String = text.chars().take_while(|it| !matches!(it, 'T' | 't' | ' ')).collect();
    let parts: Vec<&str> = figures.split(['-', '/', '.']).collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    if !parts.iter().all(is_number) || !parts.iter().any(|part| part.len() == 4) {
        return None;
    }
    let year = parts.iter().find(|part| part.len() == 4)?;
    match *year {
        "0000" => Some(StandIn::Zero),
        "0001" if parts.iter().all(|part| matches!(*part, "0001" | "01" | "1")) => {
            Some(StandIn::Zero)
        }
        "9999" | "2999" => Some(StandIn::Never),
        _ => None,
    }
}

/// A moment as programs count it, in seconds or thousandths since 1970: its day.
pub(super) fn of_seconds(text: &str) -> Option<String> {
    const A_DAY: u64 = 86_400;
    let number: u64 = text.parse().ok()?;
    let seconds = match text.len() {
        // Below, it may be a day in one piece.
        9 | 10 => number,
        12 | 13 => number / 1000,
        _ => return None,
    };
    let mut days = u32::try_from(seconds / A_DAY).ok()?;
    let length = |year: u32| if days_of(year, 2) == 29 { 366 } else { 365 };
    let mut year = 1970;
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_of(year, month) {
        days -= days_of(year, month);
        month += 1;
    }
    super::date(year, Some(month), Some(days + 1))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::super::read;
    use super::*;

    fn entry(start: Value, end: Value) -> (Value, usize) {
        let entry = json!({"name": "Post", "startDate": start, "endDate": end});
        let reading = read(&json!({ "work": [entry] }));
        let entry = &reading.tree["work"][0];
        (json!([entry["startDate"], entry["endDate"]]), reading.warnings.len())
    }

    #[test]
    fn a_sign_before_a_time_says_about_and_makes_it_no_end() {
        for (start, end, read, told) in [
            (json!("~2010"), json!(null), json!(["2010", null]), 1),
            (json!("~ 2010"), json!("present"), json!(["2010", null]), 1),
            (json!("≈2010"), json!("~2012"), json!(["2010", "2012"]), 2),
            (json!("(~2010)"), json!("2012"), json!(["2010", "2012"]), 1),
            (json!("since ~2010"), json!(null), json!(["2010", null]), 1),
            (json!("~March 2010"), json!(null), json!(["2010-03", null]), 1),
            (json!("~2005 - ~2009"), json!(null), json!(["2005", "2009"]), 1),
            (json!("2005 ~ 2009"), json!(null), json!(["2005", "2009"]), 0),
            (json!("～2009"), json!(null), json!([null, "2009"]), 0),
            (json!("~2009年"), json!(null), json!([null, "2009"]), 0),
        ] {
            assert_eq!(entry(start.clone(), end.clone()), (read, told), "{start} {end}");
        }
    }

    #[test]
    fn what_programs_write_for_nothing_is_no_date() {
        for (start, end, read, told) in [
            ("2015-03-01", json!("1970-01-01"), json!(["2015-03-01", "?"]), 1),
            ("1969", json!("1970-01-01"), json!(["1969", "1970-01-01"]), 0),
            ("2015", json!("0000-00-00"), json!(["2015", "?"]), 1),
            ("2015", json!("0001-01-01T00:00:00"), json!(["2015", "?"]), 1),
            ("2015", json!("9999-12-31"), json!(["2015", null]), 1),
            ("0000-00-00", json!("2015"), json!([null, "2015"]), 1),
            ("2015-04-01", json!("2017-09-31"), json!(["2015-04-01", "2017-09"]), 1),
            ("2015", json!(1_546_300_800), json!(["2015", "2019-01-01"]), 1),
            ("1551398399000", json!("2020"), json!(["2019-02-28", "2020"]), 1),
        ] {
            assert_eq!(entry(json!(start), end.clone()), (read, told), "{start} {end}");
        }
    }

    #[test]
    fn a_length_is_no_part_of_a_time() {
        for (text, time) in [
            ("feb 2021 - feb 2022 · 1 yr 1 mo", Some("feb 2021 - feb 2022")),
            ("2019 – heute (4 jahre)", Some("2019 – heute")),
            ("2019 - 2020, 6mo", Some("2019 - 2020")),
            ("2019 - 2020 (winters)", None),
            ("2019 - 2020 (4)", None),
            ("may 3, 2020", None),
        ] {
            assert_eq!(without_length(text), time, "{text}");
        }
    }
}
