//! What stands where on a page. What other programs read in it is tested in `tests/paper`.

mod breaks;
mod drawings;
mod lines;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::{Document, Language, OwnFace, Press};

/// With the faces that the web part has cut, where it was built.
fn press() -> &'static Press {
    static PRESS: OnceLock<Press> = OnceLock::new();
    PRESS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/sheets");
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
        files.sort();
        let face = |path: PathBuf| {
            let name = path.file_stem()?.to_str()?.to_owned();
            Some(OwnFace { name: name.leak(), bytes: fs::read(&path).ok()?.leak() })
        };
        let faces: Vec<OwnFace> = files.into_iter().filter_map(face).collect();
        Press::of_this_machine(faces.leak())
    })
}

/// The resumes under `fixtures/resumes`; the first part of a name is the language.
fn lives() -> Vec<(String, Document)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/resumes");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let tree = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let language = Language::of_tag(name.split('-').next().unwrap()).unwrap();
        (name, Document::of_json_resume(&tree, language))
    };
    files.into_iter().map(read).collect()
}
