//! Prints JSON Resume documents in every look, to be looked at:
//! `cargo run --example print -- FOLDER FILE…`. The language is the first part of a file's name.

use std::error::Error;
use std::fs;
use std::path::Path;

use sheet::{Document, Language, Look, Order, OwnFace, Paper, Press};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder for the results")?;
    let press = Press::of_this_machine(own_faces().leak());
    for file in arguments {
        let stem = Path::new(&file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let language = stem.split('-').next().and_then(Language::of_tag).unwrap_or_default();
        let document =
            Document::of_json_resume(&serde_json::from_slice(&fs::read(&file)?)?, language);
        for look in Look::ALL {
            let order = Order { look, paper: Paper::A4, accent: None };
            let print = press.print(&document, &order)?;
            fs::write(format!("{folder}/{stem}-{}.pdf", look.name()), print.pdf)?;
        }
    }
    Ok(())
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
