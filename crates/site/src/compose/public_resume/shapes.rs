//! Numbers that are written like that of a telephone. Where it is hidden, none of them is shown, whosever it
//! is: nobody can tell from a text alone. Dates, amounts and the numbers of books are told apart from them.

/// Whether a plain text has such a number. In addresses figures are names of pages, and are passed over.
pub(super) fn has_telephone(text: &str) -> bool {
    let mut rest = text;
    let mut before = String::new();
    while let Some(at) = rest.find(|it: char| it.is_ascii_digit() || it == '+' || it == '(') {
        let (words, run) = rest.split_at(at);
        before.push_str(words);
        let (number, behind) = run.split_at(length_of(run).max(1));
        let ends_in_figure = number.ends_with(|it: char| it.is_ascii_digit());
        let goes_on = ends_in_figure && behind.starts_with(is_of_word);
        let stands_alone = !before.ends_with(is_of_word) && !goes_on;
        if stands_alone && !is_in_address(&before) && is_telephone(&before, number, behind) {
            return true;
        }
        before.push_str(number);
        rest = behind;
    }
    false
}

/// How far a number goes, with what parts its figures. A comma with a blank behind it is that of a list.
fn length_of(run: &str) -> usize {
    let goes_on = |(at, sign): (usize, char)| {
        let is_comma = sign == ',' && run[at + 1..].starts_with(|it: char| it.is_ascii_digit());
        sign.is_ascii_digit() || " .-/()+·_|•‧ー".contains(sign) || is_comma
    };
    let end = run.char_indices().find(|it| !goes_on(*it));
    end.map_or(run.len(), |(at, _)| at)
}

/// Whether the word that a number follows at once is an address.
fn is_in_address(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.contains("://") || word.starts_with("www.") || (word.contains('.') && word.contains('/'))
}

fn is_telephone(before: &str, number: &str, behind: &str) -> bool {
    let number = number.trim_end_matches(|it: char| !it.is_ascii_digit());
    let groups: Vec<&str> =
        number.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty()).collect();
    let count: usize = groups.iter().map(|group| group.len()).sum();
    if !(6..=15).contains(&count) || are_dates(&groups) || is_named_otherwise(before) {
        return false;
    }
    // What is counted stands behind its number.
    let is_amount = is_measured(before, behind) || is_round(number, &groups);
    let counts = is_amount || behind.trim_start().starts_with(counts);
    if is_asked(before, counts) {
        return true;
    }
    if is_amount || is_stamp(&groups) {
        return false;
    }
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let begins_with = |sign: char| number.starts_with(sign);
    // `1 000 000` and `+10.000.000 readers` are amounts.
    let in_thousands = groups.len() > 1
        && lengths[0] <= 3
        && !groups[0].starts_with('0')
        && lengths[1..].iter().all(|length| *length == 3);
    let is_dotted = number.contains(['.', ',']) && !number.contains([' ', '-', '/']);
    if in_thousands && (count <= 7 || is_dotted || (counts && !begins_with('+'))) {
        return false;
    }
    let is_fraction = groups[0] == "0" && (number.starts_with("0.") || number.starts_with("0,"));
    let is_dialled = begins_with('0') && !is_fraction && count >= 8;
    let closes = number.find(')').is_some_and(|at| at == groups[0].len() + 1);
    let has_area =
        begins_with('(') && count >= 7 && closes && lengths[0] <= 5 && !is_year(groups[0]);
    let is_grouped = matches!(
        lengths[..],
        [3, 3, 4]
            | [1, 3, 3, 4]
            | [2, 3, 3, 4]
            | [3, 4, 4]
            | [5, 5]
            | [3, 3, 3]
            | [3, 7]
            | [1, 3, 3, 2, 2]
            | [2, 2, 2, 2]
            | [1, 2, 2, 2, 2]
            | [2, 2, 2, 2, 2]
    );
    (begins_with('+') && count >= 7)
        || has_area
        || is_dialled
        || (is_grouped && !number.contains('/'))
        || (lengths[..] == [4, 4] && !counts && !is_year(groups[0]))
        || (groups.len() == 1 && (10..=12).contains(&count) && !counts)
}

/// Whether what stands before a number says that it can be called. Some of these words also say what is
/// counted: `SMS 500000 a day`.
fn is_asked(before: &str, counts: bool) -> bool {
    const BETWEEN: [&str; 10] =
        ["on", "at", "under", "number", "no", "nr", "is", "via", "unter", "nummer"];
    const NAMES: [&str; 35] = [
        "kontaktnummer",
        "durchwahl",
        "telnr",
        "tel",
        "telephone",
        "telefon",
        "telefono",
        "teléfono",
        "téléphone",
        "telefone",
        "telefoon",
        "phone",
        "tlf",
        "tlfn",
        "tfno",
        "telf",
        "telem",
        "tél",
        "ph",
        "mob",
        "cel",
        "cellphone",
        "cellulare",
        "móvil",
        "movil",
        "fax",
        "gsm",
        "anrufen",
        "rufnummer",
        "dial",
        "telemóvel",
        "mobiltelefon",
        "mobilnummer",
        "handynummer",
        "phonenumber",
    ];
    const UNSURE: [&str; 20] = [
        "mobile",
        "mobil",
        "cell",
        "portable",
        "handy",
        "whatsapp",
        "signal",
        "telegram",
        "viber",
        "sms",
        "wechat",
        "hotline",
        "call",
        "kontakt",
        "contact",
        "contacto",
        "contatto",
        "contato",
        "erreichbar",
        "reachable",
    ];
    let words = before.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    while words.last().is_some_and(|word| BETWEEN.contains(word)) {
        words.pop();
    }
    let near: String = {
        let last: Vec<char> = before.chars().rev().take(8).collect();
        last.into_iter().rev().collect()
    };
    let is_named = match words[..] {
        [.., "call" | "ring" | "text" | "reach", "me" | "us"] => true,
        [.., last] => NAMES.contains(&last) || (UNSURE.contains(&last) && !counts),
        [] => false,
    };
    is_named
        || ["电话", "手机", "電話", "携帯", "联系", "聯絡", "هاتف", "טלפון", "☎", "📞", "📱", "✆"]
            .iter()
            .any(|it| near.contains(it))
}

fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() && !is_unspaced(sign)
}

fn is_unspaced(sign: char) -> bool {
    matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

/// Whether a word begins that says what is counted. Where no blanks are set, only some signs do: `万`, `元`, `人`.
fn counts(sign: char) -> bool {
    const COUNTED: &str = "万億亿千元円人名件次条台家套位份笔美欧";
    sign.is_alphabetic() && (!is_unspaced(sign) || COUNTED.contains(sign))
}

/// Whether it says how much: money, or what a sign behind it measures.
fn is_measured(before: &str, behind: &str) -> bool {
    const MONEY: [&str; 18] = [
        "eur", "usd", "gbp", "chf", "dkk", "sek", "nok", "jpy", "cny", "rmb", "inr", "brl", "cad",
        "aud", "pln", "czk", "mxn", "euro",
    ];
    const SIGNS: &str = "€$£¥₹₽₩₺₴";
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let word = before.rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let unit = behind.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    before.ends_with(|it: char| SIGNS.contains(it) || "~≈".contains(it))
        || behind.starts_with(|it: char| SIGNS.contains(it) || "%‰°×".contains(it))
        || MONEY.contains(&word)
        || MONEY.contains(&unit)
}

/// Whether it is an amount in round figures, or two of them: `12 000 000`, `1000 - 5000`.
fn is_round(number: &str, groups: &[&str]) -> bool {
    let are_thousands = groups.len() > 1 && groups[1..].iter().all(|group| *group == "000");
    let ends = |group: &&str| match groups.len() {
        1 => group.ends_with("0000"),
        _ => group.len() > 3 && group.ends_with("00"),
    };
    are_thousands || (!number.starts_with(['0', '+', '(']) && groups.iter().all(ends))
}

/// Whether it is a moment in one piece: `202105011030`.
fn is_stamp(groups: &[&str]) -> bool {
    let [figures] = groups else { return false };
    let part = |at: usize| figures.get(at..at + 2).and_then(|it| it.parse::<u32>().ok());
    let within = |at: usize, most: u32| part(at).is_some_and(|it| it <= most);
    let has_day = figures.len() >= 8
        && is_year(&figures[..4])
        && part(4).is_some_and(|it| (1..=12).contains(&it))
        && part(6).is_some_and(|it| (1..=31).contains(&it));
    has_day && matches!(figures.len(), 8 | 10 | 12 | 14) && (figures.len() == 8 || within(8, 24))
}

/// Whether it is known to be the number of something else.
fn is_named_otherwise(before: &str) -> bool {
    const NAMES: [&str; 36] = [
        "rn",
        "version",
        "v",
        "ver",
        "release",
        "build",
        "ip",
        "ipv4",
        "commit",
        "ticket",
        "issue",
        "invoice",
        "order",
        "vat",
        "iban",
        "nct",
        "pmcid",
        "oclc",
        "patents",
        "licence",
        "license",
        "registration",
        "isbn",
        "issn",
        "ean",
        "orcid",
        "doi",
        "pmid",
        "arxiv",
        "patent",
        "id",
        "#",
        "iso",
        "din",
        "rfc",
        "isbn-13",
    ];
    const BETWEEN: [&str; 6] = ["no", "nr", "number", "nummer", "us", "ep"];
    let words = before.split(|it: char| it.is_whitespace() || it == ':');
    let words = words.map(|word| word.trim_matches(['(', '[', ',', '.']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let last = words.iter().rev().find(|word| !BETWEEN.contains(word));
    last.is_some_and(|word| NAMES.contains(word)) || before.trim_end().ends_with('#')
}

/// Whether a text is one date or several, and nothing else.
pub(super) fn is_date(text: &str) -> bool {
    let groups = text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
    are_dates(&groups.collect::<Vec<_>>())
}

fn is_year(group: &str) -> bool {
    group.len() == 4 && (group.starts_with("19") || group.starts_with("20"))
}

fn are_dates(groups: &[&str]) -> bool {
    let is_part =
        |it: &str| it.len() <= 2 && it.parse().is_ok_and(|it: u32| (1..=31).contains(&it));
    match groups {
        [] => true,
        [year, month, day, rest @ ..]
            if is_year(year) && is_part(month) && is_part(day) && are_dates(rest) =>
        {
            true
        }
        [day, month, year, rest @ ..]
            if is_part(day) && is_part(month) && is_year(year) && are_dates(rest) =>
        {
            true
        }
        [year, month, rest @ ..] if is_year(year) && is_part(month) && are_dates(rest) => true,
        [month, year, rest @ ..] if is_part(month) && is_year(year) && are_dates(rest) => true,
        [year, rest @ ..] => is_year(year) && are_dates(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_telephones_are_told_from_others() {
        for text in [
            "+49 170 1234567",
            "reach me under 0170 1234567.",
            "0170/1234567",
            "0049 170 1234567",
            "06 12 34 56 78",
            "(030) 98 76 54",
            "(555) 123-4567",
            "555-123-4567",
            "1 555 123 4567",
            "+1.555.123.4567",
            "tel. 987654",
            "my phone: 98 76 54",
            "call me on 98765432",
            "13812345678",
            "电话：98765432",
            "mira +4917012345678, oak",
            "138-1234-5678",
            "电话号码：138 1234 5678",
            "ph: 98765 43210",
            "tlf. 12 34 56 78",
            "tlf: 12345678",
            "612 345 678",
            "📞 612345678",
            "☎ 9876543",
            "9123 4567",
            "8 (912) 345-67-89",
            "+49|170|1234567",
            "090ー1234ー5678",
            "telem.: 912 345 678",
            "6 12 34 56 78",
            "333 1234567",
            "+49·170·1234567",
            "+49_170_1234567",
            "kontakt: 98765432",
            "contact 98 76 54 32",
            "erreichbar unter 98765432",
            "0170,123,45,67",
            "98,76,54,32",
            "+49,170,1234567",
            "13812345678微信",
            "电话13812345678",
            "<+49 170 1234567>",
            "mobile 0170 1234567, since 2019",
        ] {
            assert!(has_telephone(text), "{text}");
        }
        for text in [
            "2019-02-01",
            "01.02.2019 – 03.04.2020",
            "01/2019 - 03/2021",
            "2015-2019 / 2021",
            "1 000 000 visitors",
            "12.500.000 pages",
            "3,400,000 nights",
            "0.1234567 seconds",
            "isbn 978-3-16-148410-0",
            "isbn 3161484100",
            "orcid 0000-0002-1825-0097",
            "https://forge.example/users/12345678901",
            "https://x.example/0170123456",
            "doi.example/10.1000/0123456789",
            "cut costs by 40 % (2019)",
            "rfc 9457, 9110, 9111",
            "sold 98765432 pieces",
            "ran a call center: 250000 customers a year",
            "mobile apps: 1500000 downloads in 2020",
            "led the mobile team, 250000 users",
            "call volume 1000000 per month",
            "sms 500000 a day",
            "telefon-hotline mit 150000 anrufen",
            "signal 100.000.000 users",
            "portal (10.000.000 nutzer) betreut",
            "kept a portal (12 000 000 users) alive",
            "+10.000.000 nutzer in einem jahr",
            "processed 10000000000 rows a day",
            "licence rn 1234567890",
            "eur 125 000 000 of sales",
            "a budget of 125 000 000 €",
            "$ 1234567890 raised",
            "raised 123 456 789 usd",
            "1000 - 5000 requests/s",
            "from 1000-5000% up",
            "grew (2017-2019) 100 000 readers to 12 000 000",
            "+12 000 000 users",
            "10000000000",
            "build 10.10.19041.1234",
            "version 12.34.56.78",
            "ip 10.10.10.10",
            "backup 202105011030",
            "us patent no. 1234567890",
            "pi is 3,14159265",
            "0,12345678 of all",
            "contact with 250000 customers",
            "kontakt zu 1000000 kunden",
            "sold 3,400,000, 2,300,000 and 1,200,000 pieces",
            "2019, 2020, 2021",
            "grew sales from 2019-2023 by 300 000",
            "2021 1500",
            "in 2021 120 000 visitors came",
            "von 2018 bis 2020 1 200 000 euro",
            "order 12345678901 units were shipped",
            "12, 34, 56, 78",
            "营收1200000000元",
            "",
        ] {
            assert!(!has_telephone(text), "{text}");
        }
    }
}
