//! What a client would rather have: a page or a document, and in which encoding. The one place
//! that reads `Accept` and `Accept-Encoding`.

use http::header::{ACCEPT, ACCEPT_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue};

/// Whether the client asks for HTML, as browsers do, and would not rather have JSON.
///
/// HTML has to be named. Programs that take anything (`*/*`) want what an API gives, and so does
/// whoever likes JSON as much as HTML: it can read both, and JSON says more.
pub fn prefers_page(headers: &HeaderMap) -> bool {
    let mut page = Match::default();
    let mut json = Match::default();
    for (range, quality) in listed(headers, ACCEPT) {
        page.see(range, quality, "text/html");
        json.see(range, quality, "application/json");
        json.see(range, quality, "application/problem+json");
    }
    page.closeness >= BY_TYPE && page.quality > 0 && page.quality > json.quality
}

/// The encodings in which an answer can lie ready, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The one to send to this client, of an answer that lies ready in all of them.
    pub fn preferred(headers: &HeaderMap) -> Self {
        let (mut brotli, mut gzip, mut any) = (None, None, 0);
        for (name, quality) in listed(headers, ACCEPT_ENCODING) {
            match name {
                _ if name.eq_ignore_ascii_case("br") => brotli = Some(quality),
                _ if name.eq_ignore_ascii_case("gzip") => gzip = Some(quality),
                "*" => any = quality,
                _ => {}
            }
        }
        // What the list does not name is worth what `*` is worth, or nothing.
        let (brotli, gzip) = (brotli.unwrap_or(any), gzip.unwrap_or(any));
        match (brotli, gzip) {
            (0, 0) => Self::Identity,
            // Of two that are as welcome brotli is the smaller.
            _ if brotli >= gzip => Self::Brotli,
            _ => Self::Gzip,
        }
    }

    /// As `Content-Encoding` names it.
    pub fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Brotli => Some(HeaderValue::from_static("br")),
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Identity => None,
        }
    }
}

/// The closest range that fits a media type decides its quality, in thousandths.
#[derive(Default)]
struct Match {
    closeness: u8,
    quality: u16,
}

const BY_NAME: u8 = 3;
const BY_TYPE: u8 = 2;
const BY_ANYTHING: u8 = 1;

impl Match {
    fn see(&mut self, range: &str, quality: u16, media: &str) {
        let family = media.split('/').next().unwrap_or_default();
        let closeness = if range.eq_ignore_ascii_case(media) {
            BY_NAME
        } else if range.strip_suffix("/*").is_some_and(|range| range.eq_ignore_ascii_case(family)) {
            BY_TYPE
        } else if range == "*/*" {
            BY_ANYTHING
        } else {
            return;
        };
        // A closer range overrules a wider one, even with a lower quality: `text/html;q=0, */*`
        // refuses HTML.
        if closeness > self.closeness {
            (self.closeness, self.quality) = (closeness, quality);
        } else if closeness == self.closeness {
            self.quality = self.quality.max(quality);
        }
    }
}

/// What a header lists, each with its quality. What cannot be read is left out.
fn listed(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, u16)> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(|entry| {
        let mut parts = entry.split(';');
        let name = parts.next().unwrap_or_default().trim();
        let quality =
            parts.find_map(|part| part.trim().strip_prefix(['q', 'Q'])?.strip_prefix('='));
        (name, quality.map_or(1000, thousandths))
    })
}

/// A quality that makes no sense counts as none at all.
fn thousandths(text: &str) -> u16 {
    let quality: f32 = text.trim().parse().unwrap_or_default();
    if (0.0..=1.0).contains(&quality) { (quality * 1000.0).round() as u16 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, values: &[&'static str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_page_is_for_those_who_name_html_and_do_not_like_json_as_much() {
        for browser in [
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "text/html",
            "TEXT/HTML; Q=0.3",
            "text/*",
            "text/html;level=1;q=0.9, application/json;q=0.8",
            "application/json;q=0, text/html;q=0.1",
        ] {
            assert!(prefers_page(&with(ACCEPT, &[browser])), "{browser}");
        }
        for program in [
            "",
            "*/*",
            "application/json",
            "application/json, text/plain, */*",
            "application/json, text/html;q=0.9",
            "application/problem+json, text/html;q=0.9",
            "text/html, application/json",
            "text/html;q=0",
            "text/html;q=0, */*",
            "text/html;q=nonsense",
            "text/html;q=-1",
            "text/plain",
        ] {
            assert!(!prefers_page(&with(ACCEPT, &[program])), "{program}");
        }
        assert!(prefers_page(&with(ACCEPT, &["image/avif", "text/html"])));
        assert!(!prefers_page(&HeaderMap::new()));
    }

    #[test]
    fn the_best_encoding_that_the_client_takes_is_chosen() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("br;q=0.5, gzip", Encoding::Gzip),
            ("BR", Encoding::Brotli),
            ("*", Encoding::Brotli),
            ("*, br;q=0", Encoding::Gzip),
            ("br;q=0, gzip;q=0", Encoding::Identity),
            ("identity", Encoding::Identity),
            ("zstd", Encoding::Identity),
            ("", Encoding::Identity),
        ] {
            let headers = with(ACCEPT_ENCODING, &[accepted]);
            assert_eq!(Encoding::preferred(&headers), expected, "{accepted}");
        }
        assert_eq!(Encoding::preferred(&HeaderMap::new()), Encoding::Identity);
    }
}
