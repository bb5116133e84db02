use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layout;

/// The most names of replaced files that an upload remembers: of a hundred replacements.
pub(crate) const MOST_EARLIER: usize = 400;

/// What was uploaded, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upload {
    pub id: Id,
    pub kind: UploadKind,
    /// What the names of its files begin with.
    pub stem: String,
    pub alt: String,
    #[serde(default)]
    pub caption: String,
    /// The middle, where nobody has said otherwise.
    #[serde(default)]
    pub focal_point: Option<FocalPoint>,
    pub filter: String,
    /// ThumbHash in base64; videos have none.
    pub placeholder: Option<String>,
    /// Of a video that tells, in seconds.
    pub duration: Option<f64>,
    /// What visitors get, from the smallest to the full one.
    pub(crate) files: Vec<MadeFile>,
    /// What was sent, where that is not what visitors get.
    pub(crate) original: Option<Original>,
    /// What tells the original apart from the one it has replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mark: Option<String>,
    /// Names that visitors may still ask for, of files that were replaced. The latest are last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) earlier: Vec<EarlierFile>,
    pub created_at: Timestamp,
}

/// What of a picture must stay in sight when a place shows a part of it: in per cent from the left
/// and from the top.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FocalPoint {
    pub x: f64,
    pub y: f64,
}

impl FocalPoint {
    pub const MIDDLE: Self = Self { x: 50.0, y: 50.0 };
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EarlierFile {
    pub(crate) file: String,
    pub(crate) width: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadKind {
    Image,
    Video,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MadeFile {
    /// Which variant it is.
    pub(crate) variant: String,
    pub(crate) file: String,
    pub(crate) media_type: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: u64,
    /// Of the content, for tags and for `folia check`.
    pub(crate) hash: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Original {
    pub(crate) media_type: String,
    pub(crate) bytes: u64,
    pub(crate) hash: u64,
}

impl Upload {
    /// The file that stands for the whole: the last and largest.
    pub(crate) fn full(&self) -> Option<&MadeFile> {
        self.files.last()
    }

    pub(crate) fn file(&self, name: &str) -> Option<&MadeFile> {
        self.files.iter().find(|file| file.file == name)
    }

    pub(crate) fn url(&self, file: &MadeFile) -> String {
        format!("/media/{}/{}", self.id, file.file)
    }

    /// Where each of its files is in the blobs, with its size: what a copy of the site has to hold.
    pub fn keys_and_sizes(&self) -> Vec<(String, u64)> {
        let files = self.files.iter().map(|file| (layout::file(self.id, &file.file), file.bytes));
        let original =
            self.original.iter().map(|file| (layout::original(self.id, self.mark()), file.bytes));
        files.chain(original).collect()
    }

    /// The same, with the hash of the bytes (XXH3).
    pub fn keys_and_hashes(&self) -> Vec<(String, u64, u64)> {
        let files = self.files.iter().map(|file| file.hash);
        let hashes = files.chain(self.original.iter().map(|file| file.hash));
        let keys = self.keys_and_sizes().into_iter();
        keys.zip(hashes).map(|((key, size), hash)| (key, size, hash)).collect()
    }

    /// Whether these bytes are what was sent.
    pub fn is_made_from(&self, bytes: &[u8]) -> bool {
        let sent = self.original.as_ref().map(|original| (original.bytes, original.hash));
        sent == Some((bytes.len() as u64, xxhash_rust::xxh3::xxh3_64(bytes)))
    }

    /// Where visitors find it.
    pub fn address(&self) -> Option<String> {
        self.full().map(|file| self.url(file))
    }

    /// Puts other files in the place of those that visitors get, whose names lead to them from now on.
    pub(crate) fn replace_files(&mut self, files: Vec<MadeFile>) {
        let before = std::mem::replace(&mut self.files, files).into_iter();
        self.earlier.extend(before.map(|MadeFile { file, width, .. }| EarlierFile { file, width }));
        let surplus = self.earlier.len().saturating_sub(MOST_EARLIER);
        // The oldest names go. Whoever still asks for one finds nothing.
        self.earlier.drain(..surplus);
    }

    pub(crate) fn mark(&self) -> Option<&str> {
        self.mark.as_deref()
    }

    /// Which file stands in for one that was replaced: the smallest that is as wide, else the full
    /// one.
    pub(crate) fn successor(&self, name: &str) -> Option<&MadeFile> {
        let earlier = self.earlier.iter().rev().find(|earlier| earlier.file == name)?;
        self.files.iter().find(|file| file.width >= earlier.width).or_else(|| self.full())
    }

    /// The addresses of files that were replaced, each with the one that stands in for it.
    pub fn replaced_addresses(&self) -> Vec<(String, String)> {
        let pairs = self.earlier.iter().filter_map(|earlier| {
            let old = format!("/media/{}/{}", self.id, earlier.file);
            Some((old, self.url(self.successor(&earlier.file)?)))
        });
        pairs.collect()
    }

    /// Whether visitors who do not see it are told nothing about it.
    pub(crate) fn lacks_alt(&self) -> bool {
        self.kind == UploadKind::Image && self.alt.trim().is_empty()
    }

    /// Whether its name or its words hold a text; letter case does not matter.
    pub(crate) fn holds(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        [&self.stem, &self.alt, &self.caption].iter().any(|it| it.to_lowercase().contains(&text))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "UploadVariant")]
pub struct VariantView {
    /// `small`, `medium`, `large` or `full`.
    pub name: String,
    pub width: u32,
    pub height: u32,
    pub url: String,
    pub bytes: u64,
}
