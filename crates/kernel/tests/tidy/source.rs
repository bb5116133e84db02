use std::fs;
use std::path::{Path, PathBuf};

/// A file of ours.
pub(crate) struct Source {
    /// From the root of the repository, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file below `crates/<name>/src`, in the order of their paths.
pub(crate) fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for name in crate_names() {
        collect(&root().join("crates").join(&name).join("src"), &mut found);
    }
    assert!(found.len() > 300, "only {} files were found", found.len());
    found
}

pub(crate) fn crate_names() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let mut names: Vec<String> = folders
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let relative = path.strip_prefix(root()).expect("below the root");
            let parts = relative.components().map(|part| part.as_os_str().to_string_lossy());
            let path_text = parts.collect::<Vec<_>>().join("/");
            let text = fs::read_to_string(&path).expect("a source file is text");
            found.push(Source { path: path_text, text });
        }
    }
}

impl Source {
    pub(crate) fn crate_name(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    pub(crate) fn is_test(&self) -> bool {
        self.path.split('/').any(|part| part == "tests" || part == "tests.rs")
    }

    /// The text without comments that have a line of their own, which may speak of anything.
    pub(crate) fn code(&self) -> String {
        let lines = self.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The names that the code takes from a crate, in `krate::Name` and in `krate::{A, b::C}`: the
    /// first segment of each.
    pub(crate) fn names_from(&self, krate: &str) -> Vec<String> {
        let code = self.code();
        let needle = format!("{krate}::");
        let mut names = Vec::new();
        for (at, _) in code.match_indices(&needle) {
            let before = code[..at].chars().next_back();
            let is_root = before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | ':'))
                // `::media::Media` is how the binary tells a crate from its own module.
                || (code[..at].ends_with("::") && !code[..at - 2].ends_with(is_name));
            if is_root {
                first_segments(&code[at + needle.len()..], &mut names);
            }
        }
        names
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '>')
}

fn first_segments(rest: &str, names: &mut Vec<String>) {
    let segment = |text: &str| text.chars().take_while(|c| is_name(*c)).collect::<String>();
    let Some(list) = rest.strip_prefix('{') else { return names.push(segment(rest)) };
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(segment(list[start..at].trim()));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
}

#[test]
fn names_are_found_in_every_spelling() {
    let text = "use edge::{Problem, html::escape, route::{A, B}};\nlet x = edge::Tag::of(1);\n\
                // edge::Comment\nuse knowledge::Other;\nuse crate::edge::Own;\nuse ::edge::Root;";
    let source = Source { path: "crates/x/src/a.rs".to_owned(), text: text.to_owned() };
    assert_eq!(source.names_from("edge"), ["Problem", "html", "route", "Tag", "Root"]);
    assert_eq!(source.crate_name(), "x");
}
