use std::io::Cursor;
use std::path::{Path, PathBuf};

use crate::{Card, CardError, HEIGHT, PICTURE_WIDTH, Studio, WIDTH, colours};

/// The pixels of a PNG with a palette, as red, green and blue.
fn pixels(png: &[u8]) -> Vec<[u8; 3]> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (WIDTH, HEIGHT));
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes.as_chunks::<3>().0.to_vec()
}

fn is_paper(pixel: &[u8; 3]) -> bool {
    pixel.iter().zip(colours::PAPER).all(|(channel, paper)| channel.abs_diff(paper) < 12)
}

/// How many pixels between these columns are not paper.
fn inked(
    pixels: &[[u8; 3]],
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
) -> usize {
    rows.flat_map(|row| columns.clone().map(move |column| row * WIDTH as usize + column))
        .filter(|index| !is_paper(&pixels[*index]))
        .count()
}

/// With the faces that the web part has cut, where it was built.
fn studio() -> Studio {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/cards");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let faces = files.filter_map(|file| std::fs::read(file.path()).ok());
    let faces: Vec<&'static [u8]> = faces.map(|bytes| &*bytes.leak()).collect();
    Studio::of_this_machine(faces.leak())
}

/// Tests that need letters run where there are some: of the web part, or of the machine.
fn draw(card: &Card<'_>) -> Option<Vec<u8>> {
    match studio().draw(card) {
        Ok(png) => Some(png),
        Err(CardError::NoLetters) => {
            println!("NOT RUN: no face was found; build the web part or install fonts");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

const LEFT: std::ops::Range<usize> = 0..600;
const RIGHT: std::ops::Range<usize> = 600..1200;
const TITLE_ROWS: std::ops::Range<usize> = 150..500;

#[test]
fn a_card_has_name_title_and_date_on_the_left_and_is_small() {
    let card =
        Card { site: "Notebook", title: "Plates", date: "12 November 2026", ..Card::default() };
    let Some(png) = draw(&card) else { return };
    assert!(png.len() < 40_000, "{} bytes", png.len());
    let pixels = pixels(&png);
    for rows in [40..120, TITLE_ROWS, 540..590] {
        assert!(inked(&pixels, LEFT, rows.clone()) > 100, "{rows:?}");
        assert_eq!(inked(&pixels, RIGHT, rows.clone()), 0, "{rows:?}");
    }
}

/// Red above, blue below.
fn picture() -> Vec<u8> {
    let (width, height) = (64, 96);
    let rgb: Vec<u8> = (0..height)
        .flat_map(|row| [if row < height / 2 { [220, 20, 20] } else { [20, 20, 220] }; 64])
        .flatten()
        .collect();
    let mut webp = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut webp);
    encoder.encode(&rgb, width, height, image_webp::ColorType::Rgb8).unwrap();
    webp
}

#[test]
fn the_picture_fills_the_right_and_text_keeps_out_of_it() {
    let picture = picture();
    let title = "A title that is long enough to need every line that it can get on a card";
    let card = Card { site: "N", title, picture: Some(&picture), ..Card::default() };
    let Some(png) = draw(&card) else { return };
    let pixels = pixels(&png);
    let edge = (WIDTH - PICTURE_WIDTH) as usize;
    let at = |column: usize, row: usize| pixels[row * WIDTH as usize + column];
    assert!(at(edge + 5, 50)[0] > 180 && at(WIDTH as usize - 5, 600)[2] > 180);
    assert_eq!(inked(&pixels, edge - 40..edge, 0..HEIGHT as usize), 0);
}

#[test]
fn a_picture_that_cannot_be_read_is_left_out() {
    for picture in [&b"no picture"[..], b"", b"RIFF\x00\x00\x00\x00WEBPVP8 "] {
        let card = Card { site: "N", title: "Title", picture: Some(picture), ..Card::default() };
        let Some(png) = draw(&card) else { return };
        assert_eq!(inked(&pixels(&png), RIGHT, 0..HEIGHT as usize), 0);
    }
}

#[test]
fn what_no_face_has_is_left_out_and_without_any_letter_there_is_no_card() {
    let with = Card { site: "Name", title: "A\u{e000}\u{f8ff}B", ..Card::default() };
    let without = Card { site: "Name", title: "AB", ..Card::default() };
    let (Some(with), Some(without)) = (draw(&with), draw(&without)) else { return };
    assert_eq!(with, without);
    let nothing = Card { site: "\u{e000}", title: "\u{e001}", ..Card::default() };
    let outcome = studio().draw(&nothing);
    assert!(matches!(outcome, Err(CardError::NoLetters)));
}

/// The first and last column with ink among these rows.
fn extent(pixels: &[[u8; 3]], rows: std::ops::Range<usize>) -> (usize, usize) {
    let is_inked = |column: &usize| inked(pixels, *column..*column + 1, rows.clone()) > 0;
    let columns = 0..WIDTH as usize;
    let first = columns.clone().find(is_inked).expect("something is drawn");
    (first, columns.rev().find(is_inked).expect("something is drawn"))
}

#[test]
fn latin_greek_and_cyrillic_are_drawn_in_full() {
    for title in ["Donaudampfschifffahrt", "Τετρακόσιες πλάκες", "Четыреста пластин", "Đặc biệt"]
    {
        let Some(png) = draw(&Card { site: "Notebook", title, ..Card::default() }) else { return };
        let whole = inked(&pixels(&png), 0..WIDTH as usize, TITLE_ROWS);
        // Every letter is there: with fewer of them there is less ink.
        let fewer: String = title.chars().skip(1).collect();
        let card = Card { site: "Notebook", title: &fewer, ..Card::default() };
        let less = inked(&pixels(&draw(&card).expect("letters")), 0..WIDTH as usize, TITLE_ROWS);
        assert!(whole > less && less > 2_000, "{title}: {whole} and {less}");
    }
}

#[test]
fn a_long_title_gets_smaller_before_it_is_cut_and_its_lines_are_even() {
    let title = "Notes on keeping four hundred glass plates, their dates and the people";
    let Some(png) = draw(&Card { site: "N", title, ..Card::default() }) else { return };
    let long = pixels(&png);
    let (first, last) = extent(&long, TITLE_ROWS);
    assert!(first >= 50 && last < WIDTH as usize - 50, "{first} to {last}");
    // Two lines of one width: the upper one does not run to the edge with a word below it.
    let middle = 321;
    let upper = extent(&long, 200..middle).1;
    let lower = extent(&long, middle..TITLE_ROWS.end).1;
    assert!(upper.abs_diff(lower) < 260, "{upper} and {lower}");
}

#[test]
fn text_from_right_to_left_stands_on_the_right() {
    let card = Card { site: "דפדפת", title: "לוחות", date: "2026", ..Card::default() };
    let Some(png) = draw(&card) else { return };
    let pixels = pixels(&png);
    for rows in [TITLE_ROWS, 40..120] {
        assert!(inked(&pixels, RIGHT, rows.clone()) > 100);
        assert_eq!(inked(&pixels, LEFT, rows), 0);
    }
}

#[test]
fn hostile_titles_end_in_a_card() {
    let studio = studio();
    let long = "word ".repeat(100_000);
    let unbroken = "x".repeat(100_000);
    let marks = format!("a{}", "\u{301}".repeat(5_000));
    let titles = [
        "",
        " ",
        &long,
        &unbroken,
        &marks,
        "\u{202e}abc",
        "\0\n\t",
        "…",
        "a\u{200d}b",
        "漢字かな交じり",
        "שלום עולם مرحبا בעולם שיש בו הרבה מאוד מילים ועוד כמה מילים",
        "\u{f0000}\u{10ffff}",
        "\u{feff}\u{fffe}\u{fffd}",
    ];
    for title in titles {
        match studio.draw(&Card { site: "Site", title, date: title, ..Card::default() }) {
            Ok(png) => assert_eq!(pixels(&png).len(), (WIDTH * HEIGHT) as usize),
            Err(CardError::NoLetters) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn folders_that_are_not_there_break_nothing() {
    let studio = Studio::new(&[], vec![PathBuf::from("/nowhere/at/all")]);
    let outcome = studio.draw(&Card { site: "漢", title: "漢", ..Card::default() });
    assert!(matches!(outcome, Err(CardError::NoLetters)));
}
