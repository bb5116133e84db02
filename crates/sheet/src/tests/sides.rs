//! Pages that are read from the right are those that are read from the left, mirrored.

use serde_json::json;

use super::press;
use crate::layout::{Mark, lay_out};
use crate::{Document, Language, Look, Order, Paper, Photo};

/// What stands on the first page, with its text, its left and its right end.
fn placed(document: &Document, look: Look) -> Vec<(String, f32, f32)> {
    let mut lettering = press().lettering(document, &Order { look, ..Order::default() });
    let pages = lay_out(document, &mut lettering, look, Paper::A4);
    let place = |mark: &Mark| match mark {
        Mark::Text(text) => {
            let line = &text.paragraph.lines[text.line];
            let mut parts: Vec<_> = line
                .runs
                .iter()
                .flat_map(|run| run.glyphs.iter().map(move |glyph| (glyph.range.clone(), run)))
                .collect();
            parts.sort_by_key(|(range, _)| range.start);
            parts.dedup_by_key(|(range, _)| range.clone());
            let said: String = parts.into_iter().map(|(range, run)| &run.text[range]).collect();
            (said.trim().to_owned(), text.x, text.x + line.width)
        }
        Mark::Rule { x, width, .. } => ("rule".to_owned(), *x, x + width),
        Mark::Picture(picture) => ("picture".to_owned(), picture.x, picture.x + picture.size.0),
    };
    pages.pages[0].marks.iter().map(place).collect()
}

#[test]
fn everything_stands_at_the_side_from_which_a_document_is_read() {
    let hebrew = "בניתי מערכות תשלומים גדולות בעבודתי";
    if !press().undrawn(std::iter::once(hebrew)).is_empty() {
        println!("NOT RUN: no face of this machine has these letters");
        return;
    }
    // One Latin line in a Hebrew resume, and one Hebrew line in a Latin one, stand where their neighbours do.
    let tree = |own: &str, other: &str| {
        json!({
            "basics": {"name": own, "label": own, "email": "a@example.org", "phone": "12 34 56",
                       "url": "https://example.org/there", "summary": own},
            "work": [{"name": own, "position": other, "startDate": "2012", "endDate": "2016",
                      "highlights": [own, other]}],
            "skills": [{"name": "Rust", "keywords": [own]}],
        })
    };
    let rgb = vec![90; 3 * (Photo::WIDTH * Photo::HEIGHT) as usize];
    for look in Look::ALL {
        let (_, side, _) = look.measures().margins;
        let width = Paper::A4.size().0;
        for from_right in [true, false] {
            let latin = "Built large systems that take payments";
            let tree =
                if from_right { tree(hebrew, "B.Sc.") } else { tree(latin, "תשלומים") };
            let mut document = Document::of_json_resume(&tree, Language::English);
            document.photo = Photo::new(String::new(), rgb.clone());
            let placed = placed(&document, look);
            // How far something begins from the edge where lines begin, and how far its end is from the other.
            let of = |said: &str| {
                let found = placed.iter().find(|(text, ..)| text.contains(said));
                let (_, left, right) = found.unwrap_or_else(|| panic!("{said} in {placed:?}"));
                match from_right {
                    true => (width - side - right, left - side),
                    false => (left - side, width - side - right),
                }
            };
            let is_near = |one: f32, other: f32| (one - other).abs() < 0.5;
            let (own, other) =
                if from_right { (hebrew, "B.Sc.") } else { (latin, "תשלומים") };
            let indent = look.measures().indent;
            for (said, expected) in
                [(own, 0.0), ("Experience", 0.0), ("Skills", 0.0), (other, indent), ("•", indent)]
            {
                let (start, _) = of(said);
                assert!(is_near(start, expected), "{look:?} {said}: {start} and not {expected}");
            }
            for said in ["2012", "picture", "rule"] {
                let (_, end) = of(said);
                assert!(is_near(end, 0.0), "{look:?} {said} ends {end} before the edge");
            }
            let (mail, _) = of("a@example.org");
            assert_eq!(mail > 50.0, look == Look::Compact, "{look:?}: {mail}");
        }
    }
}
