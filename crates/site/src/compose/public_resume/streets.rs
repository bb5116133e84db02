//! A street that is hidden, as it can be found in other texts: by its words and figures, whatever stands between them,
//! with the number before or behind.

use super::fold::plain;

#[derive(Debug, Default)]
pub(super) struct Streets {
    streets: Vec<Vec<String>>,
    /// Postal codes, which are figures like any others unless something says what they are.
    codes: Vec<Vec<String>>,
}

impl Streets {
    pub(super) fn extend(&mut self, streets: impl IntoIterator<Item = String>) {
        for street in streets {
            let words = words(&street);
            if words.is_empty() {
                continue;
            }
            for place in from_the_street_on(&words).into_iter().chain([words]) {
                self.streets.extend(turned(&place));
                self.streets.push(place);
            }
        }
    }

    pub(super) fn add_code(&mut self, code: &str) {
        let words = words(&plain(code));
        let length: usize = words.iter().map(|word| word.chars().count()).sum();
        if length >= 4 && words.iter().any(|word| is_figure(word)) {
            self.codes.push(words);
        }
    }

    pub(super) fn are_in(&self, text: &str) -> bool {
        if self.streets.is_empty() && self.codes.is_empty() {
            return false;
        }
        let told = words(&plain(text));
        let is_it =
            |street: &[String]| told.windows(street.len()).any(|part| is_same(street, part));
        self.streets.iter().any(|street| is_it(street))
            || self.codes.iter().any(|code| tells_code(code, &told))
    }
}

/// With the number of the house before its street, or behind it, and without the letter of a door.
fn turned(words: &[String]) -> Vec<Vec<String>> {
    let is_number = |word: &&String| is_figure(word) || word.chars().count() == 1;
    let mut found = Vec::new();
    let mut add = |street: &[String], number: &[String]| {
        if street.is_empty() || street.iter().all(|word| is_number(&word)) {
            return;
        }
        for number in [number, &number[..1]] {
            found.push([street, number].concat());
            found.push([number, street].concat());
        }
    };
    let behind = words.iter().rev().take_while(is_number).count();
    let (street, number) = words.split_at(words.len() - behind);
    // A letter before the figures is part of the name: `Weg A 5`.
    let letters = number.iter().take_while(|word| !is_figure(word)).count();
    let (street, number) = words.split_at(street.len() + letters);
    if !number.is_empty() {
        add(street, number);
    }
    let before = words.iter().take_while(is_number).count();
    let (number, street) = words.split_at(before);
    if number.first().is_some_and(|word| is_figure(word)) {
        add(street, number);
    }
    found
}

/// The street and its number, where town and district stand before them or a town behind.
fn from_the_street_on(words: &[String]) -> Vec<Vec<String>> {
    const ENDS: [&str; 20] = [
        "str", "weg", "gasse", "allee", "pl", "ufer", "damm", "ring", "laan", "gade", "gatan",
        "vej", "veien", "vaegen", "로", "길", "대로", "路", "街", "道",
    ];
    let is_street = |word: &String| ENDS.iter().any(|end| word.ends_with(end) && word != end);
    let pairs = words.windows(2).enumerate();
    let pairs = pairs.filter(|(_, pair)| is_street(&pair[0]) && is_figure(&pair[1]));
    pairs
        .map(|(at, _)| words[at..at + 2].to_vec())
        .filter(|pair| pair.len() < words.len())
        .collect()
}

/// Whether a code stands there as one: it has letters or begins with a nought, as no amount does, or a word or the
/// letter of a country before it says so.
fn tells_code(code: &[String], told: &[String]) -> bool {
    const NAMES: [&str; 18] = [
        "plz",
        "zip",
        "zipcode",
        "postcode",
        "postal",
        "postleitzahl",
        "post",
        "cp",
        "cap",
        "cep",
        "code",
        "codigo",
        "codice",
        "postnummer",
        "邮编",
        "郵便番号",
        "〒",
        "postnr",
    ];
    const LANDS: [&str; 14] =
        ["d", "a", "ch", "f", "i", "e", "p", "nl", "b", "dk", "de", "at", "fr", "it"];
    let is_sure = code.iter().any(|word| !is_figure(word)) || code[0].starts_with('0');
    let mut windows = told.windows(code.len()).enumerate();
    windows.any(|(at, part)| {
        let before = at.checked_sub(1).and_then(|at| told.get(at)).map(String::as_str);
        let is_named = before.is_some_and(|word| NAMES.contains(&word) || LANDS.contains(&word));
        part == code && (is_sure || is_named)
    })
}

/// Without blanks a street has its town before it, which others leave out, and other words before that.
fn is_same(street: &[String], told: &[String]) -> bool {
    let (Some((hidden, behind)), Some((first, rest))) = (street.split_first(), told.split_first())
    else {
        return false;
    };
    // A name of a street has a sign for itself and one for what it is.
    const FEWEST: usize = 3;
    let is_unspaced = |it: char| matches!(it, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
    let both = hidden.chars().rev().zip(first.chars().rev());
    let shared = both.take_while(|(one, other)| one == other && is_unspaced(*one)).count();
    let is_end = shared >= FEWEST || (shared > 1 && shared == first.chars().count());
    behind == rest && (hidden == first || (is_end && !rest.is_empty()))
}

fn is_figure(word: &str) -> bool {
    word.starts_with(char::is_numeric)
}

/// Words and figures apart, with one spelling for what streets are called.
fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let text = spelt(text);
    for word in
        text.split(|it: char| !it.is_alphanumeric() && it != '〒').filter(|it| !it.is_empty())
    {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let figures = first.is_numeric();
            let end = rest.find(|it: char| it.is_numeric() != figures).unwrap_or(rest.len());
            let (part, behind) = rest.split_at(end);
            found.push(usual(part));
            rest = behind;
        }
    }
    const NUMBERS: [&str; 14] = [
        "nr", "no", "nº", "n", "num", "number", "numero", "número", "号", "號", "番地", "番",
        "번지", "호",
    ];
    found.retain(|word| !NUMBERS.contains(&word.as_str()));
    found
}

/// Letters that some keyboards lack, as people write them without.
fn spelt(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            'ß' => found.push_str("ss"),
            'ä' | 'æ' => found.push_str("ae"),
            'ö' | 'ø' | 'œ' => found.push_str("oe"),
            'ü' => found.push_str("ue"),
            'å' => found.push_str("aa"),
            'é' | 'è' | 'ê' | 'ë' => found.push('e'),
            'à' | 'á' | 'â' | 'ã' => found.push('a'),
            'í' | 'ì' | 'î' | 'ï' => found.push('i'),
            'ó' | 'ò' | 'ô' | 'õ' => found.push('o'),
            'ú' | 'ù' | 'û' => found.push('u'),
            'ç' => found.push('c'),
            'ñ' => found.push('n'),
            sign => found.push(sign),
        }
    }
    found
}

fn usual(word: &str) -> String {
    let same = match word {
        "st" | "street" => "street",
        "rd" | "road" => "road",
        "ave" | "av" | "avda" | "avenue" | "avenida" => "avenue",
        "blvd" | "bd" | "boulevard" | "bulevar" => "boulevard",
        "ln" | "lane" => "lane",
        "dr" | "drive" => "drive",
        "ct" | "court" => "court",
        "sq" | "square" => "square",
        "ter" | "terrace" => "terrace",
        "cres" | "crescent" => "crescent",
        "hwy" | "highway" => "highway",
        "pkwy" | "parkway" => "parkway",
        "c" | "calle" => "calle",
        "r" | "rua" | "rue" => "rua",
        "v" | "via" => "via",
        "vle" | "viale" => "viale",
        "cso" | "corso" => "corso",
        "trav" | "travessa" => "travessa",
        "ctra" | "carretera" => "carretera",
        "pso" | "paseo" => "paseo",
        "ch" | "chemin" => "chemin",
        "imp" | "impasse" => "impasse",
        "pl" | "place" | "plaza" | "platz" | "praca" | "piazza" | "pza" | "plein" => "place",
        _ => "",
    };
    // The shortest that somebody writes, from the longest that somebody does.
    const ENDS: [(&str, &str); 12] = [
        ("strasse", "str"),
        ("straat", "str"),
        ("str", "str"),
        ("platz", "pl"),
        ("plein", "pl"),
        ("gasse", "g"),
        ("gade", "g"),
        ("gatan", "g"),
        ("vaegen", "v"),
        ("vegen", "v"),
        ("veien", "v"),
        ("vej", "v"),
    ];
    let stem = ENDS.iter().find_map(|(end, short)| {
        word.strip_suffix(end).filter(|stem| stem.chars().count() > 2).map(|stem| (stem, short))
    });
    match (same, stem) {
        ("", Some((stem, short))) => format!("{stem}{short}"),
        ("", None) => word.to_owned(),
        (same, _) => same.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_is_found_however_it_is_set() {
        for (hidden, texts) in [
            (
                "rosenweg 5",
                &[
                    "Rosenweg\u{a0}5",
                    "Rosenweg  5",
                    "Rosenweg,\n5",
                    "Rosenweg Nr. 5",
                    "5 Rosenweg",
                    "in Rosenweg 5a",
                ][..],
            ),
            ("12345 lindmark", &["12345  Lindmark", "Lindmark 12345"]),
            ("2712 broadway st", &["2712 Broadway Street", "Broadway St. 2712"]),
            ("rosenstr. 5", &["Rosenstraße 5", "Rosenstr 5", "Rosenstr.5", "Rosenstrasse 5"]),
            ("calle mayor nº 5", &["Calle Mayor 5", "C/ Mayor 5"]),
            ("av. paulista 1000", &["Avenida Paulista 1000", "Av. Paulista, 1000"]),
            ("北京市朝阳区建国路88号", &["朝阳区建国路88号"]),
            ("東京都港区六本木6-10-1", &["六本木6-10-1"]),
            (
                "ambossgasse 7b",
                &[
                    "7b Ambossgasse is where I work",
                    "Amboßgasse 7b",
                    "Ambossgasse 7 B",
                    "Ambossg. 7b",
                    "at 7 Ambossgasse",
                    "Ambossgasse 7",
                ],
            ),
            ("221b baker street", &["221B Baker St.", "Baker Street 221b", "Baker Street 221"]),
            ("北京市朝阳区建国路88号", &["住在建国路88号", "家在朝阳区建国路88", "建国路88號"]),
            ("서울특별시 강남구 테헤란로 152", &["테헤란로 152", "강남구 테헤란로 152에서"]),
            (
                "rua das flores 10",
                &["R. das Flores 10", "Rua das Flores, 10", "10, rua das Flores"],
            ),
            ("mühlweg 3", &["Muehlweg 3", "3 Mühlweg"]),
            ("marktplatz 3", &["Marktpl. 3"]),
            ("kerkstraat 12", &["Kerkstr. 12", "12 Kerkstraat"]),
            ("nørregade 3", &["Nørreg. 3", "Noerregade 3"]),
            ("plaza mayor 4", &["Pl. Mayor 4", "Pza. Mayor 4"]),
            ("musterstraße 12 10115 berlin", &["Musterstr. 12", "wohne Musterstrasse 12"]),
            ("viale dei mille 8", &["Vle dei Mille 8"]),
        ] {
            let mut streets = Streets::default();
            streets.extend([hidden.to_owned()]);
            for text in texts {
                assert!(streets.are_in(text), "{hidden} in {text}");
            }
            for text in ["Rosenweg", "Rosenweg 55", "5 people", "Lindmark", "", "Grew 5 roses"] {
                assert!(!streets.are_in(text), "{hidden} in {text}");
            }
        }
    }

    #[test]
    fn a_postal_code_is_told_where_it_is_one() {
        for (code, texts) in [
            ("04109", &["Post 04109 to me", "04109"][..]),
            ("10115", &["PLZ 10115", "D-10115", "zip: 10115"]),
            ("SW1A 1AA", &["near SW1A 1AA", "sw1a1aa"]),
            ("1012 AB", &["1012AB"]),
            ("100-0001", &["〒100-0001"]),
        ] {
            let mut streets = Streets::default();
            streets.add_code(code);
            for text in texts {
                assert!(streets.are_in(text), "{code} in {text}");
            }
            for text in
                ["Sold 10115 tickets", "104109 users", "1012 people", "100 of 1", "1 AA battery"]
            {
                assert!(!streets.are_in(text), "{code} in {text}");
            }
        }
        let mut short = Streets::default();
        short.add_code("123");
        assert!(!short.are_in("PLZ 123"));
    }
}
