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
    use super::*;

    #[test]
    fn nothing_a_client_writes_ends_an_attribute() {
        let escaped = escape("\"><img src=x onerror='1'> & more");
        assert_eq!(escaped, "&quot;&gt;&lt;img src=x onerror=&#39;1&#39;&gt; &amp; more");
    }
}
