//! The names of files in an archive, as others may have spelled them, and of what editors leave among ours.

/// Longer than any name of a file can be.
const LONGEST: usize = 255;

/// Which files are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    File(&'a str),
    /// All in a folder, whose name ends with a slash.
    Below(&'a str),
}

impl Wanted<'_> {
    pub(super) fn is(self, name: &str) -> bool {
        match self {
            Self::File(wanted) => name == wanted,
            Self::Below(folder) => name.starts_with(folder),
        }
    }

    /// Whether any of them may be in this folder.
    pub(super) fn may_be_in(self, folder: &str) -> bool {
        match self {
            Self::File(wanted) => wanted.starts_with(folder),
            Self::Below(wanted) => wanted.starts_with(folder) || folder.starts_with(wanted),
        }
    }
}

/// A name without what says nothing: `tar` writes `./` before all names when it packs the folder it is in, and
/// others more of that. What leads upwards stays, and is the name of nothing here.
pub(super) fn plain(name: &str) -> String {
    let parts = name.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.collect::<Vec<_>>().join("/")
}

/// Whether this is what an editor or a file manager leaves beside a file of ours that is changed or copied. What that
/// is called depends on the language of the desktop, but there is a space in it, and there is none in our names.
pub(super) fn is_left_of(file: &str, is_ours: &dyn Fn(&str) -> bool) -> bool {
    let is_it = |original: &String| is_ours(original) || is_left_of(original, is_ours);
    file.len() <= LONGEST && originals(file).iter().any(is_it)
}

/// Of which file it may be a copy. All of them have shorter names.
fn originals(file: &str) -> Vec<String> {
    const ENDS: [&str; 7] = ["~", ".bak", ".old", ".orig", ".save", ".swp", ".tmp"];
    let edited = ENDS.iter().filter_map(|end| file.strip_suffix(end));
    let in_hand = file.strip_prefix('#').and_then(|rest| rest.strip_suffix('#'));
    let mut found: Vec<String> = edited.chain(in_hand).map(str::to_owned).collect();
    if let Some((stem, ending)) = file.rsplit_once('.') {
        // `items copy 2.jsonl`, `items (1).jsonl`; `Copy of items.jsonl`.
        let words = [stem.split([' ', '(']).next(), stem.rsplit(' ').next()];
        let shorter = words.into_iter().flatten().filter(|word| word.len() < stem.len());
        found.extend(shorter.map(|word| format!("{word}.{ending}")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ways_to_spell_a_name_are_the_same_name() {
        for name in [
            "documents/items.jsonl",
            "./documents/items.jsonl",
            "././documents/items.jsonl",
            ".//documents/./items.jsonl",
            "/documents//items.jsonl",
        ] {
            assert_eq!(plain(name), "documents/items.jsonl", "{name}");
        }
        assert_eq!(plain("a/../documents/items.jsonl"), "a/../documents/items.jsonl");
        assert_eq!(plain("./"), "");
    }

    #[test]
    fn only_folders_on_the_way_are_looked_into() {
        for (wanted, folder, may_be) in [
            (Wanted::File("manifest.json"), "media/", false),
            (Wanted::File("documents/items.jsonl"), "documents/", true),
            (Wanted::File("documents/items.jsonl"), "documents/old/", false),
            (Wanted::Below("documents/"), "media/", false),
            (Wanted::Below("documents/"), "documents/", true),
            (Wanted::Below("documents/"), "documents/old/", true),
            (Wanted::Below("documents/"), "documents copy/", false),
        ] {
            assert_eq!(wanted.may_be_in(folder), may_be, "{wanted:?} {folder}");
        }
    }

    #[test]
    fn a_copy_is_known_by_the_name_it_was_made_from() {
        let is_left = |name: &str| is_left_of(name, &|it| it == "items.jsonl");
        for name in [
            "items.jsonl~",
            "items.jsonl.bak",
            "items.jsonl.orig~",
            "#items.jsonl#",
            "items copy.jsonl",
            "items copy 2.jsonl",
            "items (1).jsonl",
            "items(1).jsonl",
            "items - Copy (2).jsonl",
            "items (Kopie).jsonl",
            "Copy of items.jsonl",
            "Kopie von items.jsonl",
            "items copy.jsonl~",
        ] {
            assert!(is_left(name), "{name}");
        }
        for name in [
            "items.jsonl",
            "items_copy.jsonl",
            "new items.json",
            "notes.jsonl~",
            "notes copy.jsonl",
            "notes.txt",
            "items.jsonl.gz",
            "old/items.jsonl",
            "~",
            "#",
            ".",
            "",
        ] {
            assert!(!is_left(name), "{name}");
        }
        assert!(!is_left(&format!("items.jsonl{}", "~".repeat(1_000_000))));
    }
}
