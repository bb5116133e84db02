use super::super::text::plain_text;
use super::super::text::shorten;
use super::super::{lead_image, summary};
use super::clean;

#[test]
fn plain_text_has_the_words_and_nothing_else() {
    for (html, text) in [
        ("", ""),
        ("<p>5 &lt; 6 &amp;amp; <b>x</b></p>", "5 < 6 &amp; x"),
        ("<p>one</p><p>two<br>three</p><hr>four", "one two three four"),
        ("<p>in<em>fini</em>te <a href=\"/x\">lin</a>k</p>", "infinite link"),
        (
            "<ul><li>a</li><li>b</li></ul><table><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
            "a b c d",
        ),
        ("<p>  a&nbsp;\n\tb&nbsp;&nbsp;</p>", "a b"),
        ("<figure><img src=\"/x\" alt=\"not text\"><figcaption>text</figcaption></figure>", "text"),
        ("<pre><code>a\n  b</code></pre>", "a b"),
        ("<p>&lt;script&gt;</p>", "<script>"),
        ("<p dir=\"rtl\">مرحبا</p>👩\u{200d}👧", "مرحبا 👩\u{200d}👧"),
    ] {
        assert_eq!(plain_text(html), text);
    }
}

#[test]
fn a_body_without_summary_and_image_gets_both_from_what_is_safe_in_it() {
    let body = clean(concat!(
        "<p>5 &lt; 6 &amp;amp; <b>x</b></p><script>SECRET</script><style>p{}</style>",
        "<img src=\"javascript:1\"><img src=\"/media/ok.webp\">",
    ));
    assert_eq!(summary(&body), "5 < 6 &amp; x");
    assert_eq!(lead_image(&body).as_deref(), Some("/media/ok.webp"));
}

#[test]
fn a_summary_keeps_whole_words_and_says_that_there_is_more() {
    assert_eq!(shorten("one two three", 13), "one two three");
    assert_eq!(shorten("one two three", 12), "one two…");
    assert_eq!(shorten("one two three", 8), "one two…");
    assert_eq!(shorten("one two three", 7), "one…");
    let long = "word ".repeat(100);
    let summary = summary(&format!("<p>{long}</p>"));
    assert_eq!(summary, format!("{}…", long[..279].trim_end()));
}

#[test]
fn a_word_that_fits_into_no_summary_is_cut() {
    assert_eq!(shorten("abcdefgh", 5), "abcd…");
    assert_eq!(shorten("ab cdefghij", 5), "ab c…");
    assert_eq!(shorten("abcd efghij", 5), "abcd…");
    assert_eq!(shorten("日本語日本語", 4), "日本語…");
    assert_eq!(summary(&"x".repeat(1000)).chars().count(), 280);
    assert_eq!(summary(&"x".repeat(280)), "x".repeat(280));
}

#[test]
fn the_lead_image_is_the_first_one_with_a_source() {
    for (html, source) in [
        ("<p>none</p>", None),
        ("<img alt=\"x\">", None),
        ("<p>&lt;img src=\"/no\"&gt;</p>", None),
        ("<img alt=\"x\"><img src=\"/b?c=1&amp;d=2\"><img src=\"/e\">", Some("/b?c=1&d=2")),
        (
            "<figure><img alt=\"\" src=\"https://example.org/ü\"></figure>",
            Some("https://example.org/ü"),
        ),
    ] {
        assert_eq!(lead_image(html).as_deref(), source);
    }
}
