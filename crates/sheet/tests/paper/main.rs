//! Thirty lives in every look, and texts that nobody would send, printed and read by other programs.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what a test cannot do without, and a word about what was not run"
)]

mod lives;
mod odd;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use sheet::{Document, Language, OwnFace, Press};

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

/// What a program says about a file; none where the machine does not have the program.
fn told_by(
    program: &str,
    arguments: &[&str],
    pdf: &[u8],
    after: &[&str],
) -> Option<(bool, String)> {
    let file = tempfile::Builder::new().suffix(".pdf").tempfile().unwrap();
    fs::write(file.path(), pdf).unwrap();
    let outcome = Command::new(program).args(arguments).arg(file.path()).args(after).output();
    match outcome {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            Some((output.status.success(), text))
        }
        Err(error) => {
            println!("NOT RUN: {program}: {error}; tools/setup installs it");
            None
        }
    }
}

/// Letters and figures alone: what is left of a text when lines, hyphens and blanks are of no account.
fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}
