//! Attacks, and what must be true of whatever is left of them. The rules are written out here on
//! their own: this test must not believe the lists that it tests.

use super::{clean, tree};

/// The only elements that may ever come out.
const HARMLESS: &str = "\
    a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt \
    em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp \
    section small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var \
    video wbr";

/// The only attributes that may ever come out, and hold no address.
const PLAIN: &str = "\
    abbr alt checked class colspan controls datetime decoding dir disabled fetchpriority height hreflang lang \
    loading loop muted open playsinline preload reversed rowspan scope sizes span start title \
    type width";

/// Elements that change how their content is parsed, for hiding an attack in.
const WRAPPERS: &str = "\
    title textarea xmp noembed noframes plaintext template noscript iframe style script svg math \
    select table button form a p pre details";

pub(super) fn assert_harmless(cleaned: &str) {
    tree::parse(cleaned).each_element(|name, attributes| {
        let element = &*name.local;
        assert_eq!(&*name.ns, "http://www.w3.org/1999/xhtml", "{element} in {cleaned}");
        assert!(HARMLESS.split_whitespace().any(|known| known == element), "{element}: {cleaned}");
        for attribute in attributes {
            let value = &*attribute.value;
            match &*attribute.name.local {
                "href" => assert!(is_harmless_address(value, true), "{value:?} in {cleaned}"),
                "src" | "poster" | "cite" => {
                    assert!(is_harmless_address(value, false), "{value:?} in {cleaned}");
                }
                "srcset" => {
                    for candidate in value.split(", ") {
                        let address = candidate.split(' ').next().unwrap();
                        assert!(is_harmless_address(address, false), "{value:?} in {cleaned}");
                    }
                }
                other => {
                    assert!(PLAIN.split_whitespace().any(|known| known == other), "{other}");
                }
            }
            if &*attribute.name.local == "class" {
                assert!(is_known_class(element, value), "{cleaned}");
            }
        }
        let value_of = |wanted: &str| {
            let found = attributes.iter().find(|attribute| &*attribute.name.local == wanted);
            found.map(|attribute| &*attribute.value)
        };
        match element {
            "input" => assert!(
                value_of("type") == Some("checkbox") && value_of("disabled").is_some(),
                "{cleaned}"
            ),
            "section" => assert_eq!(value_of("class"), Some("footnotes"), "{cleaned}"),
            _ => {}
        }
    });
}

fn is_known_class(element: &str, class: &str) -> bool {
    match element {
        "code" => class.starts_with("language-") && !class.contains(char::is_whitespace),
        "figure" => ["broad", "code", "full", "pair", "video", "wide"].contains(&class),
        "section" => class == "footnotes",
        "span" => class == "note" || class == "footnote",
        "ul" => class == "tasks",
        _ => false,
    }
}

fn is_harmless_address(address: &str, is_link: bool) -> bool {
    if address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return false;
    }
    let lower = address.to_lowercase();
    let on_the_web = ["https://", "http://"]
        .iter()
        .any(|scheme| lower.strip_prefix(scheme).is_some_and(|rest| !rest.starts_with('/')));
    let on_this_site = address.starts_with('/') && !address.starts_with("//");
    let only_a_link = ["mailto:", "tel:", "#"].iter().any(|start| lower.starts_with(start));
    on_the_web || on_this_site || (is_link && only_a_link)
}

/// Cleaning again and reading again give the same text.
pub(super) fn assert_settled(cleaned: &str) {
    assert_eq!(clean(cleaned), cleaned, "cleaned again");
    assert_eq!(tree::parse(cleaned).serialise(), cleaned, "read again");
}

fn vectors() -> Vec<String> {
    let mut vectors: Vec<String> = serde_json::from_str(include_str!("hostile.json")).unwrap();
    vectors.extend(mutations());
    vectors
}

fn mutations() -> Vec<String> {
    serde_json::from_str(include_str!("mutations.json")).unwrap()
}

#[test]
fn nothing_harmful_is_left_of_any_attack() {
    let vectors = vectors();
    assert!(vectors.len() >= 400, "{}", vectors.len());
    for vector in vectors {
        let cleaned = clean(&vector);
        assert_harmless(&cleaned);
        assert_settled(&cleaned);
    }
}

#[test]
fn mutations_stay_harmless_inside_elements_that_parse_differently() {
    for vector in mutations() {
        for wrapper in WRAPPERS.split_whitespace() {
            for wrapped in [
                format!("<{wrapper}>{vector}</{wrapper}>"),
                format!("<{wrapper}>{vector}"),
                format!("<p title=\"</{wrapper}>\">{vector}</p>"),
                format!("<svg><{wrapper}><p title=\"</{wrapper}>{}\">", vector.replace('"', "'")),
            ] {
                let cleaned = clean(&wrapped);
                assert_harmless(&cleaned);
                assert_settled(&cleaned);
            }
        }
    }
}

#[test]
fn attacks_stay_harmless_when_they_run_into_one_another() {
    for neighbours in vectors().windows(8) {
        let cleaned = clean(&neighbours.concat());
        assert_harmless(&cleaned);
        assert_settled(&cleaned);
    }
}

#[test]
fn text_that_was_not_for_readers_goes_with_its_element() {
    for element in [
        "script", "style", "template", "noscript", "title", "textarea", "xmp", "noembed",
        "noframes", "iframe", "svg", "math", "object", "canvas",
    ] {
        let cleaned = clean(&format!("<p>a</p><{element}>SECRET</{element}><p>b</p>"));
        assert_eq!(cleaned, "<p>a</p><p>b</p>", "{element}");
    }
    assert_eq!(clean("a<select><option>SECRET</option></select>b"), "ab");
    assert_eq!(clean("a<plaintext>SECRET"), "a");
    assert_eq!(clean("a<!-- SECRET -->b<?SECRET?><!SECRET>"), "ab");
}

#[test]
fn unknown_elements_leave_their_content() {
    for element in ["section", "article", "font", "center", "form", "button", "x-y", "picture"] {
        assert_eq!(clean(&format!("a<{element}><b>b</b></{element}>c")), "a<b>b</b>c", "{element}");
    }
    assert_eq!(clean("<label>Name <input name=x></label>"), "Name ");
}

#[test]
fn of_forms_and_sections_only_one_kind_each_is_left() {
    const BOX: &str = "<input type=\"checkbox\" disabled=\"\">";
    for (sent, stored) in [
        ("<input>", ""),
        ("<input type=text value=x>", ""),
        ("<input type=image src=//evil.example formaction=javascript:alert(1)>", ""),
        ("<input type=hidden name=csrf>a<input type=password autofocus onfocus=alert(1)>b", "ab"),
        ("<input type='checkbox ' name=x form=y autofocus onfocus=alert(1)>", BOX),
        ("<input type=CheckBox lang=de>", BOX),
        ("<input title='type=\"checkbox\"'>", ""),
        (
            "<section>a<section class=footnotes>b</section>c</section>d",
            "a<section class=\"footnotes\">b</section>cd",
        ),
        (
            "<section class=footnotes>a<section>b</section>c",
            "<section class=\"footnotes\">abc</section>",
        ),
        ("<figure class='x wide evil full'>a</figure>", "<figure class=\"wide\">a</figure>"),
        (
            "<span class='note\u{a0}'>a</span><span class=NOTE>b</span>",
            "<span>a</span><span>b</span>",
        ),
        ("<aside class=note>a</aside><div class=note>b</div>", "a<div>b</div>"),
        (
            "<ul class=tasks id=x data-y=z><li class=done>a</ul>",
            "<ul class=\"tasks\"><li>a</li></ul>",
        ),
        ("<a class=facade data-player=//evil.example href=/x>a</a>", "<a href=\"/x\">a</a>"),
    ] {
        assert_eq!(clean(sent), stored, "{sent}");
        assert_harmless(stored);
        assert_settled(stored);
    }
}

#[test]
fn controls_are_dropped_also_as_entities() {
    assert_eq!(clean("<p>a\u{0}b\u{8}c&#1;d&#x7f;e\u{85}f\u{ffff}</p>"), "<p>abcdef</p>");
    assert_eq!(clean("<p>a\tb\nc&#13;d\r\ne</p>"), "<p>a\tb\nc\nd\ne</p>");
}
