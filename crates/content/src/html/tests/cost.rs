//! What is made to be expensive must be refused or done quickly, on the small stack of a worker.

use std::time::{Duration, Instant};

use super::super::limits::HtmlError;
use super::super::text::plain_text;
use super::super::{lead_image, sanitise, summary};
use super::clean;

/// A build without optimisation, on a machine that does other things too, shows only what is off
/// by orders of magnitude.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 2 });

/// Less of what costs by its length alone; depth and the number of attributes stay.
fn many(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 20 } else { count }
}

fn numbered(count: usize, write: impl Fn(usize) -> String) -> String {
    (0..count).map(write).collect()
}

fn expensive() -> Vec<(&'static str, String)> {
    let text = "a".repeat(many(400_000));
    vec![
        ("nested div", "<div>".repeat(100_000)),
        ("nested div within the tags allowed", "<div>".repeat(19_000)),
        ("unclosed a", "<a>".repeat(100_000)),
        ("unclosed a within the tags allowed", "<a href=/x>".repeat(many(19_000))),
        ("attributes", format!("<p {}>", numbered(10_000, |n| format!("a{n}=1 ")))),
        ("attributes without blanks", format!("<p {}>", numbered(10_000, |n| format!("a{n}=''")))),
        ("attributes of an end tag", format!("</p {}>", numbered(10_000, |n| format!("a{n} ")))),
        (
            "attributes after a comment that opens a quote",
            format!("<!-- <a b=\" --><p {}>", numbered(10_000, |n| format!("a{n} "))),
        ),
        ("attributes that look like tags", format!("<p {}>", "<b ".repeat(19_000))),
        (
            "attributes after a control character",
            format!("<\u{1}p {}>", numbered(10_000, |n| format!("a{n} "))),
        ),
        ("five megabytes of text", "lorem ipsum ".repeat(420_000)),
        ("text of the greatest length", "𝄞".repeat(many(1_000_000))),
        ("entities", "&amp;".repeat(many(100_000))),
        ("degree signs", "°".repeat(900_000)),
        ("degree signs in a table", format!("<table>{}", "<tr>°°°°°°°°°°".repeat(19_000))),
        ("degree signs in attributes", format!("<p title='{}'>", "°".repeat(900_000))),
        ("entities without end", "&".repeat(100_000)),
        ("broken entities", "&#x&ampamp&nosuch".repeat(many(20_000))),
        ("a million ampersands", "&".repeat(1_000_000)),
        ("a million less-than signs", "<".repeat(1_000_000)),
        ("controls", "\u{1}".repeat(1_000_000)),
        ("comments", "<!---->".repeat(100_000)),
        ("instructions", "<?>".repeat(300_000)),
        ("long comment", format!("<!--{}-->", "word ".repeat(many(180_000)))),
        ("long instruction", format!("<?{}>", "word ".repeat(many(180_000)))),
        ("long declaration", format!("<!doctype {}>", "word ".repeat(many(180_000)))),
        ("open comment", format!("<!--{}", "-".repeat(many(900_000)))),
        ("open attribute", format!("<a title=\"{}", "x".repeat(many(900_000)))),
        ("long tag name", format!("<{}>", "x".repeat(many(900_000)))),
        (
            "formatting that every paragraph repeats",
            format!(
                "<p>{}{}",
                numbered(100, |n| format!("<b title={n}>")),
                "<p>x".repeat(many(9_000))
            ),
        ),
        (
            "a long attribute that every paragraph repeats",
            format!("<p><b title='{text}'>{}", "<p>x".repeat(many(9_000))),
        ),
        (
            "formatting closed in the wrong order",
            format!("{}{}", "<b><i><u><p>".repeat(20), "</b></i></u>".repeat(6_000)),
        ),
        ("formatting around blocks", "<b><div></b>".repeat(6_600)),
        ("formatting around links", "<a><p></a>".repeat(6_600)),
        ("text before a table", format!("<table>{}", "<b></b>x".repeat(many(9_900)))),
        ("elements before a table", format!("<table>{}", "<p>".repeat(many(19_900)))),
        ("tables in tables", "<table><tr><td>".repeat(6_000)),
        ("rows", format!("<table>{}", "<tr><td>x".repeat(6_600))),
        ("list items", "<li>".repeat(19_900)),
        ("templates", "<template>".repeat(19_900)),
        ("foreign elements", format!("<svg>{}", "<g>".repeat(19_900))),
        ("selects", "<select><option>".repeat(many(9_900))),
        ("unknown elements", "<x><p></x>".repeat(6_600)),
        ("long host", format!("<a href='http://{}/'>x</a>", "ü".repeat(many(900_000)))),
        ("long hosts", format!("<a href='http://{}/'>x</a>", "ü.".repeat(20)).repeat(many(9_900))),
        (
            "long hosts of candidates",
            format!("<img srcset='{}'>", format!("http://{}/ 1x,", "ü.".repeat(30)).repeat(150))
                .repeat(many(90)),
        ),
        ("long candidates", format!("<img srcset='{}'>", "/a 1x,".repeat(150_000))),
        ("data", format!("<img src='data:image/png;base64,{text}'>")),
        ("newlines in pre", format!("<pre>{}x", "\n".repeat(many(900_000)))),
        ("nested pre", "<pre>\n\n".repeat(120)),
    ]
}

#[test]
fn whatever_is_made_to_be_expensive_is_refused_or_done_quickly() {
    let worker = std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(|| {
        for (name, html) in expensive() {
            let start = Instant::now();
            let outcome = sanitise(&html);
            if let Ok(cleaned) = &outcome {
                let _ = (plain_text(cleaned), summary(cleaned), lead_image(cleaned));
            }
            let took = start.elapsed();
            let outcome = outcome.map(|cleaned| format!("{} bytes", cleaned.len()));
            println!("{:>6} ms  {name}: {outcome:?}", took.as_millis());
            assert!(took < LONGEST, "{name} took {took:?}");
        }
    });
    worker.unwrap().join().unwrap();
}

#[test]
fn a_refusal_says_what_the_limit_is() {
    for (html, message) in [
        ("x".repeat(1_000_001), "may have up to 1000000 characters"),
        ("<".repeat(900_000), "may have up to 1000000 characters"),
        (
            "°".repeat(900_000),
            "has too many special characters, such as & or °, for a text of its length",
        ),
        ("<b>".repeat(20_001), "has more than 20000 tags"),
        ("<!---->".repeat(20_001), "has more than 20000 tags"),
        (
            format!("<p {}>", numbered(101, |n| format!("a{n} "))),
            "has a tag with more than 100 attributes",
        ),
        (
            format!("<!-- a word --></p {}>", numbered(101, |n| format!("a{n} "))),
            "has a tag with more than 100 attributes",
        ),
        (
            format!("<!--><p {}>", numbered(101, |n| format!("a{n} "))),
            "has a tag with more than 100 attributes",
        ),
        ("<div>".repeat(129), "nests its tags more than 128 levels deep"),
        (
            format!("<p><b title='{}'>{}", "x".repeat(9_000), "<p>x".repeat(9_000)),
            "repeats long attributes through tags that are never closed",
        ),
    ] {
        assert_eq!(sanitise(&html).unwrap_err().to_string(), message);
    }
}

#[test]
fn what_is_just_within_the_limits_is_accepted() {
    for html in [
        "ü".repeat(1_000_000),
        "<p>x</p>".repeat(10_000),
        "<div>".repeat(120) + &"</div>".repeat(120),
        format!("<p>{}</p>", "<b>b</b> ".repeat(9_900)),
    ] {
        assert_eq!(clean(&html), html);
    }
    assert_eq!(clean(&format!("<p {}>x</p>", numbered(100, |n| format!("a{n}='>' ")))), "<p>x</p>");
    // A licence at the top, and whatever else a parser takes for a comment.
    let words = numbered(1_000, |n| format!("word{n} "));
    for [begin, end] in [["<!--", "-->"], ["<!", ">"], ["<?", ">"], ["</ ", ">"], ["</3", ">"]] {
        assert_eq!(clean(&format!("{begin}{words}{end}<p>x</p>")), "<p>x</p>", "{begin}");
    }
    assert_eq!(clean("5 <6 and a < b"), "5 &lt;6 and a &lt; b");
    assert_eq!(sanitise(&"<div>".repeat(200)), Err(HtmlError::TooDeep { limit: 128 }));
}
