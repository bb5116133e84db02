use proptest::prelude::*;

use super::mend;
use crate::read::read;
use crate::tree::{Node, write};
use crate::words::text_of;

#[track_caller]
fn assert_mends(body: &str, expected: &str) {
    let mut html = String::new();
    write(&mend(read(body)), &mut html);
    assert_eq!(html, expected);
    let mut again = String::new();
    write(&mend(read(&html)), &mut again);
    assert_eq!(again, html, "mended once more");
}

#[test]
fn what_is_right_stays() {
    for body in [
        "<p>a <b>b <i>c</i></b></p><ul>\n<li>x</li>\n</ul><dl><dt>t</dt><dd><p>d</p></dd></dl>",
        "<figure><figcaption>c</figcaption><img src=\"/x\" alt=\"\"></figure><a href=\"/x\"><div>y</div></a>",
        "<details open=\"\"><summary>s</summary><p>x</p></details><pre><code>x</code></pre>",
        "<table><caption>c</caption><tbody><tr><td colspan=\"2\">1</td></tr></tbody></table>",
        "<dl>\n<div><dt>t</dt> <dt>u</dt><dd>d</dd></div>\n</dl><dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>",
        "<video><source src=\"/a.mp4\"><source src=\"/b.mp4\">words</video><h2>a <video src=\"/x\"></video></h2>",
        "<table>\n<caption>c</caption>\n<thead><tr><th>h</th></tr></thead>\n<tbody><tr><td>1</td></tr></tbody> <tfoot><tr><td>1</td></tr></tfoot></table>",
        "<p>a<span class=\"note\">n</span></p><ruby>x<rp>(</rp><rt>y</rt><rp>)</rp></ruby>",
    ] {
        assert_mends(body, body);
    }
}

/// What our own editor writes needs no mending.
#[test]
fn the_bodies_of_the_sample_stay() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/demo/bodies");
    let mut bodies = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let body = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut plain = String::new();
        write(&read(&body), &mut plain);
        assert_mends(&body, &plain);
        bodies += 1;
    }
    assert!(bodies > 3, "{bodies}");
}

#[test]
fn bold_type_around_blocks_is_opened() {
    assert_mends("<b><p>a</p><ul><li>b</li></ul></b>", "<p>a</p><ul><li>b</li></ul>");
    assert_mends("<span><b><i>x</i><p>y</p></b></span>", "<i>x</i><p>y</p>");
    assert_mends("<b><a href=\"/x\"><div>y</div></a></b>", "<a href=\"/x\"><div>y</div></a>");
    assert_mends(
        "<a href=\"/x\"><table><tr><td>1</td></tr></table></a>",
        "<table><tr><td>1</td></tr></table>",
    );
}

#[test]
fn headings_and_code_hold_words() {
    assert_mends("<h2><div><p>a</p><p>b</p></div></h2>", "<h2>a b</h2>");
    assert_mends("<pre><p>a</p><ul><li>b</li></ul></pre>", "<pre>a b</pre>");
    assert_mends("<code lang=\"php\">x</code>", "<code>x</code>");
}

#[test]
fn parts_without_their_whole_are_opened() {
    assert_mends("<li>a</li><dt>b</dt><figcaption>c</figcaption><rt>d</rt>", "a b cd");
    assert_mends("<bdo>x</bdo><source src=\"/x\">", "x");
    assert_mends("<ruby>a<rp>(</rp>b<rp>)</rp></ruby>", "a(b)");
}

#[test]
fn lists_hold_items() {
    assert_mends("<ol>a<b>b</b><li>c</li></ol>", "<ol><li>a<b>b</b></li><li>c</li></ol>");
    assert_mends("<ul><ul><li>x</li></ul></ul>", "<ul><li><ul><li>x</li></ul></li></ul>");
}

#[test]
fn terms_have_descriptions_and_what_has_neither_stands_beside() {
    assert_mends("<dl><dt>t</dt></dl>", "<div>t</div>");
    assert_mends("<dl><dd>d</dd></dl>", "<div>d</div>");
    assert_mends("<dl> </dl>", " ");
    assert_mends(
        "<dl><dd>a</dd><p>x</p><dt>t</dt><dd>d</dd><dt>u</dt></dl>",
        "<div>a</div><div><p>x</p></div><dl><dt>t</dt><dd>d</dd></dl><div>u</div>",
    );
    assert_mends(
        "<dl><dt>t</dt>loose <b>words</b><p>x</p></dl>",
        "<dl><dt>t</dt><dd>loose <b>words</b><p>x</p></dd></dl>",
    );
    assert_mends(
        "<dl lang=\"de\"><div dir=\"ltr\"><dt>t</dt><dd>d</dd></div><dt>u</dt></dl>",
        "<dl lang=\"de\"><dt dir=\"ltr\">t</dt><dd dir=\"ltr\">d</dd></dl><div lang=\"de\">u</div>",
    );
    assert_mends(
        "<dl><dt>t</dt><dd>d</dd><div>beside</div></dl>",
        "<dl><dt>t</dt><dd>d</dd><dd><div>beside</div></dd></dl>",
    );
    assert_mends("<div><dt>t</dt><dd>d</dd></div>", "<div>t d</div>");
    assert_mends(
        "<dl><dt><h3>t</h3></dt><dd><h3>d</h3></dd></dl>",
        "<dl><dt>t</dt><dd><h3>d</h3></dd></dl>",
    );
    assert_mends("<dfn>a <i><dfn>b</dfn></i></dfn>", "<dfn>a <i>b</i></dfn>");
}

#[test]
fn folded_parts_figures_and_tables_are_whole() {
    assert_mends("<details><p>x</p></details>", "<p>x</p>");
    assert_mends(
        "<details>a<summary>s</summary><summary>t</summary></details>",
        "<details><summary>s</summary>a<div>t</div></details>",
    );
    assert_mends(
        "<figure><p>x</p><figcaption>a</figcaption><p>y</p><figcaption>b</figcaption></figure>",
        "<figure><p>x</p><p>y</p><div>b</div><figcaption>a</figcaption></figure>",
    );
    assert_mends(
        "<table><colgroup><col span=\"2\"></colgroup><tbody><tr></tr><tr><td rowspan=\"0\" colspan=\"9999\">x</td></tr></tbody></table>",
        "<table><tbody><tr><td colspan=\"1000\">x</td></tr></tbody></table>",
    );
    assert_mends("<table><tbody></tbody></table>x", "x");
    assert_mends(
        "<table><caption>c <b>d</b></caption><tbody><tr></tr></tbody></table>x",
        "<div>c <b>d</b></div>x",
    );
}

#[test]
fn tables_have_their_parts_in_order() {
    assert_mends(
        "<table><caption>c<table><caption>in</caption><tr><td>1</td></tr></table></caption><tr><td>2</td></tr></table>",
        "<div>c<table><caption>in</caption><tr><td>1</td></tr></table></div><table><tr><td>2</td></tr></table>",
    );
    assert_mends(
        "<table><tfoot><tr><td>f</td></tr></tfoot><tbody><tr><td>1</td></tr></tbody><thead><tr><td>h</td></tr></thead>\
         <thead><tr><td>2</td></tr></thead><caption>a</caption><caption>b</caption></table>",
        "<table><caption>a b</caption><thead><tr><td>h</td></tr></thead><tbody><tr><td>1</td></tr></tbody>\
         <tbody><tr><td>2</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>",
    );
    assert_mends(
        "<table><tr><th><h2>a</h2><h3>b</h3></th><td><h2>c</h2></td></tr></table>",
        "<table><tr><th>a b</th><td><h2>c</h2></td></tr></table>",
    );
}

#[test]
fn videos_have_files_before_words_or_are_words() {
    assert_mends(
        "<video>words<source src=\"/a.mp4\"></video>",
        "<video><source src=\"/a.mp4\">words</video>",
    );
    assert_mends(
        "<video src=\"/a.mp4\">words<source src=\"/b.mp4\"></video>",
        "<video src=\"/a.mp4\">words</video>",
    );
    assert_mends("<video><source><p>words</p></video>", "<p>words</p>");
}

#[test]
fn languages_that_are_none_go() {
    assert_mends(
        "<p lang=\"xx-invalid-language\">a</p><p lang=\"de-AT\">b</p><a href=\"/x\" hreflang=\"zz-zz\">c</a>",
        "<p>a</p><p lang=\"de-AT\">b</p><a href=\"/x\">c</a>",
    );
}

/// Parts of tables are not among these: only a parser makes trees in which they can be anywhere.
fn soup() -> impl Strategy<Value = String> {
    let names = "a b p div span h2 h3 pre code li ul ol figure figcaption blockquote details summary dl dt dd dt dd \
                 dfn ruby rt rp video source time ins";
    let name = prop::sample::select(names.split_whitespace().collect::<Vec<_>>());
    let attribute =
        prop::sample::select(vec!["", "", " class=\"note\"", " src=\"/x\"", " lang=\"xx\""]);
    let piece = prop_oneof![
        4 => (name.clone(), attribute).prop_map(|(name, attribute)| format!("<{name}{attribute}>")),
        3 => name.prop_map(|name| format!("</{name}>")),
        2 => "[a-z ]{0,4}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Letters in any order: a part may come to stand behind another.
fn letters(nodes: &[Node<'_>]) -> Vec<char> {
    let mut notes = Vec::new();
    words_of_notes(nodes, &mut notes);
    let text = notes.concat() + &text_of(nodes);
    let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    letters.sort_unstable();
    letters
}

fn words_of_notes(nodes: &[Node<'_>], words: &mut Vec<String>) {
    for element in nodes.iter().filter_map(Node::element) {
        if crate::notes::is_note(element) {
            words.push(text_of(&element.children));
        }
        words_of_notes(&element.children, words);
    }
}

/// What a checker would say, of what can be told without knowing all of HTML.
fn faults(nodes: &[Node<'_>], parent: &str, found: &mut Vec<String>) {
    for element in nodes.iter().filter_map(Node::element) {
        let name = element.name;
        let is_right = match name {
            "li" => matches!(parent, "ul" | "ol"),
            "dt" | "dd" => matches!(parent, "dl" | "div"),
            "summary" => parent == "details",
            "figcaption" => parent == "figure",
            "rt" | "rp" => parent == "ruby",
            "source" => parent == "video",
            _ => true,
        };
        let filled: Vec<&str> = element
            .children
            .iter()
            .filter(|child| !child.is_blank())
            .map(|child| child.element().map_or("text", |child| child.name))
            .collect();
        let holds = match name {
            "dl" if filled.contains(&"div") => filled.iter().all(|name| *name == "div"),
            "dl" => {
                filled.first() == Some(&"dt")
                    && filled.last() == Some(&"dd")
                    && filled.iter().all(|name| matches!(*name, "dt" | "dd"))
            }
            "ul" | "ol" => filled.iter().all(|name| *name == "li"),
            "details" => filled.first() == Some(&"summary"),
            "ruby" => filled.contains(&"rt"),
            "video" if element.escaped("src").is_some() => !filled.contains(&"source"),
            "video" => filled.first() == Some(&"source"),
            _ => true,
        };
        if !is_right || !holds {
            found.push(format!("{name} in {parent} with {filled:?}"));
        }
        faults(&element.children, name, found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_mended_is_whole_and_no_word_is_lost(body in soup()) {
        let nodes = read(&body);
        let before = letters(&nodes);
        let mended = mend(nodes);
        let mut html = String::new();
        write(&mended, &mut html);
        let mut found = Vec::new();
        faults(&mended, "", &mut found);
        prop_assert!(found.is_empty(), "{found:?} in {html}");
        prop_assert_eq!(letters(&mended), before, "{}", html);
        let mut again = String::new();
        write(&mend(read(&html)), &mut again);
        prop_assert_eq!(&again, &html);
    }
}
