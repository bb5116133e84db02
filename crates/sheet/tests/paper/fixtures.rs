//! What tests of both kinds are made with: a press, and thirty lives.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sheet::{Document, Language, OwnFace, Press};

/// With the faces that the web part has cut, where it was built.
pub(crate) fn press() -> &'static Press {
    static PRESS: OnceLock<Press> = OnceLock::new();
    PRESS.get_or_init(|| {
        let face = |path: PathBuf| {
            let name = path.file_stem()?.to_str()?.to_owned();
            Some(OwnFace { name: name.leak(), bytes: fs::read(&path).ok()?.leak() })
        };
        let faces: Vec<OwnFace> =
            files("../../web/dist/sheets").into_iter().filter_map(face).collect();
        Press::of_this_machine(faces.leak())
    })
}

/// The resumes under `fixtures/resumes`; the first part of a name is the language.
pub(crate) fn lives() -> Vec<(String, Document)> {
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let tree = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let language = Language::of_tag(name.split('-').next().unwrap()).unwrap();
        (name, Document::of_json_resume(&tree, language))
    };
    files("../../fixtures/resumes").into_iter().map(read).collect()
}

/// The files of a folder, by name; none where there is no folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = found.map(|file| file.path()).collect();
    files.sort();
    files
}
