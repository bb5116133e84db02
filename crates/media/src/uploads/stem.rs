use kernel::Slug;

/// What file names begin with when the client's name has nothing to offer.
const NAMELESS: &str = "img";
const LONGEST: usize = 60;

/// A clean beginning for the names of an upload's files: the client's file name without folders and
/// ending, in letters, digits and hyphens. There is no underscore in it, so that it can never look
/// like a variant of something else.
pub(super) fn stem(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = match name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => name,
    };
    // The slug of a name of four kilobytes is made from its beginning.
    let beginning: String = name.chars().take(200).collect();
    let slug = Slug::from_title(&beginning);
    let slug = slug.as_ref().map_or(NAMELESS, Slug::as_str);
    // A slug is ASCII, so any place is a good place to cut.
    slug.get(..LONGEST).unwrap_or(slug).trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_name_the_stem_is_clean() {
        for (name, expected) in [
            ("Photo 1.JPG", "photo-1"),
            ("../../x", "x"),
            ("..\\x.png", "x"),
            ("C:\\x.png", "x"),
            ("a/b.png", "b"),
            ("x.png\"><script>", "x"),
            (".htaccess", "img"),
            ("con.png", "con"),
            ("", "img"),
            ("..", "img"),
            ("_400.webp", "400"),
            ("nul\0.png", "nul"),
            ("\u{202e}gpj.exe", "gpj"),
        ] {
            assert_eq!(stem(name), expected, "{name}");
        }
        for name in ["😀.png", &"x".repeat(4096), "İ.png"] {
            let stem = stem(name);
            assert!((1..=LONGEST).contains(&stem.len()), "{name}");
            assert!(stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
        }
    }
}
