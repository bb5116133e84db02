//! Prints JSON Resume documents in every look, to be looked at: plain on both papers, with a picture, and as a letter
//! with their first entries. `cargo run --example print -- FOLDER FILE…`; the language is the first part
//! of a file's name.

use std::error::Error;
use std::fs;
use std::path::Path;

use sheet::{Document, Language, Letter, Look, Order, OwnFace, Paper, Photo, Press};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder for the results")?;
    let press = Press::of_this_machine(own_faces().leak());
    for file in arguments {
        let stem = Path::new(&file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let language = stem.split('-').next().and_then(Language::of_tag).unwrap_or_default();
        let document =
            Document::of_json_resume(&serde_json::from_slice(&fs::read(&file)?)?, language);
        let pictured = Document { photo: face(), ..document.clone() };
        let letter = letter(&document);
        for look in Look::ALL {
            let order = Order { look, paper: Paper::A4, accent: None };
            let american = Order { paper: Paper::Letter, ..order };
            let prints = [
                ("", press.print(&document, &order)?),
                ("-us", press.print(&document, &american)?),
                ("-photo", press.print(&pictured, &order)?),
                ("-letter", press.print_letter(&letter, &order)?),
            ];
            for (kind, print) in prints {
                fs::write(format!("{folder}/{stem}-{}{kind}.pdf", look.name()), print.pdf)?;
            }
        }
    }
    Ok(())
}

/// What a letter tells is chosen elsewhere; here it is the newest.
fn letter(document: &Document) -> Letter {
    let job = document.label.clone();
    let mut letter = Letter::of_document(document.clone(), job, "2026-11-16".to_owned());
    letter.entries.truncate(3);
    for entry in &mut letter.entries {
        entry.points.truncate(2);
    }
    letter
}

/// An oval before a wall, which is enough to see where a face would be.
fn face() -> Option<Photo> {
    let (width, height) = (Photo::WIDTH as f32, Photo::HEIGHT as f32);
    let pixel = |at: u32| {
        let (x, y) = ((at % Photo::WIDTH) as f32 / width, (at / Photo::WIDTH) as f32 / height);
        let is_face = ((x - 0.5) / 0.24).powi(2) + ((y - 0.42) / 0.27).powi(2) < 1.0;
        let is_body = ((x - 0.5) / 0.42).powi(2) + ((y - 1.05) / 0.33).powi(2) < 1.0;
        match (is_face, is_body) {
            (true, _) => [212, 176, 150],
            (_, true) => [64, 78, 96],
            _ => [205, 208, 204],
        }
    };
    Photo::new(String::new(), (0..Photo::WIDTH * Photo::HEIGHT).flat_map(pixel).collect())
}

/// Those that the web part has cut, where it was built.
fn own_faces() -> Vec<OwnFace> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/sheets");
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    let face = |file: fs::DirEntry| {
        let name = file.path().file_stem()?.to_str()?.to_owned();
        Some(OwnFace { name: name.leak(), bytes: fs::read(file.path()).ok()?.leak() })
    };
    files.into_iter().filter_map(face).collect()
}
