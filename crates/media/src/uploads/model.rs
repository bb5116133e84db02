use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layout;

/// What was uploaded, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upload {
    pub id: Id,
    pub kind: UploadKind,
    /// What the names of its files begin with.
    pub stem: String,
    pub alt: String,
    pub filter: String,
    /// ThumbHash in base64; videos have none.
    pub placeholder: Option<String>,
    /// Of a video that tells, in seconds.
    pub duration: Option<f64>,
    /// What visitors get, from the smallest to the full one.
    pub(crate) files: Vec<MadeFile>,
    /// What was sent, where that is not what visitors get.
    pub(crate) original: Option<Original>,
    pub created_at: Timestamp,
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
        let original = self.original.iter().map(|file| (layout::original(self.id), file.bytes));
        files.chain(original).collect()
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
