use proptest::prelude::*;

use super::super::limits::HtmlError;
use super::super::text::plain_text;
use super::super::{lead_image, sanitise, summary};
use super::hostile::{assert_harmless, assert_settled};
use super::shown::assert_shown;
use crate::href::check_href;

/// Whatever comes in, what comes out is harmless, settled and can be summed up.
fn assert_promises(html: &str) {
    let cleaned = match sanitise(html) {
        Ok(cleaned) => cleaned,
        Err(HtmlError::TooDeep { .. }) => return,
        Err(error) => panic!("{html:?} {error}"),
    };
    assert_harmless(&cleaned);
    assert_settled(&cleaned);
    if let Some(source) = lead_image(&cleaned) {
        assert_eq!(check_href(&source), Ok(()), "{source}");
    }
    assert_sums_up(&plain_text(&cleaned), &summary(&cleaned));
    assert_shown(&cleaned);
}

fn assert_sums_up(text: &str, summary: &str) {
    assert!(!text.contains("  ") && text.trim() == text, "{text:?}");
    assert!(summary.chars().count() <= 280);
    if text.chars().count() <= 280 {
        assert_eq!(summary, text);
        return;
    }
    let kept = summary.strip_suffix('…').expect("an ellipsis where text is missing");
    let rest = text.strip_prefix(kept).expect("a summary is the beginning of its text");
    let cut_word = kept.rsplit(' ').next().unwrap().chars().count()
        + rest.split(' ').next().unwrap().chars().count();
    assert!(
        rest.starts_with(' ') || (cut_word > 279 && summary.chars().count() == 280),
        "{summary}"
    );
}

fn soup() -> impl Strategy<Value = String> {
    let name = prop::sample::select(
        "a b i p u s em div span h1 pre code li ul ol dl dd dt table tbody thead caption colgroup \
         col tr td th svg math mi mtext mglyph malignmark annotation-xml desc foreignObject title \
         style script textarea xmp noscript template select option button form input iframe \
         frameset body html head ruby rt rp rtc nobr font big details summary img image br hr \
         video source object marquee address article plaintext listing isindex section figure \
         figcaption aside label"
            .split_whitespace()
            .collect::<Vec<_>>(),
    );
    let attribute = prop::sample::select(vec![
        "",
        " title=\"</style><img src=x onerror=alert(1)>\"",
        " href=javascript:alert(1)",
        " href='/x' onclick=alert(1)",
        " src=//evil.example",
        " src=/x srcset='/x 1x, data:x 2x'",
        " encoding=text/html",
        " color=red",
        " dir=rtl",
        " title=2",
        " type=hidden",
        " type=checkbox checked",
        " class='note x'",
        " class=footnotes",
        " class=footnote",
        " class=pair",
        "/",
    ]);
    let text = prop_oneof![
        prop::sample::select(vec![
            "x",
            " ",
            "\n",
            "&lt;",
            "&nbsp;",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "&#13;",
            "\0",
            "\"",
            "'",
            "<"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,8}",
    ];
    let piece = prop_oneof![
        4 => (name.clone(), attribute).prop_map(|(name, attribute)| format!("<{name}{attribute}>")),
        3 => name.prop_map(|name| format!("</{name}>")),
        2 => text,
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_made_harmless_and_stays_as_it_is(html in "(?s).{0,400}") {
        assert_promises(&html);
    }

    #[test]
    fn any_soup_of_tags_is_made_harmless_and_stays_as_it_is(html in soup()) {
        assert_promises(&html);
    }

    #[test]
    fn any_address_is_harmless_or_dropped(address in "([a-zA-Z&#;:/\\\\\\t\\n ]{0,12})(:|//|/|\\\\)(?s).{0,20}") {
        let quoted = address.replace('"', "&quot;");
        assert_promises(&format!("<a href=\"{quoted}\"><img src=\"{quoted}\" srcset=\"{quoted} 1x, /x\"></a>"));
    }

    #[test]
    fn any_text_is_summed_up_in_whole_words(text in "([\\PC]{0,300} ?){0,4}([a-zä日]{1,40}[ \\n]){0,30}") {
        let html = text.replace('&', "&amp;").replace('<', "&lt;");
        assert_sums_up(&plain_text(&html), &summary(&html));
    }
}
