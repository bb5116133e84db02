use super::{lives, press};
use crate::layout::{Mark, Role, lay_out};
use crate::{Look, Order, Paper};

fn order(look: Look, paper: Paper) -> Order {
    Order { look, paper, accent: None }
}

#[test]
fn no_heading_is_the_last_line_of_its_page() {
    for (name, document) in lives() {
        // Twice the life, so that there are pages to cut.
        let mut long = document.clone();
        long.sections.extend(document.sections.clone());
        long.sections.extend(document.sections);
        for look in Look::ALL {
            let order = order(look, Paper::A4);
            let mut lettering = press().lettering(&long, &order);
            let pages = lay_out(&long, &mut lettering, look, Paper::A4);
            for page in &pages.pages {
                let mut texts = page.marks.iter().filter_map(|mark| match mark {
                    Mark::Text(text) => text.node.map(|node| pages.nodes[node].role),
                    Mark::Rule { .. } | Mark::Picture(_) => None,
                });
                let last = texts.next_back().expect("no page is empty");
                assert_ne!(last, Role::Heading(2), "{name} in {look:?}");
            }
        }
    }
}

#[test]
fn marks_stay_on_their_paper() {
    for (name, document) in lives() {
        for look in Look::ALL {
            let order = order(look, Paper::Letter);
            let (width, height) = Paper::Letter.size();
            let mut lettering = press().lettering(&document, &order);
            let pages = lay_out(&document, &mut lettering, look, Paper::Letter);
            let (_, side, _) = look.measures().margins;
            for mark in pages.pages.iter().flat_map(|page| &page.marks) {
                let Mark::Text(text) = mark else { continue };
                let line = &text.paragraph.lines[text.line];
                let (left, right) = (text.x + line.left, text.x + line.left + line.width);
                assert!(left >= side - 1.0, "{name} in {look:?}: {left}");
                assert!(right <= width - side + 1.0, "{name} in {look:?}: {right}");
                assert!(text.y >= 0.0 && text.y + text.leading <= height, "{name} in {look:?}");
            }
        }
    }
}
