//! Figures and years as other scripts and calendars write them, in those of the schema.

/// A text with its figures in ASCII and its years in those of the common calendar. What is no such figure stays.
pub(super) fn common(text: &str) -> String {
    let text: String = text.chars().map(|sign| digit(sign).unwrap_or(sign)).collect();
    let text = of_chinese(&text).replace(['년', '월'], "-").replace('일', "");
    of_era(text.trim())
}

/// The first figure of each script that has ten of its own in a row.
const NOUGHTS: [char; 9] = [
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}', '\u{ed0}', '\u{1040}', '\u{17e0}',
    '\u{ff10}',
];

fn digit(sign: char) -> Option<char> {
    let value =
        |nought: &char| u32::from(sign).checked_sub(u32::from(*nought)).filter(|it| *it < 10);
    NOUGHTS.iter().find_map(value).and_then(|value| char::from_digit(value, 10))
}

const CHINESE: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Chinese figures before `年`, `月` and `日`: `二〇一九年十二月`.
fn of_chinese(text: &str) -> String {
    if !text.contains(['年', '月']) {
        return text.to_owned();
    }
    let mut found = String::new();
    let mut run = String::new();
    for sign in text.chars().map(|sign| if sign == '零' { '〇' } else { sign }) {
        match sign {
            sign if CHINESE.contains(&sign) || sign == '十' => run.push(sign),
            sign => {
                let number = matches!(sign, '年' | '月' | '日').then(|| number_of(&run)).flatten();
                found.push_str(&number.unwrap_or_else(|| run.clone()));
                run.clear();
                found.push(sign);
            }
        }
    }
    found + &run
}

fn number_of(run: &str) -> Option<String> {
    let value = |sign: char| CHINESE.iter().position(|known| *known == sign);
    let (tens, ones) = match run.split_once('十') {
        None => {
            let figures: Option<String> =
                run.chars().map(|sign| char::from_digit(value(sign)? as u32, 10)).collect();
            return figures.filter(|figures| !figures.is_empty());
        }
        Some(both) => both,
    };
    let part = |text: &str, none: usize| match text.chars().collect::<Vec<_>>()[..] {
        [] => Some(none),
        [sign] => value(sign),
        _ => None,
    };
    Some((part(tens, 1)? * 10 + part(ones, 0)?).to_string())
}

/// What years are counted from, by the name before them.
const ERAS: [(&str, i32); 16] = [
    ("令和", 2018),
    ("平成", 1988),
    ("昭和", 1925),
    ("大正", 1911),
    ("明治", 1867),
    ("㋿", 2018),
    ("㍻", 1988),
    ("㍼", 1925),
    ("㍽", 1911),
    ("㍾", 1867),
    ("民國", 1911),
    ("民国", 1911),
    ("พ.ศ.", -543),
    ("พ.ศ", -543),
    ("西暦", 0),
    ("公元", 0),
];
/// The same by one letter, with a month behind it: `R2.4`, `H30/4`.
const LETTERS: [(&str, i32); 5] = [("r", 2018), ("h", 1988), ("s", 1925), ("t", 1911), ("m", 1867)];

fn of_era(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    // Two dates may have an era each.
    while let Some((at, name, before)) = ERAS
        .iter()
        .filter_map(|(name, before)| Some((rest.find(name)?, *name, *before)))
        .min_by_key(|(at, name, _)| (*at, std::cmp::Reverse(name.len())))
    {
        found.push_str(&rest[..at]);
        let behind = rest[at + name.len()..].trim_start();
        match counted(behind, before) {
            Some((year, after)) => {
                found.push_str(&year);
                rest = after;
            }
            None => {
                found.push_str(name);
                rest = &rest[at + name.len()..];
            }
        }
    }
    found.push_str(rest);
    let by_letter = LETTERS.iter().find_map(|(letter, before)| {
        let behind = found.strip_prefix(letter)?;
        let (year, after) = counted(behind, *before)?;
        let is_date = after.starts_with(['.', '/', '年', '-']) && after.len() > 1;
        is_date.then(|| format!("{year}{after}"))
    });
    by_letter.unwrap_or(found)
}

/// A year of an era as one of the common calendar, and what comes behind it. The first one has a name.
fn counted(text: &str, before: i32) -> Option<(String, &str)> {
    if let Some(after) = text.strip_prefix('元') {
        return Some(((before + 1).to_string(), after));
    }
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let number: i32 = text[..end].parse().ok().filter(|number| (1..3000).contains(number))?;
    Some(((before + number).to_string(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn figures_and_years_are_those_of_the_common_calendar() {
        for (written, read) in [
            ("２０１８年４月", "2018年4月"),
            ("٢٠١٩/٠٤", "2019/04"),
            ("๒๕๖๒", "2562"),
            ("二〇一九年十二月", "2019年12月"),
            ("二零一九年五月", "2019年5月"),
            ("二〇二〇年二十日", "2020年20日"),
            ("2019년 5월", "2019- 5-"),
            ("令和2年4月", "2020年4月"),
            ("令和元年5月1日", "2019年5月1日"),
            ("平成30年4月～令和2年3月", "2018年4月～2020年3月"),
            ("昭和 63年", "1988年"),
            ("民國109年7月", "2020年7月"),
            ("พ.ศ. 2562", "2019"),
            ("r2.4", "2020.4"),
            ("h30/4", "2018/4"),
            ("s63", "s63"),
            ("march 2019", "march 2019"),
            ("明治安田", "明治安田"),
            ("一等奖", "一等奖"),
            ("", ""),
        ] {
            assert_eq!(common(written), read, "{written}");
        }
    }
}
