//! When two texts of a list are one: they differ in blanks, letter case, the kind of their quotes and dashes, or the
//! mark at their end. A figure or a word that differs makes two of them.

use serde_json::{Map, Value};

/// A text as it is compared with others.
pub(super) fn alike(text: &str) -> String {
    let signs: Vec<char> = text.chars().flat_map(usual).collect();
    let mut found = String::with_capacity(text.len());
    for (at, sign) in signs.iter().copied().enumerate() {
        if !sign.is_whitespace() {
            found.push(sign);
            continue;
        }
        let before = found.chars().next_back();
        let behind = signs[at..].iter().copied().find(|sign| !sign.is_whitespace());
        // A blank parts words. Beside a mark, and in scripts that set none, it parts nothing.
        if before.is_some_and(parts_words) && behind.is_some_and(parts_words) {
            found.push(' ');
        }
    }
    const ENDS: [char; 8] = ['.', ',', ';', ':', '!', '。', '、', '…'];
    let end = found.trim_end_matches(ENDS).len();
    found.truncate(end);
    // The mark may stand before the quote that closes, too.
    match found.strip_suffix('"') {
        Some(quoted) => format!("{}\"", quoted.trim_end_matches(ENDS)),
        None => found,
    }
}

/// An entry as it is compared with others. Addresses and names at some place are told apart by case.
pub(super) fn alike_entry(members: &Map<String, Value>) -> String {
    let folded = |value: &Value| match value {
        Value::String(text) => Value::String(alike(text)),
        Value::Array(items) => {
            let texts = items.iter().filter_map(Value::as_str).map(alike);
            texts.filter(|text| !text.is_empty()).map(Value::String).collect()
        }
        value => value.clone(),
    };
    let member = |(name, value): (&String, &Value)| match name.as_str() {
        "url" | "username" => (name.clone(), value.clone()),
        _ => (name.clone(), folded(value)),
    };
    let said = members.iter().map(member).filter(|(_, value)| match value {
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    });
    Value::Object(said.collect()).to_string()
}

/// A sign in its usual form.
fn usual(sign: char) -> impl Iterator<Item = char> {
    let sign = match sign {
        // Wide forms of the signs that ASCII has.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(sign) - 0xfee0).expect("all of ASCII are characters")
        }
        sign => sign,
    };
    let sign = match sign {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '″' => '"',
        '‘' | '’' | '‚' | '‛' | '‹' | '›' | '`' | '´' | '′' => '\'',
        sign => sign,
    };
    // What nobody sees.
    let is_unseen = matches!(sign, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    sign.to_lowercase().filter(move |_| !is_unseen)
}

fn parts_words(sign: char) -> bool {
    let is_unspaced = matches!(sign, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    // `C #` and `+ 5` are not so often written that it would matter; `3 +5` and `3 + 5` are one.
    sign.is_alphanumeric() && !is_unspaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_say_the_same_are_one() {
        for same in [
            &["Filed all forms", "filed all forms.", "Filed  all\u{a0}forms", " FILED ALL FORMS; "]
                [..],
            &["Excel", "excel", "EXCEL", "Excel."],
            &["Führte „Mühle“ – allein", "führte \"Mühle\" - allein.", "Führte »Mühle« — allein"],
            &[
                "Réduit les coûts : 5 %",
                "réduit les coûts: 5%",
                "Réduit les coûts\u{202f}: 5\u{a0}%.",
            ],
            &["L’équipe", "L'équipe", "l`équipe"],
            &["Ведёт «Мельницу»", "ведёт \"мельницу\"."],
            &["Ηγήθηκε ομάδας", "ηγήθηκε ομάδας."],
            &["使用 Go 开发", "使用Go开发", "使用Ｇｏ开发。"],
            &["売上を２倍", "売上を2倍。", "売上を 2 倍"],
            &["팀 5명 관리", "팀  5명 관리."],
            &["أدار الفريق", "أدار  الفريق."],
            &["co\u{ad}founder", "cofounder"],
            &["“Good.”", "\"Good\"", "»Good«."],
        ] {
            for other in &same[1..] {
                assert_eq!(alike(same[0]), alike(other));
            }
        }
    }

    #[test]
    fn a_figure_or_a_word_makes_two() {
        for (one, other) in [
            ("Led 5 people", "Led 6 people"),
            ("Led 5 people", "Led 5 persons"),
            ("Led a team", "Led the team"),
            ("C", "C++"),
            ("C", "C#"),
            ("6\" pipe", "6' pipe"),
            ("1 000 parts", "1000 parts"),
            ("NET", ".NET"),
            ("Cut costs by 5", "Cut costs by -5"),
            ("Was it good?", "Was it good"),
            ("管理团队5人", "管理团队6人"),
            ("Rent a car", "Renta car"),
            ("", "x"),
        ] {
            assert_ne!(alike(one), alike(other), "{one} | {other}");
        }
    }
}
