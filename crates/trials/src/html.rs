//! The HTML of a body. What comes out is read by a reader of our own that knows one way to write HTML and
//! nothing else, and lists of what may stand there that are written down once more.

use content::trial::{is_href, sanitise, summary};

const ELEMENTS: &str = "\
    a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption \
    figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp section small source \
    span strong sub summary sup table tbody td tfoot th thead time tr u ul var video wbr";
const EMPTY: &str = "br col hr img input source wbr";
const ATTRIBUTES: &str = "\
    abbr alt checked cite class colspan controls datetime decoding dir disabled fetchpriority height href \
    hreflang lang loading loop muted open playsinline poster preload reversed rowspan scope sizes span src \
    srcset start title type width";

/// Attributes that hold an address or several, and the elements that have them. Others that do (`ping`, `imagesrcset`,
/// `action`, `data`, `background`) are on no list.
const ADDRESSES: &[(&str, &str)] = &[
    ("cite", "blockquote del ins q"),
    ("href", "a"),
    ("poster", "video"),
    ("src", "img source video"),
    ("srcset", "img"),
];

/// What is stored stays as it is when it is stored again, and holds nothing but what may be there.
pub fn html(bytes: &[u8]) {
    assert_cleaned(&String::from_utf8_lossy(bytes));
}

/// The same for a text, wherever it is from.
pub(crate) fn assert_cleaned(text: &str) {
    let cleaned = match sanitise(text) {
        Ok(cleaned) => cleaned,
        // Limits are told; a tree that does not settle is a finding.
        Err(why) => return assert!(!why.contains("cannot express"), "{text:?}"),
    };
    assert_eq!(sanitise(&cleaned).as_deref(), Ok(cleaned.as_str()), "cleaned again");
    read(&cleaned);
    assert!(summary(&cleaned).chars().count() <= 280);
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Panics at whatever is neither text nor a known tag, and where tags do not close as they were opened.
fn read(html: &str) {
    let mut open = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        assert_text(&rest[..start]);
        let tag = &rest[start + 1..];
        if let Some(tag) = tag.strip_prefix('/') {
            let (name, after) = tag.split_once('>').expect("an end tag ends");
            assert_eq!(open.pop(), Some(name), "{html}");
            rest = after;
            continue;
        }
        let length = tag.find([' ', '>']).expect("a tag ends");
        let name = &tag[..length];
        assert!(is_in(ELEMENTS, name), "{name:?} in {html}");
        rest = attributes(name, &tag[length..], html);
        if !is_in(EMPTY, name) {
            open.push(name);
        }
    }
    assert_text(rest);
    assert!(open.is_empty(), "{open:?} are open in {html}");
}

/// Reads ` name="value"` until the tag ends.
fn attributes<'a>(element: &str, mut rest: &'a str, html: &str) -> &'a str {
    loop {
        if let Some(after) = rest.strip_prefix('>') {
            return after;
        }
        let attribute = rest.strip_prefix(' ').expect("attributes stand apart");
        let (name, value) = attribute.split_once("=\"").expect("a value in quotes");
        let (value, after) = value.split_once('"').expect("a value ends");
        assert!(is_in(ATTRIBUTES, name), "{name:?} in {html}");
        assert!(!value.contains(['<', '>']), "{value:?} in {html}");
        if let Some((_, elements)) = ADDRESSES.iter().find(|(known, _)| *known == name) {
            assert!(is_in(elements, element), "{name:?} of {element:?} in {html}");
            assert_leads_somewhere(name, &written(value), html);
        }
        rest = after;
    }
}

/// A value as a browser reads it. `&amp;` comes last: what it makes is a letter and begins nothing.
fn written(value: &str) -> String {
    let value = value.replace("&nbsp;", "\u{a0}").replace("&lt;", "<").replace("&gt;", ">");
    value.replace("&quot;", "\"").replace("&amp;", "&")
}

/// Links may also be a telephone and a place on the page; a source is on the web or on this site.
fn assert_leads_somewhere(name: &str, value: &str, html: &str) {
    match name {
        "href" => {
            let is_here = value.starts_with('#') || has_scheme(value, "tel:");
            let is_plain = !value.contains(|letter: char| {
                letter.is_whitespace() || letter.is_control() || letter == '\\'
            });
            assert!(is_plain && (is_here || is_href(value)), "{value:?} in {html}");
        }
        "srcset" => {
            let addresses = candidates(value);
            assert!(!addresses.is_empty(), "{value:?} in {html}");
            for address in addresses {
                assert!(is_source(address), "{address:?} of {value:?} in {html}");
            }
        }
        _ => assert!(is_source(value), "{value:?} in {html}"),
    }
}

fn is_source(address: &str) -> bool {
    is_href(address) && !has_scheme(address, "mailto:")
}

fn has_scheme(address: &str, scheme: &str) -> bool {
    address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// The addresses of a `srcset`, as the standard has browsers find them: commas and blanks are passed, an address goes
/// to the next blank, and if it ends in commas these end it; else what follows describes it, to the next comma that
/// is in no bracket. Also those of candidates that a browser would drop.
fn candidates(value: &str) -> Vec<&str> {
    let is_blank = |letter: char| letter.is_ascii_whitespace();
    let mut found = Vec::new();
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches(|letter: char| is_blank(letter) || letter == ',');
        if rest.is_empty() {
            return found;
        }
        let (address, after) = rest.split_at(rest.find(is_blank).unwrap_or(rest.len()));
        let bare = address.trim_end_matches(',');
        found.push(bare);
        rest = after;
        if bare.len() == address.len() {
            let mut is_bracketed = false;
            let end = after.find(|letter: char| {
                is_bracketed = (is_bracketed || letter == '(') && letter != ')';
                letter == ',' && !is_bracketed
            });
            rest = &after[end.unwrap_or(after.len())..];
        }
    }
}

fn assert_text(text: &str) {
    assert!(!text.contains('>'), "{text:?}");
    let is_kept = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    assert!(text.chars().all(is_kept), "{text:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_found_as_browsers_find_them() {
        for (value, addresses) in [
            ("/a 1x, /b 2x", &["/a", "/b"][..]),
            (" ,, /a,\n/b 400w ,/c", &["/a", "/b", "/c"]),
            ("/a,,, data:x 2x", &["/a", "data:x"]),
            ("/w_4,h_3/x 1x", &["/w_4,h_3/x"]),
            ("/a,javascript:x", &["/a,javascript:x"]),
            ("/a (1,2) 3, /b", &["/a", "/b"]),
            ("/a (1,2, /b", &["/a"]),
            (", ,", &[]),
        ] {
            assert_eq!(candidates(value), addresses, "{value:?}");
        }
    }

    #[test]
    fn one_candidate_that_leads_elsewhere_is_noticed() {
        for body in [
            "<img srcset=\"/a 1x, javascript:x 2x\">",
            "<img srcset=\"/a, //evil.example/b\">",
            "<img srcset=\"/a 1x,/b\\c 2x\">",
            "<img srcset=\"mailto:a@b.example\">",
            "<img srcset=\", \">",
            "<img src=\"mailto:a@b.example\">",
            "<img ping=\"/a /b\">",
            "<p href=\"/a\"></p>",
            "<source srcset=\"/a\">",
            "<a href=\"tel:1\\2\"></a>",
        ] {
            assert!(std::panic::catch_unwind(|| read(body)).is_err(), "{body}");
        }
        read("<img src=\"/a\" srcset=\"/a 1x, /w_4,h_3/b 2.5x\"><a href=\"tel:+49-1\">x</a>");
    }
}
