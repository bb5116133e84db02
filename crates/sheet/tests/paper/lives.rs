use sheet::{Document, Extent, Leaving, Look, Order, Paper, Part, plain_text};

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
            told.push(entry.text.clone());
            told.extend(entry.points.iter().cloned());
        }
    }
    told.retain(|text| !text.is_empty());
    told
}

fn has_right_to_left(document: &Document) -> bool {
    document.name.chars().any(|letter| ('\u{590}'..'\u{700}').contains(&letter))
}

#[test]
fn thirty_lives_can_be_read_by_programs_in_the_order_of_the_page() {
    let lives = lives();
    assert_eq!(lives.len(), 30);
    for (name, document) in &lives {
        for look in Look::ALL {
            let print = press().print(document, &order(look, Paper::A4)).unwrap();
            let Some((done, text)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
            assert!(done, "{name}");
            let pages = text.matches('\u{c}').count();
            assert_eq!(pages, print.extent.pages, "{name} in {look:?}");
            // Extractors turn such lines round as they like.
            if has_right_to_left(document) {
                continue;
            }
            let read = letters(&text);
            let mut from = 0;
            for statement in statements(document) {
                let wanted = letters(&statement);
                let place = read.find(&wanted);
                assert!(place.is_some(), "{name} in {look:?} lacks {statement:?}:\n{text}");
                // Skills come first in one look, and short words may be found earlier.
                let is_long = wanted.chars().count() > 20;
                if is_long && look != Look::Compact {
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
fn what_is_left_out_to_fit_is_the_first_of_the_list_and_no_more() {
    let lives = lives();
    let (_, life) = lives.iter().find(|(name, _)| name == "en-twenty-years").unwrap();
    let order = order(Look::Classic, Paper::A4);
    assert!(press().measure(life, &order).pages > 1);
    let work = life.sections.iter().position(|it| it.kind == Part::Experience).unwrap();
    // From the oldest work to the newest.
    let mut leavings: Vec<Leaving> =
        (1..life.sections[work].entries.len()).rev().map(|it| Leaving::Entry(work, it)).collect();
    leavings.extend((0..life.sections.len()).rev().filter(|it| *it != work).map(Leaving::Section));
    let fitted = press().fit(life, &order, 1, &leavings);
    assert_eq!(fitted.extent.pages, 1);
    assert!(fitted.left_out > 0 && fitted.left_out < leavings.len());
    let one_less = press().fit(life, &order, 1, &leavings[..fitted.left_out - 1]);
    assert!(one_less.extent.pages > 1, "one less would have been enough");
    assert_eq!(press().measure(&fitted.document, &order), fitted.extent);
    let whole = press().fit(life, &order, 9, &leavings);
    assert_eq!((whole.left_out, &whole.document), (0, life));
    let Extent { pages, .. } = press().fit(life, &order, 0, &leavings).extent;
    assert_eq!(pages, 1, "there is always a page");
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
