use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};

use crate::characters::covers;

/// Folders in folders; faces lie at most two or three deep.
const MOST_LEVELS: usize = 6;
const MOST_FILES: usize = 4000;
/// The largest faces of Chinese, Japanese and Korean in one file have some 120 MB.
const MOST_BYTES: u64 = 160 * 1024 * 1024;

/// The faces in some folders.
#[derive(Debug)]
pub struct MachineFaces {
    folders: Vec<PathBuf>,
    /// Looked for when the first text needs them.
    found: OnceLock<Vec<MachineFace>>,
    /// Files in use at this moment. Some are twenty megabytes, and many may want the same one.
    in_use: Mutex<HashMap<PathBuf, Weak<Vec<u8>>>>,
}

#[derive(Debug)]
pub struct MachineFace {
    path: PathBuf,
    /// Characters it has, as ranges in order.
    pub ranges: Vec<(u32, u32)>,
    weight: f32,
    is_upright: bool,
    has_serifs: bool,
    /// By its name. Others without serifs may be of any kind, such as a script of scribes.
    is_sans: bool,
    is_noto: bool,
}

/// What a face should look like, to choose among those that have the letters.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    pub serifs: bool,
    /// From the lightest to the heaviest that will do.
    pub weights: (f32, f32),
}

impl MachineFaces {
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, found: OnceLock::new(), in_use: Mutex::default() }
    }

    /// In the folders in which a machine usually has its faces.
    pub fn of_this_machine() -> Self {
        Self::new(vec!["/usr/local/share/fonts".into(), "/usr/share/fonts".into()])
    }

    /// The face with most of these characters that can be read; among equals the one nearest to the
    /// taste. None when no face has any of them.
    pub fn best_for(
        &self,
        missing: &BTreeSet<char>,
        taste: Taste,
    ) -> Option<(&MachineFace, Arc<Vec<u8>>)> {
        let found = self.found.get_or_init(|| find_faces(&self.folders));
        let value = |face: &&MachineFace| {
            let has = missing.iter().filter(|character| covers(&face.ranges, **character)).count();
            (has, face.suits(taste))
        };
        let mut candidates: Vec<_> = found.iter().filter(|face| value(face).0 > 0).collect();
        candidates.sort_by_key(|face| std::cmp::Reverse(value(face)));
        candidates.into_iter().take(3).find_map(|face| Some((face, self.read(&face.path)?)))
    }

    /// Whether any face has a character.
    pub fn have(&self, character: char) -> bool {
        let found = self.found.get_or_init(|| find_faces(&self.folders));
        found.iter().any(|face| covers(&face.ranges, character))
    }

    fn read(&self, path: &Path) -> Option<Arc<Vec<u8>>> {
        // A panic elsewhere leaves the map as it was: nothing is half done in it.
        let mut in_use = self.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = in_use.get(path).and_then(Weak::upgrade) {
            return Some(bytes);
        }
        let bytes = Arc::new(fs::read(path).ok()?);
        in_use.retain(|_, bytes| bytes.strong_count() > 0);
        in_use.insert(path.to_owned(), Arc::downgrade(&bytes));
        Some(bytes)
    }
}

impl MachineFace {
    pub fn weight(&self) -> f32 {
        self.weight
    }

    fn suits(&self, taste: Taste) -> u32 {
        let (lightest, heaviest) = taste.weights;
        u32::from(self.is_upright) * 8
            + u32::from((lightest..=heaviest).contains(&self.weight)) * 4
            + u32::from(if taste.serifs { self.has_serifs } else { self.is_sans }) * 2
            + u32::from(self.is_noto)
    }
}

/// The characters a face can draw.
pub fn ranges_of(face: &FontRef<'_>) -> Vec<(u32, u32)> {
    let mut codes: Vec<u32> = face.charmap().mappings().map(|(code, _)| code).collect();
    codes.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for code in codes {
        match ranges.last_mut() {
            Some((_, last)) if code <= *last + 1 => *last = code.max(*last),
            _ => ranges.push((code, code)),
        }
    }
    ranges
}

fn find_faces(folders: &[PathBuf]) -> Vec<MachineFace> {
    let mut files = Vec::new();
    for folder in folders {
        list_files(folder, MOST_LEVELS, &mut files);
    }
    // In the same order on every start, as the order decides between faces that suit alike.
    files.sort();
    files.iter().filter_map(|path| face_in(path)).collect()
}

fn list_files(folder: &Path, levels: usize, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        if kind.is_dir() && levels > 0 {
            list_files(&path, levels - 1, files);
        } else if matches!(end.to_ascii_lowercase().as_str(), "ttf" | "otf" | "ttc" | "otc")
            && files.len() < MOST_FILES
            && fs::metadata(&path).is_ok_and(|facts| facts.len() <= MOST_BYTES)
        {
            files.push(path);
        }
    }
}

/// A file that is no font, or one of bitmaps, holds nothing for us. All faces of a collection are
/// registered together, so its first one stands for them.
fn face_in(path: &Path) -> Option<MachineFace> {
    let bytes = fs::read(path).ok()?;
    let face = FontRef::from_index(&bytes, 0).ok()?;
    // Faces of bitmaps would draw nothing at this size.
    let has_outlines = face.glyf().is_ok() || face.cff().is_ok() || face.cff2().is_ok();
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_straight = face.attributes().style == skrifa::attribute::Style::Normal;
    has_outlines.then(|| MachineFace {
        path: path.to_owned(),
        ranges: ranges_of(&face),
        weight: face.attributes().weight.value(),
        is_upright: is_straight && !has(&["mono", "condensed", "display", "italic"]),
        has_serifs: has(&["serif", "naskh"]),
        is_sans: has(&["sans"]),
        is_noto: name.starts_with("noto"),
    })
}
