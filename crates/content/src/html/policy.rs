//! Which elements and attributes a body may have. The lists are the whole answer: an element that
//! is on neither list goes and leaves its content, an attribute that is not listed goes.

use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::attribute;

/// What a good editor for rich text makes; `docs/body.md` says what for. Nothing here fetches a
/// document, runs anything, takes input or changes how a parser reads what follows. Of `input` and
/// `section` only one form each stays, see `forms`.
const ELEMENTS: &str = "\
    a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt \
    em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp \
    section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var \
    video wbr";

/// What goes together with everything inside it, because the content is no text for readers or is
/// parsed by rules of its own.
const VANISHING: &str = "\
    applet audio canvas datalist iframe math noembed noframes noscript object optgroup option \
    plaintext script select selectedcontent style svg template textarea title xmp";

const ATTRIBUTES_OF_ALL: &str = "dir lang";

const ATTRIBUTES: &[(&str, &str)] = &[
    ("a", "href hreflang title"),
    ("abbr", "title"),
    ("blockquote", "cite"),
    ("code", "class"),
    ("col", "span"),
    ("colgroup", "span"),
    ("del", "cite datetime"),
    ("details", "open"),
    ("dfn", "title"),
    ("figure", "class"),
    ("img", "alt decoding fetchpriority height loading sizes src srcset title width"),
    ("input", "checked type"),
    ("ins", "cite datetime"),
    ("ol", "reversed start"),
    ("q", "cite"),
    ("section", "class"),
    ("source", "src type"),
    ("span", "class"),
    ("td", "colspan rowspan"),
    ("th", "abbr colspan rowspan scope"),
    ("time", "datetime"),
    ("ul", "class"),
    ("video", "controls height loop muted playsinline poster preload src width"),
];

/// Links get no `rel`: none of them opens a window of its own, so there is no opener to protect,
/// and what the owner wrote stays what is stored.
pub(super) fn cleaner() -> &'static Builder<'static> {
    static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::empty();
        builder
            .tags(ELEMENTS.split_whitespace().collect())
            .clean_content_tags(VANISHING.split_whitespace().collect())
            .generic_attributes(ATTRIBUTES_OF_ALL.split_whitespace().collect())
            .tag_attributes(
                ATTRIBUTES
                    .iter()
                    .map(|(tag, names)| (*tag, names.split_whitespace().collect()))
                    .collect(),
            )
            // A first sieve; `attribute` looks at each address again and more strictly.
            .url_schemes(["http", "https", "mailto", "tel"].into())
            .url_relative(UrlRelative::PassThrough)
            .link_rel(None)
            .strip_comments(true)
            .attribute_filter(attribute::check);
        builder
    });
    &CLEANER
}
