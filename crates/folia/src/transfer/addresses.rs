//! Addresses as other systems write them.

use kernel::SitePath;
use percent_encoding::percent_decode_str;

/// The path of an address, without its site, query and fragment; none when it has no path.
pub(super) fn path_of(address: &str) -> Option<String> {
    let address = address.trim();
    let rest = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address,
    };
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = SitePath::new(&path);
    (!path.is_empty()).then(|| path.to_string())
}

/// The name of a file in an address, with its folders: letters are as they are there, as files have them.
pub(super) fn file_of(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some(path.trim_matches('/').to_owned()).filter(|path| !path.is_empty())
}

/// A name as people read it, where an address has it in percents: `%d0%bf` is `п`.
pub(super) fn plain_name(name: &str) -> String {
    // What was cut in the middle of a letter is none.
    percent_decode_str(name).decode_utf8_lossy().replace('\u{fffd}', "")
}

const PICTURES: [&str; 6] = ["jpg", "jpeg", "png", "webp", "gif", "avif"];

/// What stands behind the last dot, in small letters.
pub(super) fn ending(path: &str) -> String {
    path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether a file calls itself a picture of a kind that the site takes.
pub(super) fn is_picture(path: &str) -> bool {
    PICTURES.contains(&ending(path).as_str())
}

/// Whether it leads to a file or a page beside the one it stands in.
pub(super) fn is_relative(address: &str) -> bool {
    let has_scheme = address.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+')
    });
    !address.is_empty()
        && !has_scheme
        && !address.starts_with(['#', '?'])
        && !address.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_paths() {
        for (address, path) in [
            ("https://old.example/2020/01/Hello%20W/?x=1#y", Some("2020/01/hello w")),
            ("/a/b/", Some("a/b")),
            ("a", Some("a")),
            ("https://old.example", None),
            ("https://old.example/?p=12", None),
            ("/", None),
        ] {
            assert_eq!(path_of(address).as_deref(), path, "{address}");
        }
        for (address, file) in [
            ("/2020/01/My%20Boat.JPG?x=1#y", Some("2020/01/My Boat.JPG")),
            ("A%3FB.png", Some("A?B.png")),
            ("/", None),
            ("%ff.png", None),
        ] {
            assert_eq!(file_of(address).as_deref(), file, "{address}");
        }
        for (name, plain) in [
            ("%d0%bf%D1%80%d0%b8-%d0%bc", "при-м"),
            ("plain-name", "plain-name"),
            ("100%-sure", "100%-sure"),
            ("%d0%bf%d1", "п"),
        ] {
            assert_eq!(plain_name(name), plain, "{name}");
        }
        for (address, relative) in [
            ("pictures/a.png", true),
            ("./a.md#b", true),
            ("/static/a.png", true),
            ("//cdn.example/a.png", false),
            ("https://a.example/", false),
            ("mailto:a@b.example", false),
            ("data:image/png;base64,AA", false),
            ("#there", false),
        ] {
            assert_eq!(is_relative(address), relative, "{address}");
        }
    }
}
