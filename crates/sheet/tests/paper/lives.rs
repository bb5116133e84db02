use sheet::{Document, Look, Order, Paper, Part, Photo, plain_text};

use super::{letters, lives, press, told_by};

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
            told.push(entry.place.clone());
            told.push(entry.text.clone());
            told.extend(entry.points.iter().cloned());
        }
    }
    told.retain(|text| !text.is_empty());
    told
}

/// As a look has them: one shows skills before everything else.
fn in_order_of(look: Look, document: &Document) -> Document {
    let mut document = document.clone();
    if look == Look::Compact {
        document.sections.sort_by_key(|section| section.kind != Part::Skills);
    }
    document
}

/// A picture with a gradient, so that it is none of one colour.
fn with_photo(document: &Document) -> Document {
    let pixels = Photo::WIDTH * Photo::HEIGHT;
    let rgb = (0..pixels).flat_map(|at| [(at % 251) as u8, (at / Photo::WIDTH % 251) as u8, 90]);
    let photo = Photo::new("/media/x.webp".to_owned(), rgb.collect());
    assert!(photo.is_some());
    Document { photo, ..document.clone() }
}

fn has_right_to_left(document: &Document) -> bool {
    document.name.chars().any(|letter| ('\u{590}'..'\u{700}').contains(&letter))
}

#[test]
fn thirty_lives_can_be_read_by_programs_in_the_order_of_the_page() {
    let lives = lives();
    assert_eq!(lives.len(), 30);
    for (number, (name, document)) in lives.iter().enumerate() {
        for look in Look::ALL {
            let mut document = in_order_of(look, document);
            // Also where words stand beside a picture.
            if number.is_multiple_of(3) {
                document = with_photo(&document);
            }
            let print = press().print(&document, &order(look, Paper::A4)).unwrap();
            let Some((done, text)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
            assert!(done, "{name}");
            let pages = text.matches('\u{c}').count();
            assert_eq!(pages, print.extent.pages, "{name} in {look:?}");
            // Extractors turn such lines round as they like.
            if has_right_to_left(&document) {
                continue;
            }
            let read = letters(&text);
            let mut from = 0;
            for statement in statements(&document) {
                let wanted = letters(&statement);
                assert!(read.contains(&wanted), "{name} in {look:?} lacks {statement:?}:\n{text}");
                // Short words may be found further down, and everything after them would seem early.
                if wanted.chars().count() > 20 {
                    let place = read[from..].find(&wanted);
                    assert!(
                        place.is_some(),
                        "{statement:?} of {name} in {look:?} is early:\n{text}"
                    );
                    from += place.unwrap();
                }
            }
        }
    }
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
