use sheet::{Language, Letter, Look, Order, Paper};

use super::reading::{bare, is_mixed};
use super::{lives, press, told_by};

/// A letter with what a life tells of its first two entries.
fn letter(document: &sheet::Document) -> Letter {
    let mut letter =
        Letter::of_document(document.clone(), "Head of Mills".to_owned(), "2026-11-16".to_owned());
    letter.entries.truncate(2);
    for entry in &mut letter.entries {
        entry.points.truncate(2);
        entry.text.clear();
    }
    letter
}

#[test]
fn letters_are_one_page_that_programs_read_in_order() {
    for (name, document) in lives().iter().step_by(3) {
        let letter = letter(document);
        for look in Look::ALL {
            let order = Order { look, paper: Paper::A4, accent: None };
            let print = press().print_letter(&letter, &order).unwrap();
            assert_eq!(print.extent.pages, 1, "{name} in {look:?}");
            assert_eq!(press().measure_letter(&letter, &order), print.extent);
            let Some((done, text)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
            assert!(done, "{name}");
            let read = bare(&text);
            let phrases = letter.language.phrases();
            let mut from = 0;
            let lines = [&letter.subject(), phrases.salutation, &letter.opening(), phrases.closing];
            for line in lines.into_iter().filter(|line| !is_mixed(line)) {
                let place = read[from..].find(&bare(line));
                assert!(place.is_some(), "{name} in {look:?} lacks {line:?}:\n{text}");
                from += place.unwrap();
            }
        }
    }
}

#[test]
fn plain_text_has_a_line_for_everything() {
    for language in Language::ALL {
        let document = sheet::Document { name: "Ada".to_owned(), language, ..Default::default() };
        let letter = Letter::of_document(document, String::new(), String::new());
        let text = letter.plain_text();
        assert!(text.starts_with("Ada\n") && text.trim_end().ends_with("Ada"), "{text}");
        assert!(!text.contains('{') && !text.contains(language.phrases().from_resume), "{text}");
        assert!(text.contains(language.phrases().request), "{text}");
    }
}
