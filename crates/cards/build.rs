//! Embeds the faces that the web part has cut for cards, where it has been built. Without them the
//! faces of the machine serve, so this never fails and runs no other program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[expect(clippy::disallowed_methods, reason = "cargo says by a variable where to write")]
fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/cards");
    // Cargo can watch a folder only if it is there. An empty one embeds nothing.
    fs::create_dir_all(&folder).ok();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut faces: Vec<PathBuf> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "ttf"))
        .collect();
    faces.sort();
    let mut list = String::from("&[\n");
    for face in faces {
        let face = face.canonicalize().expect("a file that was listed has a path");
        println!("cargo::rerun-if-changed={}", face.display());
        writeln!(list, "    include_bytes!({face:?}),").expect("text can be written to");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join("faces.rs"), list).expect("the folder of a build can be written to");
}
