//! The files of a folder: texts to be read, and pictures beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use crate::transfer::addresses::{ending, is_picture};
use crate::transfer::error::TransferError;
use crate::transfer::local::is_file_below;

/// Larger than any text somebody writes by hand, and more of them than a site has.
const LONGEST_TEXT: u64 = 4 * 1024 * 1024;
const MOST_TEXTS: usize = 50_000;
const DEEPEST: usize = 32;

/// A folder that is read.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    /// The texts by their paths below the root, with slashes.
    pub(super) texts: BTreeMap<String, Text>,
    /// Files that may say something of texts and folders, by their paths.
    pub(super) data: BTreeSet<String>,
    /// How many files there are of each kind that is a text and is not read.
    pub(super) others: BTreeMap<&'static str, usize>,
    /// Links to folders, which are not followed.
    pub(super) links: Vec<String>,
}

/// Texts in other languages than Markdown. Pages of HTML are among them when they have front matter.
const OTHERS: [&str; 14] = [
    "mdx", "html", "htm", "org", "rst", "adoc", "asciidoc", "textile", "mdoc", "qmd", "rmd", "njk",
    "mkd", "mdown",
];
/// What Eleventy and Nikola have beside texts.
const DATA: [&str; 8] = [
    ".json",
    ".yaml",
    ".yml",
    ".11tydata.js",
    ".11tydata.cjs",
    ".11tydata.mjs",
    ".11tydata.ts",
    ".meta",
];
/// What MkDocs and Quarto have for all texts of a folder.
pub(super) const OF_FOLDERS: [&str; 4] =
    [".meta.yml", ".meta.yaml", "_metadata.yml", "_metadata.yaml"];

/// A text, or why it cannot be read.
pub(super) type Text = Result<String, String>;

impl Folder {
    pub(super) fn read(root: &Path) -> Result<Self, TransferError> {
        if !root.is_dir() {
            return Err(TransferError::unusable(root, "is not a folder"));
        }
        let mut folder = Self {
            root: root.to_owned(),
            texts: BTreeMap::new(),
            data: BTreeSet::new(),
            others: BTreeMap::new(),
            links: Vec::new(),
        };
        folder.visit(root, "", 0)?;
        Ok(folder)
    }

    fn visit(&mut self, at: &Path, above: &str, depth: usize) -> Result<(), TransferError> {
        if depth > DEEPEST {
            return Err(TransferError::unusable(at, "is nested too deep"));
        }
        let files = TransferError::files(at);
        for entry in std::fs::read_dir(at).map_err(&files)? {
            let entry = entry.map_err(&files)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(&files)?;
            // Hidden files belong to other programs.
            let is_hidden = name.starts_with('.') && !OF_FOLDERS.contains(&name.as_str());
            if is_hidden || name == "node_modules" {
                continue;
            }
            let path = format!("{above}{name}");
            if !kind.is_dir() && DATA.iter().any(|end| name.ends_with(end)) {
                self.data.insert(path.clone());
            }
            // It could lead anywhere.
            if kind.is_symlink() {
                if is_text(&name) {
                    self.texts.insert(path, Err("is a link; put the text itself there".to_owned()));
                } else if entry.path().is_dir() {
                    self.links.push(path);
                }
                continue;
            }
            if kind.is_dir() {
                self.visit(&entry.path(), &format!("{path}/"), depth + 1)?;
            } else if kind.is_file() && is_text(&name) {
                if self.texts.len() >= MOST_TEXTS {
                    return Err(TransferError::unusable(&self.root, "holds too many texts"));
                }
                self.texts.insert(path, read_text(&entry.path()));
            } else if kind.is_file()
                && let Some(other) = OTHERS.into_iter().find(|it| *it == ending(&name))
                && (!other.starts_with("htm") || has_front_matter(&entry.path()))
            {
                *self.others.entry(other).or_default() += 1;
            }
        }
        Ok(())
    }

    /// What the folder itself is called.
    pub(super) fn name(&self) -> String {
        let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
        self.root.canonicalize().ok().as_deref().and_then(name).unwrap_or_default()
    }

    /// A file of [`Self::data`], which is no link.
    pub(super) fn read_data(&self, path: &str) -> Text {
        match is_file_below(&self.root, path) {
            true => read_text(&self.root.join(path)),
            false => Err("is a link, or no file".to_owned()),
        }
    }

    /// The texts of a folder and of all folders in it.
    pub(super) fn count_below(&self, folder: &str) -> usize {
        self.texts.keys().filter(|path| is_below(path, folder)).count()
    }

    /// The path below the root of what an address in a text means; none when it leads out of it.
    pub(super) fn resolve(from: &str, address: &str) -> Option<String> {
        let address = address.split(['?', '#']).next().unwrap_or_default();
        let address = percent_encoding::percent_decode_str(address).decode_utf8().ok()?;
        let beside = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let whole = match address.strip_prefix('/') {
            Some(from_root) => PathBuf::from(from_root),
            None => Path::new(beside).join(&*address),
        };
        let mut parts: Vec<String> = Vec::new();
        for part in whole.components() {
            match part {
                Component::Normal(part) => parts.push(part.to_str()?.to_owned()),
                Component::CurDir => {}
                Component::ParentDir => drop(parts.pop()?),
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        (!parts.is_empty()).then(|| parts.join("/"))
    }

    /// The file that an address in a text means, with its path below the root; or why there is none.
    pub(super) fn find_file(&self, from: &str, address: &str) -> Result<Found, &'static str> {
        let path = Self::resolve(from, address).ok_or("is not in the folder")?;
        // Generators of sites serve these folders as if they were the root.
        let places = ["", "static/", "public/", "assets/"].map(|place| format!("{place}{path}"));
        let mut why = "is not there";
        for path in places {
            let file = self.root.join(&path);
            if is_file_below(&self.root, &path) {
                return Ok((path, file));
            }
            if let Ok(kind) = file.symlink_metadata() {
                why = if kind.is_symlink() { "is a link" } else { "is not a file in the folder" };
            }
        }
        Err(why)
    }

    /// The same for one that is shown as a picture.
    pub(super) fn find_picture(&self, from: &str, address: &str) -> Result<Found, &'static str> {
        let found = self.find_file(from, address)?;
        match is_picture(&found.0) {
            true => Ok(found),
            false => Err("is none of JPEG, PNG, WebP, GIF and AVIF"),
        }
    }
}

type Found = (String, PathBuf);

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| folder.is_empty() || rest.starts_with('/'))
}

fn is_text(name: &str) -> bool {
    matches!(ending(name).as_str(), "md" | "markdown")
}

fn has_front_matter(file: &Path) -> bool {
    let mut start = [0; 64];
    let read = std::fs::File::open(file).and_then(|mut file| file.read(&mut start));
    let start = String::from_utf8_lossy(&start[..read.unwrap_or(0)]);
    let start = start.trim_start_matches('\u{feff}').trim_start();
    ["---", "+++", ";;;", "{"].iter().any(|fence| start.starts_with(fence))
}

fn read_text(file: &Path) -> Text {
    let told = file.metadata().map_err(|error| error.to_string())?;
    if told.len() > LONGEST_TEXT {
        return Err(format!("has more than {LONGEST_TEXT} bytes"));
    }
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "is not written in UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_stay_in_the_folder() {
        for (from, address, path) in [
            ("a/b.md", "c.png", Some("a/c.png")),
            ("a/b.md", "../c.png?x#y", Some("c.png")),
            ("a/b.md", "/c%20d.png", Some("c d.png")),
            ("b.md", "./c/./d.png", Some("c/d.png")),
            ("b.md", "../c.png", None),
            ("a/b.md", "../../../etc/passwd", None),
            ("b.md", "", None),
        ] {
            assert_eq!(Folder::resolve(from, address).as_deref(), path, "{from} {address}");
        }
    }
}
