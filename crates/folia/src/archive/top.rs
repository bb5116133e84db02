//! Where in a bundle the archive is. Ours have everything at the top; whoever has unpacked one and packed it again has
//! a folder around it, and may have packed other things along.

use std::collections::BTreeMap;

use super::error::ArchiveError;
use super::layout::{DOCUMENTS, MANIFEST};

/// The folders that look like one, by name with a slash at the end; the top itself has none.
#[derive(Debug, Default)]
pub(super) struct Tops(BTreeMap<String, Top>);

#[derive(Debug, Default)]
struct Top {
    manifests: usize,
    /// Other things have a file of that name as well.
    has_documents: bool,
}

impl Tops {
    pub(super) fn see(&mut self, name: &str) {
        let below = name.find('/').map(|end| name.split_at(end + 1));
        for (top, inside) in [Some(("", name)), below].into_iter().flatten() {
            if inside == MANIFEST {
                self.at(top).manifests += 1;
            } else if inside.starts_with(DOCUMENTS) {
                self.at(top).has_documents = true;
            }
        }
    }

    fn at(&mut self, top: &str) -> &mut Top {
        self.0.entry(top.to_owned()).or_default()
    }

    /// Which of them is read. Also one that is not whole, so that whoever reads it says what is missing.
    pub(super) fn choose(self) -> Result<String, ArchiveError> {
        let mut tops = self.0;
        tops.retain(|_, top| top.manifests > 0);
        if tops.values().any(|top| top.has_documents) {
            tops.retain(|_, top| top.has_documents);
        }
        // In the order of their names, of which the empty one is the first.
        let mut tops = tops.into_iter();
        let Some((name, top)) = tops.next() else { return Ok(String::new()) };
        if top.manifests > 1 {
            return Err(ArchiveError::twice(&format!("{name}{MANIFEST}")));
        }
        match tops.next() {
            // What is in a folder beside one at the top is not its own.
            Some((other, _)) if top.has_documents && !name.is_empty() => {
                Err(ArchiveError::several(&name, &other))
            }
            _ => Ok(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(names: &[&str]) -> Result<String, String> {
        let mut tops = Tops::default();
        names.iter().for_each(|name| tops.see(name));
        tops.choose().map_err(|error| error.to_string())
    }

    #[test]
    fn the_archive_is_found_among_other_things() {
        for (names, top) in [
            (&["documents/items.jsonl", "manifest.json"][..], ""),
            (&["site/documents/items.jsonl", "site/manifest.json"], "site/"),
            // An older one in a folder of its own.
            (
                &[
                    "0old/manifest.json",
                    "0old/documents/items.jsonl",
                    "documents/items.jsonl",
                    "manifest.json",
                ],
                "",
            ),
            // Of something else.
            (&["app/manifest.json", "site/manifest.json", "site/documents/items.jsonl"], "site/"),
            (&["manifest.json", "site/manifest.json", "site/documents/items.jsonl"], "site/"),
            // Deeper than anybody packs one.
            (&["a/b/manifest.json", "a/b/documents/items.jsonl"], ""),
            (&["site/manifest.json"], "site/"),
            (&["app/manifest.json", "web/manifest.json"], "app/"),
            (&["documents/items.jsonl"], ""),
            (&[], ""),
        ] {
            assert_eq!(chosen(names).as_deref(), Ok(top), "{names:?}");
        }
    }

    #[test]
    fn two_archives_are_none() {
        let two = ["old/manifest.json", "old/documents/a", "new/manifest.json", "new/documents/a"];
        let told = chosen(&two).unwrap_err();
        assert!(told.contains("more than one archive of a site in it, in new/ and old/"), "{told}");
        for twice in [["manifest.json"; 2], ["site/manifest.json"; 2]] {
            let told = chosen(&twice).unwrap_err();
            assert!(told.contains("manifest.json is in the archive more than once"), "{told}");
            assert!(!told.contains("damaged"), "{told}");
        }
    }
}
