use proptest::prelude::*;
use sheet::{Document, Language, Look, Order, Paper};

use super::{letters, press, told_by};

/// Words with letters that grow together, of scripts from both sides.
const WORDS: [&str; 30] = [
    "لا",
    "الله",
    "لأن",
    "الإسلام",
    "الآن",
    "سلام",
    "خلال",
    "الأعمال",
    "بالأسعار",
    "مهندس",
    "محمد",
    "لله",
    "می\u{200c}خواهم",
    "برنامه\u{200c}نویس",
    "گچپژ",
    "خفّضتُ",
    "مُدرِّس",
    "جداً",
    "شكراً",
    "שלום",
    "שָׁלוֹם",
    "בְּרֵאשִׁית",
    "עֲלֵיכֶם",
    "office",
    "affluent",
    "shuffle",
    "first",
    "東京都",
    "北京",
    "エンジニア",
];

/// What `pdftotext` reads is what was written, in every look and weight, whatever glyphs a face has for it.
#[test]
fn words_are_read_as_they_are_written() {
    let mut wrong = Vec::new();
    for look in Look::ALL {
        let order = Order { look, paper: Paper::A4, accent: None };
        for word in WORDS {
            let undrawn = press().undrawn(std::iter::once(word));
            if !undrawn.is_empty() {
                continue;
            }
            for text in
                [word.to_owned(), format!("{word} abc {word}"), format!("abc {word}, {word}")]
            {
                let document = Document {
                    language: Language::English,
                    name: text.clone(),
                    label: text.clone(),
                    summary: text.clone(),
                    ..Document::default()
                };
                let print = press().print(&document, &order).unwrap();
                let Some((_, told)) = told_by("pdftotext", &["-layout"], &print.pdf, &["-"]) else {
                    return;
                };
                let found = marked(&told).matches(&marked(word)).count();
                let expected = 3 * text.matches(word).count();
                if found != expected {
                    wrong
                        .push(format!("{} {text}: {found} of {expected} in {told:?}", look.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A line in another script stays between its neighbours.
#[test]
fn lines_of_both_directions_are_read_in_their_order() {
    let points = ["Translated 40 books", "ترجمت أربعين كتابا", "Third line in English"];
    if !press().undrawn(points.into_iter()).is_empty() {
        return;
    }
    let document = serde_json::json!({
        "basics": { "name": "Omid Rahimi" },
        "work": [{ "name": "دفتر ترجمه Tehran", "position": "Translator", "startDate": "2019", "highlights": points }],
        "references": [{ "name": "Ann", "reference": "Good." }],
    });
    let document = Document::of_json_resume(&document, Language::English);
    for look in Look::ALL {
        let order = Order { look, paper: Paper::A4, accent: None };
        let print = press().print(&document, &order).unwrap();
        let Some((_, told)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
        let told = letters(&told);
        let places: Vec<_> = points.iter().map(|point| told.find(&letters(point))).collect();
        let is_found = places.iter().all(Option::is_some) && places.is_sorted();
        assert!(is_found, "{}: {places:?} in {told}", look.name());
    }
}

/// A sign is a word of its own, and is printed whole or told to be missing.
#[test]
fn signs_are_read_with_the_blanks_around_them() {
    let text = "I ❤\u{fe0f} code as 👩\u{200d}💻 there ★ daily";
    let undrawn = press().undrawn(std::iter::once(text));
    let lacks = |part: &str| part.chars().any(|sign| undrawn.contains(&sign));
    assert_eq!(lacks("👩"), lacks("💻"));
    let parts = [
        ("I", ""),
        ("❤", " "),
        ("code as", " "),
        ("👩💻", " "),
        ("there", " "),
        ("★", " "),
        ("daily", " "),
    ];
    let drawn = parts.into_iter().filter(|(part, _)| !lacks(part));
    let expected: String = drawn.flat_map(|(part, blank)| [blank, part]).collect();
    for look in Look::ALL {
        let order = Order { look, paper: Paper::A4, accent: None };
        let document = Document { summary: text.to_owned(), ..Document::default() };
        let print = press().print(&document, &order).unwrap();
        let Some((_, told)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
        let told = told.replace('\u{200d}', "");
        assert!(told.contains(&expected), "{}: {expected:?} in {told:?}", look.name());
    }
}

/// Letters with their points, whose order says nothing, and without signs that nobody sees.
fn marked(text: &str) -> String {
    let is_point =
        |it: char| matches!(it, '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}');
    let kept = |it: &char| is_point(*it) || !letters(&it.to_string()).is_empty();
    let kept: Vec<char> = text.chars().filter(kept).collect();
    let of_letter = kept.chunk_by(|_, next| is_point(*next));
    let in_order = of_letter.flat_map(|letter| {
        let (first, points) = letter.split_at(1);
        let mut points = points.to_vec();
        points.sort_unstable();
        [first.to_vec(), points].concat()
    });
    in_order.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// A place within a character would end the whole program.
    #[test]
    fn any_letters_from_the_right_end_in_pages(text in "[لاأإآمس\u{200c}\u{200d}\u{64b}\u{651}שב\u{5b0}\u{5bc} a1]{1,60}") {
        let document = Document {
            name: text.clone(), label: text.clone(), summary: text, ..Document::default()
        };
        for look in Look::ALL {
            press().print(&document, &Order { look, paper: Paper::A4, accent: None }).unwrap();
        }
    }
}
