use proptest::prelude::*;

use super::press;
use crate::look::{Cut, Ink, Type};
use crate::{Contact, Document, Entry, Language, Look, Order, Paper, Part, Period, Section};

fn document(language: Language, text: &str) -> Document {
    let entry = Entry {
        title: text.to_owned(),
        place: text.to_owned(),
        period: Period::of(text, ""),
        text: text.to_owned(),
        points: vec![text.to_owned(); 2],
        href: Some("https://example.org/".to_owned()),
    };
    let line = Entry { title: text.to_owned(), text: text.to_owned(), ..Entry::default() };
    Document {
        language,
        name: text.to_owned(),
        label: text.to_owned(),
        contacts: vec![Contact { text: text.to_owned(), href: Some("mailto:a@b.example".into()) }],
        summary: text.to_owned(),
        sections: vec![
            Section::new(Part::Experience, vec![entry.clone(), Entry::default(), entry]),
            Section::new(Part::Skills, vec![line.clone(), line.clone()]),
            Section::new(Part::Languages, vec![line]),
            Section { title: Some(text.to_owned()), ..Section::new(Part::Awards, Vec::new()) },
        ],
    }
}

fn prints(language: Language, text: &str) {
    for look in Look::ALL {
        let order = Order { look, paper: Paper::A4, accent: Some([200, 30, 30]) };
        let print = press().print(&document(language, text), &order).unwrap();
        assert!(print.pdf.starts_with(b"%PDF-1.7") && print.extent.pages >= 1);
        let measured = press().measure(&document(language, text), &order);
        assert_eq!(measured, print.extent);
    }
}

#[test]
fn texts_that_nobody_would_send_end_in_pages() {
    let texts = [
        String::new(),
        " ".to_owned(),
        "x".repeat(10_000),
        "wort ".repeat(2_000),
        format!("a{}", "\u{301}".repeat(2_000)),
        "https://example.org/".to_owned() + &"a/b-c_d".repeat(300),
        "漢字かな交じり文".repeat(300),
        "שלום עולם abc 123 مرحبا بالعالم ".repeat(40),
        "\u{202e}abc\u{202c}\u{2066}def\u{2069}".to_owned(),
        "\0\u{1}\t\n\r\u{7f}\u{85}\u{2028}".to_owned(),
        "👩‍👩‍👧‍👦🏳️‍🌈😀 emoji".to_owned(),
        "\u{ad}\u{ad}soft\u{ad}hyphens\u{ad}".to_owned(),
        "\u{feff}\u{fffe}\u{fffd}\u{e000}\u{10ffff}".to_owned(),
        "ไทยไม่มีช่องว่างระหว่างคำ हिन्दी বাংলা ქართული".to_owned(),
    ];
    for text in &texts {
        prints(Language::German, text);
    }
    prints(Language::Japanese, &texts[6]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends_in_pages(text in any::<String>(), language in 0usize..10) {
        prints(Language::ALL[language], &text);
    }
}

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
            Some(&run.text[start..end])
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
    // Lines that are full enough keep their words whole.
    let wide = set(Language::German, text, 420.0);
    assert!(!wide.concat().contains('\u{ad}'), "{wide:?}");
    // What is no word has no hyphen: it would become a part of the address.
    let address = "https://example.org/a-very-long-address-that-does-not-fit-anywhere/at/all";
    let lines = set(Language::English, address, 90.0);
    assert_eq!(lines.concat(), address);
    let capitals = set(Language::English, "INTERNATIONALISATION NATO", 200.0).concat();
    assert!(!capitals.contains('\u{ad}'));
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
