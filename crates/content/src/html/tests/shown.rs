//! What a page and a feed make of a cleaned body, held against the same rules: `prose` reads what
//! the cleaner writes, so here is where they meet.

use html5ever::Attribute;
use prose::{BodyWords, Surroundings, show, syndicate};

use super::tree;

const ORIGIN: &str = "https://example.org";

/// Beyond what a stored body may have.
const ADDED_ELEMENTS: &str = "aside section";
const ADDED_ATTRIBUTES: &str =
    "aria-describedby aria-hidden aria-label data-player id rel role tabindex value";

const STORED_ELEMENTS: &str = "\
    a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt \
    em figcaption figure h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp \
    small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var \
    video wbr";
const STORED_ATTRIBUTES: &str = "\
    abbr alt checked cite class colspan controls datetime decoding dir disabled fetchpriority height \
    href hreflang lang loading loop muted open playsinline poster preload reversed rowspan scope sizes \
    span src srcset start title type width";

/// Well-formed, harmless, and without a request to another site until somebody asks for one.
pub(super) fn assert_shown(cleaned: &str) {
    let picture = |_: &str| None;
    let words = BodyWords::default();
    let around = Surroundings { origin: ORIGIN, leads: true, picture: &picture, words };
    let page = show(cleaned, &around).html;
    assert_eq!(tree::parse(&page).serialise(), page);
    tree::parse(&page).each_element(|name, attributes| {
        let element = &*name.local;
        let known = format!("{STORED_ELEMENTS} {ADDED_ELEMENTS}");
        assert!(known.split_whitespace().any(|known| known == element), "{element}: {page}");
        for attribute in attributes {
            assert_attribute(element, attribute, &page);
        }
    });
    let feed = syndicate(cleaned, ORIGIN, "https://example.org/x");
    tree::parse(&feed).each_element(|_, attributes| {
        for Attribute { name, value } in attributes {
            let is_address = matches!(&*name.local, "href" | "src" | "poster" | "cite");
            assert!(!is_address || value.contains(':'), "{value} in {feed}");
        }
    });
}

fn assert_attribute(element: &str, Attribute { name, value }: &Attribute, page: &str) {
    let known = format!("{STORED_ATTRIBUTES} {ADDED_ATTRIBUTES}");
    let name = &*name.local;
    assert!(known.split_whitespace().any(|known| known == name), "{name}: {page}");
    let is_own = value.starts_with('/') && !value.starts_with("//");
    match name {
        "src" | "poster" => assert!(is_own, "{value} in {page}"),
        "srcset" => {
            let is_own = |address: &str| address.starts_with('/') && !address.starts_with("//");
            assert!(value.split(", ").all(is_own), "{value} in {page}");
        }
        "href" => {
            let starts = ["https://", "http://", "mailto:", "tel:", "#"];
            let lower = value.to_ascii_lowercase();
            assert!(
                is_own || starts.iter().any(|start| lower.starts_with(start)),
                "{value} in {page}"
            );
            assert_eq!(element, "a");
        }
        "data-player" => assert!(value.starts_with("https://"), "{value} in {page}"),
        _ => {}
    }
}

#[test]
fn attacks_stay_harmless_on_the_page() {
    let vectors: Vec<String> = serde_json::from_str(include_str!("hostile.json")).unwrap();
    for vector in vectors {
        assert_shown(&super::clean(&vector));
    }
}
