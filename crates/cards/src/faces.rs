//! Which faces there are, and which of them a text needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};

use crate::characters::{covers, has, needs_face};
use crate::lettering::Lettering;

/// Folders in folders; faces lie at most two or three deep.
const MOST_LEVELS: usize = 6;
const MOST_FILES: usize = 4000;
/// The largest faces of Chinese, Japanese and Korean in one file have some 120 MB.
const MOST_BYTES: u64 = 160 * 1024 * 1024;
/// A title in more scripts than this shows some of them.
const MOST_ADDED: usize = 6;

#[derive(Debug)]
pub(crate) struct Faces {
    /// Tried first, in this order.
    own: &'static [&'static [u8]],
    folders: Vec<PathBuf>,
    /// Looked for when the first text needs them.
    machine: OnceLock<Vec<MachineFace>>,
}

#[derive(Debug)]
struct MachineFace {
    path: PathBuf,
    /// Characters it has, as ranges in order.
    ranges: Vec<(u32, u32)>,
    /// How well it suits a heading, to choose among those that would do.
    suits: u32,
}

impl Faces {
    pub(crate) fn new(own: &'static [&'static [u8]], folders: Vec<PathBuf>) -> Self {
        Self { own, folders, machine: OnceLock::new() }
    }

    /// What is needed to write these texts. Faces of the machine are read for the purpose and given
    /// back with it: some are twenty megabytes.
    pub(crate) fn lettering_for(&self, texts: &[&str]) -> Lettering {
        // Nothing of the system is looked up by name: the same card has to look the same after an
        // update.
        let options = CollectionOptions { shared: false, system_fonts: false };
        let source_cache = SourceCache::default();
        let mut fonts = FontContext { collection: Collection::new(options), source_cache };
        let mut families = Vec::new();
        let mut known = Vec::new();
        for &bytes in self.own {
            register(&mut fonts, Blob::new(Arc::new(bytes)), &mut families);
            known.extend(FontRef::new(bytes).ok().map(|face| ranges_of(&face)));
        }
        let mut missing: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        missing.retain(|character| needs_face(*character) && !has(&known, *character));
        while !missing.is_empty() && families.len() < self.own.len() + MOST_ADDED {
            let Some((face, bytes)) = self.best_for(&missing) else { break };
            register(&mut fonts, Blob::new(Arc::new(bytes)), &mut families);
            missing.retain(|character| !covers(&face.ranges, *character));
            known.push(face.ranges.clone());
        }
        Lettering::new(fonts, families, known)
    }

    /// The face with most of these characters that can be read.
    fn best_for(&self, missing: &BTreeSet<char>) -> Option<(&MachineFace, Vec<u8>)> {
        let machine = self.machine.get_or_init(|| find_faces(&self.folders));
        let count = |face: &&MachineFace| {
            let has = missing.iter().filter(|character| covers(&face.ranges, **character)).count();
            (has, face.suits)
        };
        let mut candidates: Vec<_> = machine.iter().filter(|face| count(face).0 > 0).collect();
        candidates.sort_by_key(|face| std::cmp::Reverse(count(face)));
        candidates.into_iter().take(3).find_map(|face| Some((face, fs::read(&face.path).ok()?)))
    }
}

fn register(fonts: &mut FontContext, bytes: Blob<u8>, families: &mut Vec<String>) {
    // Names of our own, as two faces of the machine may have the same one.
    let name = format!("face {}", families.len());
    let named = FontInfoOverride { family_name: Some(&name), ..FontInfoOverride::default() };
    fonts.collection.register_fonts(bytes, Some(named));
    families.push(name);
}

/// The characters a face can draw as outlines.
fn ranges_of(face: &FontRef<'_>) -> Vec<(u32, u32)> {
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
    let (ranges, suits) = (ranges_of(&face), suits(path, &face));
    has_outlines.then(|| MachineFace { path: path.to_owned(), ranges, suits })
}

/// Upright, heavy and with serifs is nearest to the face of headings.
fn suits(path: &Path, face: &FontRef<'_>) -> u32 {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
    let weight = face.attributes().weight.value();
    let is_upright = face.attributes().style == skrifa::attribute::Style::Normal;
    let is_plain =
        !["mono", "condensed", "display", "italic"].iter().any(|word| name.contains(word));
    u32::from(is_upright && is_plain) * 8
        + u32::from((550.0..=750.0).contains(&weight)) * 4
        + u32::from(name.contains("serif") || name.contains("naskh")) * 2
        + u32::from(name.starts_with("noto"))
}
