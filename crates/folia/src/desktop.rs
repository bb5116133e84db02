//! What desktops leave in folders that somebody has looked at or packed.

/// What file managers put beside files, each with a name of its own: hidden files, among them the second half of
/// each file that a Mac packs, and folders of such. Nothing that is written here is called so.
pub(crate) fn is_of_a_desktop(name: &str) -> bool {
    // At the top, where it is put. Below, a folder of media may be called so.
    name.starts_with("__MACOSX/")
        || name.split('/').any(|part| match part {
            // Not hidden: another way to spell a place.
            "." | ".." => false,
            "Thumbs.db" | "desktop.ini" => true,
            _ => part.starts_with('.'),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_desktop_leaves_is_known_by_its_name() {
        for name in [
            ".DS_Store",
            "documents/.DS_Store",
            "documents/._items.jsonl",
            "__MACOSX/documents/items.jsonl",
            "media/Thumbs.db",
            "media/desktop.ini",
            ".Trashes/501/items.jsonl",
        ] {
            assert!(is_of_a_desktop(name), "{name}");
        }
        for name in [
            "manifest.json",
            "documents/items.jsonl",
            "documents/items.jsonl~",
            "documents/./items.jsonl",
            "documents/../items.jsonl",
            "documents/Thumbs.db.jsonl",
            "media/My.Cat_500.webp",
            "media/__MACOSX/img_500.webp",
        ] {
            assert!(!is_of_a_desktop(name), "{name}");
        }
    }
}
