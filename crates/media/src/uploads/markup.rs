//! The element that shows an upload. Everything a client has written is escaped.

use edge::html::escape;

use super::{Upload, UploadKind, VariantView};

pub(super) const SIZES: &str =
    "(max-width: 400px) 400px, (max-width: 768px) 768px, (max-width: 1536px) 1536px, 2048px";

pub(super) fn srcset(variants: &[VariantView]) -> String {
    let entries = variants.iter().map(|variant| format!("{} {}w", variant.url, variant.width));
    entries.collect::<Vec<_>>().join(", ")
}

pub(super) fn element(upload: &Upload, srcset: &str) -> String {
    let Some(full) = upload.full() else { return String::new() };
    let (url, width, height) = (upload.url(full), full.width, full.height);
    // The one value here that a client has written. All others are numbers, or names we have made.
    let alt = escape(&upload.alt);
    match upload.kind {
        UploadKind::Image => format!(
            "<img src=\"{url}\" srcset=\"{srcset}\" sizes=\"{SIZES}\" width=\"{width}\" \
             height=\"{height}\" alt=\"{alt}\" loading=\"lazy\" decoding=\"async\">"
        ),
        UploadKind::Video => format!(
            "<video src=\"{url}\" width=\"{width}\" height=\"{height}\" aria-label=\"{alt}\" \
             controls preload=\"metadata\"></video>"
        ),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Id, Timestamp};

    use super::*;
    use crate::uploads::MadeFile;

    fn upload(kind: UploadKind, alt: &str) -> Upload {
        let file = MadeFile {
            variant: "full".to_owned(),
            file: "sea.webp".to_owned(),
            media_type: "image/webp".to_owned(),
            width: 640,
            height: 360,
            bytes: 9,
            hash: 0,
        };
        Upload {
            id: Id::from_bytes([7; 16]),
            kind,
            stem: "sea".to_owned(),
            alt: alt.to_owned(),
            caption: String::new(),
            focal_point: None,
            filter: "none".to_owned(),
            placeholder: None,
            duration: None,
            files: vec![file],
            original: None,
            mark: None,
            earlier: Vec::new(),
            created_at: Timestamp::from_micros(0),
        }
    }

    /// The attributes of an element that a browser would see, and nothing behind it.
    fn attributes(element: &str) -> Vec<(&str, &str)> {
        let inside = element.strip_prefix('<').unwrap().split_once('>').unwrap().0;
        let mut rest = inside.split_once(' ').unwrap().1;
        let mut found = Vec::new();
        while let Some((name, behind)) = rest.split_once("=\"") {
            let (value, behind) = behind.split_once('"').unwrap();
            found.push((name.trim(), value));
            rest = behind;
        }
        found.push(("the rest", rest.trim()));
        found
    }

    #[test]
    fn nothing_a_client_writes_ends_an_attribute() {
        let alt = "\"><img src=x onerror='1'> & more";
        let escaped = "&quot;&gt;&lt;img src=x onerror=&#39;1&#39;&gt; &amp; more";
        for (kind, attribute) in [(UploadKind::Image, "alt"), (UploadKind::Video, "aria-label")] {
            let element = element(&upload(kind, alt), "a.webp 1w");
            let found = attributes(&element);
            assert!(found.contains(&(attribute, escaped)), "{element}");
            assert!(found.iter().all(|(name, _)| *name != "onerror"), "{element}");
            assert_eq!(element.matches('<').count(), element.matches('>').count(), "{element}");
        }
    }

    #[test]
    fn a_picture_has_its_sizes_and_a_video_its_controls() {
        let picture = element(&upload(UploadKind::Image, "Sea"), "/a.webp 400w");
        let url = "/media/07070707-0707-0707-0707-070707070707/sea.webp";
        let expected = [
            ("src", url),
            ("srcset", "/a.webp 400w"),
            ("sizes", SIZES),
            ("width", "640"),
            ("height", "360"),
            ("alt", "Sea"),
            ("loading", "lazy"),
            ("decoding", "async"),
            ("the rest", ""),
        ];
        assert_eq!(attributes(&picture), expected);
        let video = element(&upload(UploadKind::Video, "Sea"), "");
        let expected = [
            ("src", url),
            ("width", "640"),
            ("height", "360"),
            ("aria-label", "Sea"),
            ("controls preload", "metadata"),
            ("the rest", ""),
        ];
        assert_eq!(attributes(&video), expected);
        assert!(video.ends_with("></video>"));
    }

    #[test]
    fn an_upload_without_files_has_no_element() {
        let empty = Upload { files: Vec::new(), ..upload(UploadKind::Image, "Sea") };
        assert_eq!(element(&empty, ""), "");
    }
}
