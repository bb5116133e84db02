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
        rest = attributes(&tag[length..], html);
        if !is_in(EMPTY, name) {
            open.push(name);
        }
    }
    assert_text(rest);
    assert!(open.is_empty(), "{open:?} are open in {html}");
}

/// Reads ` name="value"` until the tag ends.
fn attributes<'a>(mut rest: &'a str, html: &str) -> &'a str {
    loop {
        if let Some(after) = rest.strip_prefix('>') {
            return after;
        }
        let attribute = rest.strip_prefix(' ').expect("attributes stand apart");
        let (name, value) = attribute.split_once("=\"").expect("a value in quotes");
        let (value, after) = value.split_once('"').expect("a value ends");
        assert!(is_in(ATTRIBUTES, name), "{name:?} in {html}");
        assert!(!value.contains(['<', '>']), "{value:?} in {html}");
        if matches!(name, "href" | "src" | "poster" | "cite") {
            let address = value.replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
            let address = address.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            let is_mark = address.starts_with('#') && name == "href";
            assert!(is_mark || is_href(&address), "{address:?} in {html}");
        }
        rest = after;
    }
}

fn assert_text(text: &str) {
    assert!(!text.contains('>'), "{text:?}");
    let is_kept = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    assert!(text.chars().all(is_kept), "{text:?}");
}
