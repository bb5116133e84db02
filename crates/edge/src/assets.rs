//! Files that pages refer to: style sheets, scripts, fonts, pictures of the service itself.
//!
//! Each is known by a name (`contact.css`) and served under an address with the hash of its bytes
//! in it (`/assets/contact.0123456789abcdef.css`), so that browsers can keep it for good. It lies
//! ready in all encodings. The binary hands in the list; who writes a page asks for addresses.

use std::collections::HashMap;
use std::sync::Arc;

/// Below this path all of them are.
pub const ASSETS: &str = "/assets/";

/// A file as it was embedded.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// As pages name it, such as `contact.css`.
    pub name: &'static str,
    /// As it is served: the name with the hash of the bytes, below `/assets/`.
    pub file: &'static str,
    pub media_type: &'static str,
    /// The hash alone.
    pub hash: &'static str,
    pub bytes: &'static [u8],
    /// None where compressing gains nothing.
    pub brotli: Option<&'static [u8]>,
    pub gzip: Option<&'static [u8]>,
}

/// All files that pages can refer to.
#[derive(Clone, Debug, Default)]
pub struct Assets(Arc<Index>);

#[derive(Debug, Default)]
struct Index {
    addresses: HashMap<&'static str, String>,
    files: HashMap<&'static str, &'static Asset>,
}

impl Assets {
    pub fn new(assets: &'static [Asset]) -> Self {
        Self(Arc::new(Index {
            addresses: assets
                .iter()
                .map(|asset| (asset.name, format!("{ASSETS}{}", asset.file)))
                .collect(),
            files: assets.iter().map(|asset| (asset.file, asset)).collect(),
        }))
    }

    /// The address of a file by its name. None for one that was not built: what comes from `web/`
    /// is not there without it.
    pub fn address(&self, name: &str) -> Option<&str> {
        self.0.addresses.get(name).map(String::as_str)
    }

    /// A file by the end of its address.
    pub fn find(&self, file: &str) -> Option<&'static Asset> {
        self.0.files.get(file).copied()
    }

    /// The names of all.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.addresses.keys().copied()
    }
}
