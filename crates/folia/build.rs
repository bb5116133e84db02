//! Embeds the files that pages refer to, each under a name with the hash of its bytes, compressed
//! as well as it goes: what is compressed here is never compressed while somebody waits.
//!
//! - `crates/CRATE/assets/FILE` is known as `CRATE/FILE`.
//! - `crates/CRATE/styles/*.css`, joined in the order of their names, is known as `CRATE.css`.
//! - `web/dist/PATH`, where the web part has been built, is known as `PATH`. What lies in
//!   `web/dist/assets` was given a hash by the bundler, which has written it into other files, too:
//!   it keeps its name.
//! - `web/dist/cards/*.ttf` are the faces in which cards are written, `web/dist/sheets/*.ttf` those of
//!   printed resumes. No page refers to them.
//!
//! In a style sheet, `url(NAME)` of another of these files becomes that file's address. Nothing is
//! fetched and no other program is run: without `web/dist` there is less to embed.

#[path = "build/style.rs"]
mod style;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The type of a file by the end of its name, and whether it is worth compressing.
const TYPES: &[(&str, &str, bool)] = &[
    ("avif", "image/avif", false),
    ("css", "text/css; charset=utf-8", true),
    ("gif", "image/gif", false),
    ("ico", "image/x-icon", true),
    ("jpg", "image/jpeg", false),
    ("js", "text/javascript; charset=utf-8", true),
    ("json", "application/json", true),
    ("map", "application/json", true),
    ("mjs", "text/javascript; charset=utf-8", true),
    ("png", "image/png", false),
    ("svg", "image/svg+xml", true),
    ("txt", "text/plain; charset=utf-8", true),
    ("wasm", "application/wasm", true),
    ("webmanifest", "application/manifest+json", true),
    ("webp", "image/webp", false),
    ("woff2", "font/woff2", false),
];

struct File {
    bytes: Vec<u8>,
    /// Whether the name has a hash already.
    named: bool,
}

/// By the names that pages use.
type Files = BTreeMap<String, File>;

#[expect(clippy::disallowed_methods, reason = "cargo says by variables where to read and to write")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    // Asked for now: a build that is kept may be used for another copy of the sources.
    let given =
        |name| PathBuf::from(env::var(name).expect("cargo says where to read and to write"));
    let (root, out) = (given("CARGO_MANIFEST_DIR").join("../.."), given("OUT_DIR"));
    let mut files = Files::new();
    for crate_folder in listed(&root.join("crates")) {
        let name = file_name(&crate_folder);
        take(&mut files, &crate_folder.join("assets"), &format!("{name}/"));
        join_styles(&mut files, &crate_folder.join("styles"), &format!("{name}.css"));
    }
    // Cargo can watch a folder only if it is there. An empty one embeds nothing.
    let built = root.join("web/dist");
    fs::create_dir_all(&built).ok();
    take(&mut files, &built, "");
    let addresses = resolve_styles(&mut files);
    let table = write_table(&files, &addresses, &out)
        + &faces_table(&built.join("cards"))
        + &sheets_table(&built.join("sheets"));
    fs::write(out.join("assets.rs"), table).expect("cargo's folder can be written");
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().and_then(|name| name.to_str()).expect("our files have plain names").to_owned()
}

fn watch(folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
}

/// All files of a folder and of the folders in it.
fn take(files: &mut Files, folder: &Path, prefix: &str) {
    if !folder.is_dir() {
        return;
    }
    watch(folder);
    for path in listed(folder) {
        let name = format!("{prefix}{}", file_name(&path));
        if path.is_dir() {
            // The bundler's notes to itself are in folders with a dot.
            if !file_name(&path).starts_with('.') {
                take(files, &path, &format!("{name}/"));
            }
        } else if media(&name).is_some() {
            let bytes = fs::read(&path).expect("a file that was listed can be read");
            match name.strip_prefix("assets/") {
                Some(named) => files.insert(named.to_owned(), File { bytes, named: true }),
                None => files.insert(name, File { bytes, named: false }),
            };
        }
    }
}

fn join_styles(files: &mut Files, folder: &Path, name: &str) {
    if !folder.is_dir() {
        return;
    }
    watch(folder);
    let mut bytes = Vec::new();
    for path in listed(folder).iter().filter(|path| file_name(path).ends_with(".css")) {
        bytes.extend(fs::read(path).expect("a file that was listed can be read"));
        bytes.push(b'\n');
    }
    files.insert(name.to_owned(), File { bytes, named: false });
}

fn media(name: &str) -> Option<&'static (&'static str, &'static str, bool)> {
    let end = name.rsplit_once('.')?.1;
    TYPES.iter().find(|(known, ..)| *known == end)
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes))
}

/// The end of a file's address, below `/assets/`.
fn address(name: &str, file: &File) -> String {
    if file.named {
        return name.to_owned();
    }
    let (stem, end) = name.rsplit_once('.').expect("files have a type");
    format!("{stem}.{}.{end}", hash(&file.bytes))
}

/// Style sheets name other files, whose addresses are known first; then their own hashes are.
fn resolve_styles(files: &mut Files) -> BTreeMap<String, String> {
    let is_style = |name: &str| name.ends_with(".css");
    let mut addresses: BTreeMap<_, _> = files
        .iter()
        .filter(|(name, _)| !is_style(name))
        .map(|(name, file)| (name.clone(), address(name, file)))
        .collect();
    for (name, file) in files.iter_mut().filter(|(name, _)| is_style(name)) {
        let text = String::from_utf8(std::mem::take(&mut file.bytes)).expect("styles are text");
        let folder =
            name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let find = |reference: &str| {
            let near = format!("{folder}{}", reference.trim_start_matches("./"));
            let found = addresses.get(&near).or_else(|| addresses.get(reference))?;
            Some(format!("/assets/{found}"))
        };
        file.bytes = style::with_addresses(&text, find).into_bytes();
        addresses.insert(name.clone(), address(name, file));
    }
    addresses
}

fn write_table(files: &Files, addresses: &BTreeMap<String, String>, out: &Path) -> String {
    let folder = out.join("assets");
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("cargo's folder can be written");
    let mut table = String::from("pub(crate) static ALL: &[edge::assets::Asset] = &[\n");
    for (number, (name, file)) in files.iter().enumerate() {
        let (_, media_type, compress) = media(name).expect("only known types were taken");
        let keep = |end: &str, bytes: &[u8]| {
            let path = folder.join(format!("{number}.{end}"));
            fs::write(&path, bytes).expect("cargo's folder can be written");
            format!("include_bytes!({:?})", path.to_str().expect("a plain path"))
        };
        let smaller =
            |end: &str, packed: Vec<u8>| match *compress && packed.len() < file.bytes.len() {
                true => format!("Some({})", keep(end, &packed)),
                false => "None".to_owned(),
            };
        let bytes = keep("plain", &file.bytes);
        let (brotli, gzip) = match compress {
            true => (smaller("br", brotli(&file.bytes)), smaller("gz", gzip(&file.bytes))),
            false => ("None".to_owned(), "None".to_owned()),
        };
        writeln!(
            table,
            "edge::assets::Asset {{ name: {name:?}, file: {:?}, media_type: {media_type:?}, \
             hash: {:?}, bytes: {bytes}, brotli: {brotli}, gzip: {gzip} }},",
            addresses[name],
            hash(&file.bytes),
        )
        .expect("a string takes all text");
    }
    table.push_str("];\n");
    table
}

fn faces_in(folder: &Path) -> Vec<PathBuf> {
    let is_face = |path: &PathBuf| path.extension().is_some_and(|end| end == "ttf");
    let faces = listed(folder).into_iter().filter(is_face).map(|face| {
        let face = face.canonicalize().expect("a file that was listed has a path");
        println!("cargo::rerun-if-changed={}", face.display());
        face
    });
    faces.collect()
}

/// Faces with their names, which say what each is for.
fn sheets_table(folder: &Path) -> String {
    let face = |path: PathBuf| {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        format!("    sheet::OwnFace {{ name: {name:?}, bytes: include_bytes!({path:?}) }},\n")
    };
    let faces: String = faces_in(folder).into_iter().map(face).collect();
    format!("pub(crate) static SHEET_FACES: &[sheet::OwnFace] = &[\n{faces}];\n")
}

fn faces_table(folder: &Path) -> String {
    let face = |face: PathBuf| format!("    include_bytes!({face:?}),\n");
    let faces: String = faces_in(folder).into_iter().map(face).collect();
    format!("pub(crate) static CARD_FACES: &[&[u8]] = &[\n{faces}];\n")
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 4096, 11, 22);
    writer.write_all(bytes).expect("a vector takes all bytes");
    drop(writer);
    packed
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes).expect("a vector takes all bytes");
    writer.finish().expect("a vector takes all bytes")
}
