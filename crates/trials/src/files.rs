//! Files that the owner brings from elsewhere.

use std::path::Path;

use serde_json::Value;

use crate::html::assert_cleaned;

/// What is read as a resume can be saved, and reads the same once more.
pub fn resume(bytes: &[u8]) {
    use career::resumes::trial::{is_taken, read_file, understood};
    let Some(document) = read_file(bytes) else { return };
    assert!(is_taken(&document));
    let again = read_file(document.get().as_bytes()).expect("what was read is JSON");
    assert_eq!(again.get(), document.get());
    // A number such as `1e400` is kept as it is written, and is none to a plain reader.
    if let Ok(tree) = serde_json::from_str::<Value>(document.get()) {
        assert!(understood(&tree).is_object());
    }
}

/// A file of that name with these bytes, in a folder that is gone afterwards.
fn at<T>(name: &str, bytes: &[u8], look: impl FnOnce(&Path, &Path) -> T) -> T {
    let folder = tempfile::tempdir().expect("room for a small folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("room for a small file");
    look(folder.path(), &path)
}

/// An archive names no file outside of itself. Beside whole tar files, one that is put together here from
/// `name U+001F content U+001E` is read: no fuzzer finds the checksums of a header.
pub fn archive(bytes: &[u8]) {
    let put_together = bytes.strip_prefix(b"files:");
    let bundle = put_together.map_or_else(|| bytes.to_vec(), bundle);
    let keys = at("site.tar", &bundle, |_, path| folia::trial::read_archive(path));
    for key in keys.into_iter().flatten() {
        assert_spoilt(&bundle, &key);
        assert!(!key.starts_with('/') && !key.contains('\\') && !key.contains('\0'), "{key:?}");
        assert!(
            key.split('/').all(|part| !part.is_empty() && part != "." && part != ".."),
            "{key:?}"
        );
    }
}

/// A file that is another one by a single bit is not taken for the one that was kept.
fn assert_spoilt(bundle: &[u8], key: &str) {
    let mut archive = tar::Archive::new(bundle);
    let entries = archive.entries().expect("what was read is an archive").flatten();
    let named = entries.filter(|entry| {
        let ends = entry.path_bytes().ends_with(key.as_bytes());
        ends && entry.size() > 0
    });
    let places: Vec<u64> = named.map(|entry| entry.raw_file_position()).collect();
    // Of two under one name only one is read.
    let [place] = places[..] else { return };
    let mut other = bundle.to_vec();
    other[usize::try_from(place).expect("a small archive")] ^= 1;
    let read = at("site.tar", &other, |_, path| folia::trial::read_archive(path));
    assert!(read.is_none(), "{key:?} is not what it was");
}

fn bundle(files: &[u8]) -> Vec<u8> {
    let mut writing = tar::Builder::new(Vec::new());
    for file in files.split(|byte| *byte == 0x1e) {
        let mut halves = file.splitn(2, |byte| *byte == 0x1f);
        let (name, content) =
            (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        let mut header = tar::Header::new_gnu();
        let field = &mut header.as_old_mut().name;
        let length = name.len().min(field.len());
        field[..length].copy_from_slice(&name[..length]);
        header.set_size(content.len() as u64);
        header.set_cksum();
        writing.append(&header, content).expect("memory takes it");
    }
    writing.into_inner().expect("memory takes it")
}

/// What a source becomes has a path that slugs make, and a body that is stored as any other.
fn assert_items(items: Option<Vec<(String, String)>>) {
    for (path, body) in items.into_iter().flatten() {
        assert_cleaned(&body);
        assert!(path.split('/').all(|slug| slug.parse::<kernel::Slug>().is_ok()), "{path:?}");
    }
}

/// A folder with one text.
pub fn markdown(bytes: &[u8]) {
    assert_items(at("2020-01-02-text.md", bytes, |folder, _| folia::trial::plan_markdown(folder)));
}

/// An export, also without the frame around it that every one has.
pub fn wordpress(bytes: &[u8]) {
    let framed = [&b"<rss><channel><item>"[..], bytes, b"</item></channel></rss>"].concat();
    for file in [bytes, &framed] {
        assert_items(at("export.xml", file, |_, path| folia::trial::plan_wordpress(path)));
    }
}
