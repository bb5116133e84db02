//! Pages as pictures are the pages of the PDF.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{lives, press};
use crate::{Document, Language, Look, Order, Paper, Photo};

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn every_page_of_the_pdf_is_drawn_and_none_beyond() {
    for (name, document) in lives().into_iter().step_by(7) {
        for look in [Look::Classic, Look::Modern, Look::Compact] {
            let order = Order { look, ..Order::default() };
            let pages = press().measure(&document, &order).pages;
            for number in 1..=pages {
                let drawn = press().draw(&document, &order, number).unwrap();
                assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>"), "{name}");
                // Every shape that is named is there, and a page is more than a few letters.
                let uses = count(&drawn, "<use href=\"#g");
                assert!(uses > 20, "{name} {look:?} {number}: {uses}");
                for used in drawn.split("href=\"#").skip(1) {
                    let id = used.split('"').next().unwrap();
                    assert!(drawn.contains(&format!("<path id=\"{id}\" ")), "{name}: {id}");
                }
                assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{name}");
            }
            assert_eq!(press().draw(&document, &order, pages + 1), None);
            assert_eq!(press().draw(&document, &order, 0), None);
        }
    }
}

#[test]
fn a_letter_is_drawn_once_and_used_often() {
    let tree = serde_json::json!({"basics": {"name": "aaaa", "label": "aaaaaaaa"}});
    let document = Document::of_json_resume(&tree, Language::English);
    let order = Order { paper: Paper::Letter, ..Order::default() };
    let drawn = press().draw(&document, &order, 1).unwrap();
    assert_eq!(count(&drawn, "<use "), 12);
    assert!(count(&drawn, "<path ") <= 2, "{drawn}");
    assert!(drawn.contains("viewBox=\"0 0 612.00 792.00\""));
}

#[test]
fn nothing_of_the_text_can_be_more_than_a_shape() {
    let hostile = "</svg><script>alert(1)</script>\" onload=\"x";
    let tree = serde_json::json!({"basics": {"name": hostile, "url": "javascript:alert(1)"}});
    let document = Document::of_json_resume(&tree, Language::English);
    let drawn = press().draw(&document, &Order::default(), 1).unwrap();
    for part in ["script", "onload", "javascript", "alert"] {
        assert!(!drawn.contains(part), "{part}");
    }
}

#[test]
fn a_picture_is_drawn_with_its_own_pixels() {
    let tree = serde_json::json!({"basics": {"name": "Ada"}});
    let mut document = Document::of_json_resume(&tree, Language::English);
    let plain = press().draw(&document, &Order::default(), 1).unwrap();
    assert!(!plain.contains("<image"));
    let pixels = (Photo::WIDTH * Photo::HEIGHT) as usize;
    assert_eq!(Photo::new(String::new(), vec![0; 3 * pixels - 1]), None);
    document.photo = Photo::new("/media/x\"y.webp".to_owned(), [200, 10, 30].repeat(pixels));
    for look in Look::ALL {
        let order = Order { look, ..Order::default() };
        let drawn = press().draw(&document, &order, 1).unwrap();
        assert_eq!(count(&drawn, "<image "), 1, "{look:?}");
        let file = drawn.split("href=\"data:image/png;base64,").nth(1).unwrap();
        let file = STANDARD.decode(file.split('"').next().unwrap()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        assert_eq!((info.width, info.height), (Photo::WIDTH, Photo::HEIGHT));
        assert_eq!(read[..3], [200, 10, 30]);
        // Its address stays in the house: nothing is loaded by a drawing.
        assert!(!drawn.contains("/media/"), "{look:?}");
    }
}
