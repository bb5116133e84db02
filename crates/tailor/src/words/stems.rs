use rust_stemmers::{Algorithm, Stemmer};

use super::families::family;

/// Joins words that belong together, as a search does: engineer and engineering are one stem.
pub(crate) struct Stems {
    stemmer: Stemmer,
}

impl std::fmt::Debug for Stems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stems").finish_non_exhaustive()
    }
}

impl Stems {
    pub(crate) fn new() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English) }
    }

    pub(crate) fn stem(&self, folded: &str) -> String {
        let bare = folded.strip_suffix("'s").unwrap_or(folded);
        let bare = family(bare).unwrap_or(bare);
        if bare.bytes().all(|byte| byte.is_ascii_lowercase()) {
            self.stemmer.stem(bare).into_owned()
        } else {
            bare.to_owned()
        }
    }
}
