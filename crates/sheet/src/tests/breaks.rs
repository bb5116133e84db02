use super::{lives, press};
use crate::layout::{Mark, Role, lay_out};
use crate::{Document, Language, Look, Order, Paper};

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

/// How many lines of skills stand on each page.
fn skills(document: &Document, look: Look) -> Vec<usize> {
    let order = Order { look, ..Order::default() };
    let mut lettering = press().lettering(document, &order);
    let pages = lay_out(document, &mut lettering, look, Paper::A4);
    let is_skill = |mark: &&Mark| match mark {
        Mark::Text(text) => {
            let line = &text.paragraph.lines[text.line];
            let first = line.runs.first().map_or("", |run| &run.text);
            first.starts_with("Craft")
        }
        _ => false,
    };
    pages.pages.iter().map(|page| page.marks.iter().filter(is_skill).count()).collect()
}

#[test]
fn no_skill_stands_alone_at_a_break_and_single_ones_share_a_line() {
    for look in [Look::Classic, Look::Modern] {
        let mut is_parted = false;
        for count in 20..60 {
            let points: Vec<String> = (0..count).map(|it| format!("Did work {it}")).collect();
            let group =
                |it: usize| serde_json::json!({"name": format!("Craft {it}"), "keywords": ["saw"]});
            let single = |it: usize| serde_json::json!({"name": format!("Craft {it}")});
            let skills_told: Vec<_> = (0..5).map(group).chain((5..20).map(single)).collect();
            let document = Document::of_json_resume(
                &serde_json::json!({"work": [{"name": "Forge", "highlights": points}], "skills": skills_told}),
                Language::English,
            );
            let found = skills(&document, look);
            assert!(found.iter().all(|lines| *lines != 1), "{look:?} {count}: {found:?}");
            // Five groups, and the others in two lines at most.
            assert!((6..=8).contains(&found.iter().sum::<usize>()), "{look:?} {count}: {found:?}");
            is_parted |= found.iter().filter(|lines| **lines > 0).count() > 1;
        }
        assert!(is_parted, "{look:?}");
    }
}
