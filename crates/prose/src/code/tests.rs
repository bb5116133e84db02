use std::time::Instant;

use proptest::prelude::*;

use super::languages::Vocabulary;
use super::{Colours, coloured};
use crate::read::read;
use crate::said::BodyWords;
use crate::tree::{Element, Node, unescape, write};

fn colour(language: &str, text: &str) -> String {
    coloured(text, Vocabulary::of(language).expect("a known language"))
}

#[test]
fn a_program_gets_its_four_inks() {
    assert_eq!(
        colour(
            "rust",
            "// Why.\npub fn undated<'a>(x: &'a str) -> Option<u8> { Some(b'x', 1_000) }"
        ),
        "<span class=\"c\">// Why.</span>\n<span class=\"k\">pub</span> <span class=\"k\">fn</span> \
         <span class=\"f\">undated</span>&lt;'a&gt;(x: &amp;'a str) -&gt; Option&lt;u8&gt; { \
         <span class=\"n\">Some</span>(b<span class=\"s\">'x'</span>, <span class=\"n\">1_000</span>) }"
    );
    assert_eq!(
        colour("ts", "const x = /a[/]b/g.test(`${y}\n`) / 2"),
        "<span class=\"k\">const</span> x = <span class=\"s\">/a[/]b/g</span>.test(\
         <span class=\"s\">`${y}\n`</span>) / <span class=\"n\">2</span>"
    );
    assert_eq!(
        colour("python", "def f(x): return \"\"\"a\nb\"\"\" # c"),
        "<span class=\"k\">def</span> <span class=\"f\">f</span>(x): <span class=\"k\">return</span> \
         <span class=\"s\">\"\"\"a\nb\"\"\"</span> <span class=\"c\"># c</span>"
    );
    assert_eq!(
        colour("SQL", "Select 'it' from t -- x"),
        "<span class=\"k\">Select</span> <span class=\"s\">'it'</span> \
         <span class=\"k\">from</span> t <span class=\"c\">-- x</span>"
    );
    assert_eq!(
        colour("sh", "echo \"$HOME\" $HOME ${x} # don't"),
        "echo <span class=\"s\">\"$HOME\"</span> <span class=\"n\">$HOME</span> \
         <span class=\"n\">${x}</span> <span class=\"c\"># don't</span>"
    );
}

#[test]
fn names_and_values_tags_and_differences_are_told_apart() {
    assert_eq!(
        colour("json", "{\"a\": \"b\", \"c\": [1, true]}"),
        "{<span class=\"k\">\"a\"</span>: <span class=\"s\">\"b\"</span>, \
         <span class=\"k\">\"c\"</span>: [<span class=\"n\">1</span>, <span class=\"n\">true</span>]}"
    );
    assert_eq!(
        colour("css", "a:hover { color: #1a2b3c; }"),
        "a:hover { <span class=\"k\">color</span>: <span class=\"n\">#1a2b3c</span>; }"
    );
    assert_eq!(
        colour("toml", "[a]\nb = \"c\" # d"),
        "<span class=\"f\">[a]</span>\n<span class=\"k\">b</span> = \
         <span class=\"s\">\"c\"</span> <span class=\"c\"># d</span>"
    );
    assert_eq!(
        colour("html", "<a href=\"x\">&amp;</a><!-- y -->"),
        "&lt;<span class=\"k\">a</span> href=<span class=\"s\">\"x\"</span>&gt;\
         <span class=\"n\">&amp;amp;</span>&lt;/<span class=\"k\">a</span>&gt;\
         <span class=\"c\">&lt;!-- y --&gt;</span>"
    );
    assert_eq!(
        colour("diff", "+a\n-b\n c"),
        "<span class=\"s\">+a</span>\n<span class=\"c\">-b</span>\n c"
    );
    assert_eq!(
        colour("md", "a `b` c\n# d"),
        "a <span class=\"s\">`b`</span> c\n<span class=\"f\"># d</span>"
    );
}

fn shown(body: &str) -> String {
    let Some(Node::Element(pre)) = read(body).into_iter().next() else { panic!("{body}") };
    let mut html = String::new();
    write(&[Colours::default().figure(pre, None, BodyWords::default()).into()], &mut html);
    html
}

#[test]
fn unknown_languages_and_marked_code_stay_as_they_are() {
    for inside in [
        "<code class=\"language-klingon\">if true</code>",
        "<code>if true</code>",
        "<code class=\"language-rust\">if <b>true</b></code>",
        "no code at all",
    ] {
        let html = shown(&format!("<pre>{inside}</pre>"));
        assert!(html.contains(inside), "{html}");
    }
}

#[test]
fn more_code_than_the_limit_is_plain() {
    let code = "if true // x\n".repeat(30_000);
    let html = shown(&format!("<pre><code class=\"language-rust\">{code}</code></pre>"));
    assert!(html.contains(&code));
}

const LANGUAGES: &str =
    "rust ts python c sh sql ruby php haskell lua html css json yaml toml diff md makefile nix";

/// The text of what was coloured, without its spans.
fn without_spans(html: &str) -> String {
    let nodes = read(html);
    let mut text = String::new();
    fn collect(nodes: &[Node<'_>], text: &mut String) {
        for node in nodes {
            match node {
                Node::Text(escaped) => text.push_str(&unescape(escaped)),
                Node::Element(Element { name, children, .. }) => {
                    assert_eq!(*name, "span");
                    collect(children, text);
                }
            }
        }
    }
    collect(&nodes, &mut text);
    text
}

#[test]
fn nothing_makes_colouring_slow() {
    let starts = [
        "\"\\", "'\\", "/* ", "r#\"", "/[", "`", "<!--", "<a ", "${", "# ", "\"a\" ", "'", "\"",
        "a\"'/", "{- ", "=begin\n", "--[[", "1.", "@", "&", "$", "\\", "`a", "[",
    ];
    for language in LANGUAGES.split(' ') {
        for start in starts {
            let text = start.repeat(30_000 / start.len());
            let begun = Instant::now();
            assert_eq!(without_spans(&colour(language, &text)), text);
            // Off by orders of magnitude is what this is about: quadratic would be minutes.
            assert!(begun.elapsed().as_secs() < 5, "{language} {start}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_letter_is_lost_or_changed(
        text in "([a-z'\"/*#$`<>&{}\\[\\]\\\\ \\n@=:.0-9r-]|fn |if |\\PC){0,60}",
        language in prop::sample::select(LANGUAGES.split(' ').collect::<Vec<_>>()),
    ) {
        prop_assert_eq!(without_spans(&colour(language, &text)), text);
    }
}
