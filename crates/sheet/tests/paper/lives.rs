use sheet::{Document, Look, Order, Paper, Photo, plain_text};

use super::reading::{fault, forms};
use super::{lives, press, told_by};

fn order(look: Look, paper: Paper) -> Order {
    Order { look, paper, accent: None }
}

/// The statements of a document from the name down.
fn statements(document: &Document) -> Vec<String> {
    let mut told = vec![document.name.clone(), document.label.clone()];
    told.extend(document.contacts.iter().map(|contact| contact.text.clone()));
    told.push(document.summary.clone());
    for section in &document.sections {
        for entry in &section.entries {
            told.push(entry.title.clone());
            told.push(entry.period.told(document.language));
            told.push(entry.place.clone());
            told.push(entry.text.clone());
            told.extend(entry.points.iter().cloned());
        }
    }
    told.retain(|text| !text.is_empty());
    told
}

/// A picture with a gradient, so that it is none of one colour.
fn with_photo(document: &Document) -> Document {
    let pixels = Photo::WIDTH * Photo::HEIGHT;
    let rgb = (0..pixels).flat_map(|at| [(at % 251) as u8, (at / Photo::WIDTH % 251) as u8, 90]);
    let photo = Photo::new("/media/x.webp".to_owned(), rgb.collect());
    assert!(photo.is_some());
    Document { photo, ..document.clone() }
}

#[test]
fn thirty_lives_can_be_read_by_programs_in_the_order_of_the_page() {
    let lives = lives();
    assert_eq!(lives.len(), 30);
    let mut faults = Vec::new();
    for (number, (name, document)) in lives.iter().enumerate() {
        // Also where words stand beside a picture.
        let document = match number.is_multiple_of(3) {
            true => with_photo(document),
            false => document.clone(),
        };
        for (look, paper) in forms() {
            let Some(read) = fault(&document, look, paper) else { return };
            faults.extend(read.err().map(|fault| format!("{name} in {fault}")));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn files_are_whole_tagged_and_say_whose_they_are() {
    for (name, document) in lives().iter().step_by(7) {
        let document = &with_photo(document);
        let print = press().print(document, &order(Look::Modern, Paper::Letter)).unwrap();
        if let Some((done, said)) = told_by("qpdf", &["--check"], &print.pdf, &[]) {
            assert!(done, "{name}: {said}");
        }
        let Some((_, facts)) = told_by("pdfinfo", &[], &print.pdf, &[]) else { return };
        let fact = |key: &str| {
            let line = facts.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line.split_once(':').map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
        };
        assert_eq!(fact("Tagged"), "yes", "{facts}");
        assert_eq!(fact("Pages"), print.extent.pages.to_string(), "{facts}");
        assert!(fact("Title").starts_with(&document.name), "{facts}");
        assert_eq!(fact("Author"), document.name, "{facts}");
        assert!(fact("Page size").starts_with("612 x 792"), "{facts}");
    }
}

#[test]
fn plain_text_has_every_statement_in_order() {
    for (name, document) in lives() {
        let text = plain_text(&document);
        let mut from = 0;
        for statement in statements(&document) {
            let place = text[from..].find(&statement);
            assert!(place.is_some(), "{name}: {statement:?} in {text}");
            from += place.unwrap();
        }
        assert!(!text.contains("\n\n\n"), "{text}");
    }
}
