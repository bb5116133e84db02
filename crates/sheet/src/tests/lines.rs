use super::press;
use crate::look::{Cut, Ink, Type};
use crate::{Document, Language, Look, Order};

fn body(size: f32) -> Type {
    Type {
        cut: Cut::Text,
        size,
        leading: size * 1.3,
        weight: 400.0,
        italic: false,
        tracking: 0.0,
        ink: Ink::Full,
    }
}

/// The lines of a text as they are read, a soft hyphen where a word is parted.
fn set(language: Language, text: &str, width: f32) -> Vec<String> {
    let document = Document { language, summary: text.to_owned(), ..Document::default() };
    let order = Order { look: Look::Compact, ..Order::default() };
    let mut lettering = press().lettering(&document, &order);
    let paragraph = lettering.set(&[(text, body(10.0))], Some(width));
    let read = |line: &crate::lettering::Line| -> String {
        let runs = line.runs.iter().filter_map(|run| {
            let start = run.glyphs.iter().map(|glyph| glyph.range.start).min()?;
            let end = run.glyphs.iter().map(|glyph| glyph.range.end).max()?;
            let said = &run.text[start..end];
            // A hyphen at the end of a line says that it is none of ours.
            Some(if said == "- " { "-" } else { said })
        });
        runs.collect()
    };
    paragraph.lines.iter().map(read).collect()
}

#[test]
fn a_word_is_parted_only_with_a_hyphen_and_only_where_its_language_allows() {
    let text = "Die Drehschwingungsdämpfer der Hauptantriebsanlagen und die \
                Schadensfrüherkennungseinrichtungen wurden geprüft.";
    for width in [90.0, 120.0, 200.0, 320.0] {
        let lines = set(Language::German, text, width);
        let read = lines.concat();
        assert_eq!(read.replace('\u{ad}', ""), text, "{lines:?}");
        let (_, all_but_last) = lines.split_last().unwrap();
        for line in all_but_last {
            assert!(line.ends_with([' ', '\u{ad}', '-']), "{width}: {lines:?}");
        }
    }
    // Lines that are full enough keep their words whole: in any face, none of these leaves much.
    let usual = "Die Anlagen wurden im Frühjahr geprüft, gereinigt und wieder in Betrieb genommen, wie \
                 es der Plan für das ganze Werk vorsieht, und danach von allen Seiten betrachtet.";
    let wide = set(Language::German, usual, 600.0);
    assert!(wide.len() > 1 && !wide.concat().contains('\u{ad}'), "{wide:?}");
    // What is no word has no hyphen: it would become a part of the address.
    let address = "https://example.org/a-very-long-address-that-does-not-fit-anywhere/at/all";
    let lines = set(Language::English, address, 90.0);
    assert_eq!(lines.concat(), address);
    let capitals = set(Language::English, "INTERNATIONALISATION NATO", 200.0).concat();
    assert!(!capitals.contains('\u{ad}'));
}

/// Whatever language its headings are in.
#[test]
fn words_are_parted_by_the_rules_of_their_own_language_or_not_at_all() {
    let german = "Die Drehschwingungsdämpfer der Hauptantriebsanlagen und die \
                  Schadensfrüherkennungseinrichtungen wurden geprüft.";
    for width in [150.0, 200.0, 240.0, 320.0] {
        let lines = set(Language::German, german, width);
        assert_eq!(set(Language::English, german, width), lines, "{width}");
    }
    let parted = set(Language::English, german, 200.0).concat();
    assert!(parted.contains('\u{ad}'), "{parted}");
    let others = [
        "Kierowałam zespołem projektującym przekształtniki energoelektroniczne na budowie i do końca.",
        "Entwicklung Drehschwingungsdämpfer Hauptantriebsanlagen Schwingungsmesstechnik Auswuchtung",
    ];
    for text in others {
        for width in [160.0, 200.0, 240.0] {
            let lines = set(Language::English, text, width);
            assert!(!lines.concat().contains('\u{ad}'), "{width}: {lines:?}");
        }
    }
}

#[test]
fn chinese_and_japanese_lines_break_by_their_own_rules() {
    let text = "主导订单系统拆分，峰值每秒处理四万二千笔请求，全年可用性达到百分之九十九点九九。";
    let lines = set(Language::Chinese, text, 90.0);
    if lines.concat() != text {
        println!("NOT RUN: no face of this machine has these letters");
        return;
    }
    assert!(lines.len() > 3, "{lines:?}");
    for line in &lines[1..] {
        // No line begins with a sign that closes something.
        assert!(!line.starts_with(['，', '。', '、', '）']), "{lines:?}");
    }
}

#[test]
fn a_text_in_many_scripts_loses_none_of_them() {
    let words = [
        "ሰላም",
        "გამარჯობა",
        "բարեւ",
        "สวัสดี",
        "வணக்கம்",
        "నమస్కారం",
        "নমস্কার",
        "नमस्ते",
        "ਸਤਿ",
        "નમસ્તે",
        "ಕನ್ನಡ",
        "മലയാളം",
        "ආයුබෝවන්",
        "မင်္ဂလာပါ",
        "សួស្តី",
        "안녕",
        "ᐃᓄᒃᑎᑐᑦ",
        "ᏣᎳᎩ",
    ];
    let drawn = |text: &str| {
        let document = Document { summary: text.to_owned(), ..Document::default() };
        press().lettering(&document, &Order::default()).drawable(text)
    };
    let known: Vec<&str> = words.into_iter().filter(|word| drawn(word) == *word).collect();
    if known.len() < 8 {
        println!("NOT RUN: this machine has faces for too few scripts: {known:?}");
        return;
    }
    let text = known.join(" ");
    assert_eq!(drawn(&text), text);
}

/// Thai sets no blanks between words; where they end is known from a dictionary.
#[test]
fn thai_lines_break_between_words() {
    const WORDS: [&str; 8] =
        ["ภาษา", "ไทย", "ประเทศ", "โรงเรียน", "นักเรียน", "ทำงาน", "อาหาร", "ความ"];
    let text = WORDS.concat();
    if !press().undrawn(std::iter::once(text.as_str())).is_empty() {
        println!("NOT RUN: no face of this machine has these letters");
        return;
    }
    let ends: Vec<usize> = (1..=WORDS.len()).map(|count| WORDS[..count].concat().len()).collect();
    for width in [45.0, 60.0, 80.0, 110.0] {
        let lines = set(Language::English, &text, width);
        assert!(lines.len() > 1 && lines.concat() == text, "{lines:?}");
        let mut end = 0;
        for line in &lines {
            end += line.len();
            assert!(ends.contains(&end), "{width}: {lines:?}");
        }
    }
}
