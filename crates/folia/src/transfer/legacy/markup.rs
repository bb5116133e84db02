//! Pictures of 500, 750 and 1200 pixels in stored markup. Their files keep their names and are served below
//! `/media`, so their addresses are led there, wherever in the markup they stand.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files by key, as they will be found below `/media`.
pub(super) type OldFiles = BTreeMap<String, PathBuf>;

/// The markup with the addresses that those files have now. Sizes and everything else stay.
pub(super) fn lead_to_media(markup: &str, files: &OldFiles) -> String {
    let mut out = String::with_capacity(markup.len());
    for piece in markup.split_inclusive(is_between) {
        let end = piece.char_indices().next_back().filter(|(_, sign)| is_between(*sign));
        let (word, sign) = piece.split_at(end.map_or(piece.len(), |(at, _)| at));
        // Of an attribute without quotes the name stands before.
        let (name, address) = match word.split_once('=') {
            Some((name, address)) if !name.contains('/') => (&word[..=name.len()], address),
            _ => ("", word),
        };
        match place(address, files) {
            Some(key) => out.extend([name, "/media/", key, sign]),
            None => out.push_str(piece),
        }
    }
    out
}

/// What stands between addresses in attributes, lists of them, and text.
fn is_between(sign: char) -> bool {
    sign.is_whitespace() || "\"'<>(),".contains(sign)
}

/// The key of the file that an address means.
fn place<'a>(address: &str, files: &'a OldFiles) -> Option<&'a str> {
    let path = match address.split_once("://") {
        // Somebody else's file may have the same name; below these folders it is ours.
        Some((_, rest)) if rest.contains("/uploads/") || rest.contains("/media/") => rest,
        Some(_) => return None,
        None if address.contains('/') => address,
        None => return None,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.rsplit('/');
    let name = parts.next().filter(|name| !name.is_empty())?;
    let in_folder = parts.next().map(|folder| format!("{folder}/{name}"));
    let known = |key: &str| files.get_key_value(key).map(|(key, _)| key.as_str());
    let found = |key: &str| known(key).or_else(|| widest(key).iter().find_map(|key| known(key)));
    in_folder.and_then(|key| found(&key)).or_else(|| found(name))
}

/// The picture itself was kept without a width in its name. The widest of its forms stands for it.
fn widest(key: &str) -> Vec<String> {
    match key.rsplit_once('.') {
        Some((stem, ending)) => {
            ["_1200", "_750", "_500"].map(|width| format!("{stem}{width}.{ending}")).to_vec()
        }
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_old_files_are_led_to_where_they_are() {
        let keys = ["boat_500.webp", "boat_750.webp", "2019/sea_1200.jpg"];
        let files: OldFiles = keys.map(|key| (key.to_owned(), PathBuf::new())).into();
        for (markup, expected) in [
            (
                r#"<img src="/uploads/boat_750.webp" srcset="/uploads/boat_500.webp 500w,/uploads/boat_750.webp 750w">"#,
                r#"<img src="/media/boat_750.webp" srcset="/media/boat_500.webp 500w,/media/boat_750.webp 750w">"#,
            ),
            (r#"<img src="/uploads/boat.webp">"#, r#"<img src="/media/boat_750.webp">"#),
            (
                r#"<a href='https://old.example/uploads/2019/sea_1200.jpg?v=2'>x</a>"#,
                "<a href='/media/2019/sea_1200.jpg'>x</a>",
            ),
            ("<img src=/static/boat_500.webp>", "<img src=/media/boat_500.webp>"),
            (
                "https://other.example/boat_500.webp boat_500.webp",
                "https://other.example/boat_500.webp boat_500.webp",
            ),
            ("<p>é, /uploads/none_500.webp</p>", "<p>é, /uploads/none_500.webp</p>"),
        ] {
            assert_eq!(lead_to_media(markup, &files), expected, "{markup}");
        }
    }
}
