use proptest::prelude::*;

use sheet::{Contact, Document, Entry, Language, Look, Order, Paper, Part, Period, Photo, Section};

use super::press;

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
        photo: Photo::new(String::new(), vec![90; 3 * (Photo::WIDTH * Photo::HEIGHT) as usize]),
    }
}

fn prints(language: Language, look: Look, text: &str) {
    let order = Order { look, paper: Paper::A4, accent: Some([200, 30, 30]) };
    let document = document(language, text);
    let print = press().print(&document, &order).unwrap();
    assert!(print.pdf.starts_with(b"%PDF-1.7") && print.extent.pages >= 1);
}

#[test]
fn texts_that_nobody_would_send_end_in_pages() {
    let texts = [
        String::new(),
        " ".to_owned(),
        "x".repeat(10_000),
        "wort ".repeat(400),
        format!("a{}", "\u{301}".repeat(200)),
        "https://example.org/".to_owned() + &"a/b-c_d".repeat(60),
        "漢字かな交じり文".repeat(60),
        "שלום עולם abc 123 مرحبا بالعالم ".repeat(10),
        "\u{202e}abc\u{202c}\u{2066}def\u{2069}".to_owned(),
        "\0\u{1}\t\n\r\u{7f}\u{85}\u{2028}".to_owned(),
        "👩‍👩‍👧‍👦🏳️‍🌈😀 emoji".to_owned(),
        "\u{ad}\u{ad}soft\u{ad}hyphens\u{ad}".to_owned(),
        "\u{feff}\u{fffe}\u{fffd}\u{e000}\u{10ffff}".to_owned(),
        "ไทยไม่มีช่องว่างระหว่างคำ हिन्दी বাংলা ქართული".to_owned(),
    ];
    for (number, text) in texts.iter().enumerate() {
        prints(Language::German, Look::ALL[number % 3], text);
    }
    prints(Language::Japanese, Look::Classic, &texts[6]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends_in_pages(text in any::<String>(), language in 0usize..10) {
        prints(Language::ALL[language], Look::ALL[language % 3], &text);
    }
}
