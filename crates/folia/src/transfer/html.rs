//! The addresses in a piece of HTML, to be replaced. What is not understood is left as it is: whatever
//! comes out is sanitised like every body.

use super::addresses::ending;
use super::plan::Plan;

const SOUNDS: [&str; 8] = ["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav"];

/// Which attribute an address was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Picture,
    Link,
    /// Of a video, or of one of the files that a video or a sound can be had from.
    Video,
    /// Of something that no page here shows, with a word for it.
    Lost(&'static str),
}

/// An address, as a browser would read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub(super) place: Place,
    pub(super) address: &'a str,
    /// What is said of a picture to those who do not see it.
    pub(super) alt: &'a str,
}

/// Tells of what no page here shows, and whether it was that.
pub(super) fn is_lost(found: Found<'_>, source: &str, plan: &mut Plan) -> bool {
    let file = found.address.split(['?', '#']).next().unwrap_or_default();
    let word = match found.place {
        Place::Lost(word) => word,
        Place::Video if SOUNDS.contains(&ending(file).as_str()) => "sound",
        _ => return false,
    };
    let why = "no page here shows such a thing; lead to it with a link";
    plan.refuse(format!("{word} {} of {source}", found.address), why);
    true
}

/// The HTML with some of its addresses replaced.
pub(super) fn replace_addresses(
    html: &str,
    mut replace: impl FnMut(Found<'_>) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let tag = &rest[..tag_end(rest)];
        let place = match name(tag).to_ascii_lowercase().as_str() {
            "img" => Some((Place::Picture, "src")),
            "a" => Some((Place::Link, "href")),
            "video" | "source" => Some((Place::Video, "src")),
            "audio" => Some((Place::Lost("sound"), "src")),
            "iframe" => Some((Place::Lost("frame"), "src")),
            "embed" => Some((Place::Lost("embedded object"), "src")),
            "object" => Some((Place::Lost("embedded object"), "data")),
            "script" => Some((Place::Lost("script"), "src")),
            _ => None,
        };
        match place {
            Some((place, wanted)) => replace_in_tag(tag, place, wanted, &mut replace, &mut out),
            None => out.push_str(tag),
        }
        rest = &rest[tag.len()..];
    }
    out.push_str(rest);
    out
}

/// Without what nobody sees: comments, and characters that no text may have.
pub(super) fn tidy(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let tag = &rest[..tag_end(rest)];
        if !(tag.starts_with("<!--") && tag.ends_with("-->")) {
            out.push_str(tag);
        }
        rest = &rest[tag.len()..];
    }
    out.push_str(rest);
    out.replace('\0', "")
}

fn name(tag: &str) -> &str {
    let inside = &tag[1..];
    let end = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    &inside[..end]
}

/// Where the tag at the beginning of a text ends. A `>` between quotes does not end it.
fn tag_end(text: &str) -> usize {
    if text.starts_with("<!--") {
        return text.find("-->").map_or(text.len(), |at| at + 3);
    }
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    // A quote that never ends is no quote; the tag is what stands before the next bracket.
    text.find('>').map_or(text.len(), |at| at + 1)
}

fn replace_in_tag(
    tag: &str,
    place: Place,
    wanted: &str,
    replace: &mut impl FnMut(Found<'_>) -> Option<String>,
    out: &mut String,
) {
    let Some((from, to)) = value_of(tag, wanted) else { return out.push_str(tag) };
    let plain = |from: usize, to: usize| unescape(tag[from..to].trim_matches(['"', '\'']).trim());
    let address = plain(from, to);
    let alt = value_of(tag, "alt").map(|(from, to)| plain(from, to)).unwrap_or_default();
    match replace(Found { place, address: &address, alt: &alt }) {
        None => out.push_str(tag),
        Some(address) => {
            let tag = format!("{}\"{}\"{}", &tag[..from], escape(&address), &tag[to..]);
            // What a browser would rather take belongs to the old address, wherever it stands.
            out.push_str(&without(tag, &["srcset", "sizes"]));
        }
    }
}

fn without(mut tag: String, names: &[&str]) -> String {
    for name in names {
        while let Some((from, to)) = attribute(&tag, name) {
            tag.replace_range(from..to, "");
        }
    }
    tag
}

/// Where the value of an attribute stands, with its quotes.
fn value_of(tag: &str, wanted: &str) -> Option<(usize, usize)> {
    let (from, to) = attribute(tag, wanted)?;
    let equals = tag[from..to].find('=')?;
    let value = from + equals + 1;
    let blanks = tag[value..to].len() - tag[value..to].trim_start().len();
    Some((value + blanks, to))
}

/// Where an attribute stands, from its name to the end of its value.
fn attribute(tag: &str, wanted: &str) -> Option<(usize, usize)> {
    let bytes = tag.as_bytes();
    let mut at = tag.find(|c: char| c.is_ascii_whitespace())?;
    while at < bytes.len() {
        while at < bytes.len() && (bytes[at].is_ascii_whitespace() || bytes[at] == b'/') {
            at += 1;
        }
        let from = at;
        while at < bytes.len() && !bytes[at].is_ascii_whitespace() && !b"=>".contains(&bytes[at]) {
            at += 1;
        }
        let name = &tag[from..at];
        let mut next = at;
        while next < bytes.len() && bytes[next].is_ascii_whitespace() {
            next += 1;
        }
        if bytes.get(next) == Some(&b'=') {
            next += 1;
            while next < bytes.len() && bytes[next].is_ascii_whitespace() {
                next += 1;
            }
            let end = match bytes.get(next) {
                Some(quote @ (b'"' | b'\'')) => {
                    let inside = &tag[next + 1..];
                    inside.find(char::from(*quote)).map_or(tag.len(), |end| next + 1 + end + 1)
                }
                _ => {
                    let is_end = |c: char| c.is_ascii_whitespace() || c == '>';
                    tag[next..].find(is_end).map_or(tag.len(), |end| next + end)
                }
            };
            at = end;
        }
        if name.eq_ignore_ascii_case(wanted) {
            return Some((from, at));
        }
        if bytes.get(at) == Some(&b'>') || name.is_empty() {
            return None;
        }
    }
    None
}

fn unescape(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&")
}

pub(super) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shout(html: &str) -> String {
        replace_addresses(html, |Found { place, address, .. }| match place {
            Place::Picture => Some(format!("P[{address}]")),
            Place::Link if address.ends_with(".md") => Some("L".to_owned()),
            Place::Link | Place::Video | Place::Lost(_) => None,
        })
    }

    #[test]
    fn addresses_are_found_however_the_tag_is_written() {
        for (html, expected) in [
            (
                r#"<p>a<img src="x.png" alt="1 > 2">b</p>"#,
                r#"<p>a<img src="P[x.png]" alt="1 > 2">b</p>"#,
            ),
            ("<IMG alt='' SRC='a b.png'>", "<IMG alt='' SRC=\"P[a b.png]\">"),
            ("<img src=x.png>", "<img src=\"P[x.png]\">"),
            ("<img src = \"x\" />", "<img src = \"P[x]\" />"),
            (r#"<img src="x" srcset="x 1x, y 2x" sizes="1px">"#, r#"<img src="P[x]"  >"#),
            (
                r#"<img srcset="x 1x" alt="b" sizes="1px" src="x" SRCSET="y">"#,
                r#"<img  alt="b"  src="P[x]" >"#,
            ),
            (r#"<img src="a&amp;b">"#, r#"<img src="P[a&amp;b]">"#),
            (r#"<a href="b.md">c</a>"#, r#"<a href="L">c</a>"#),
            (r#"<a href="/b">c</a>"#, r#"<a href="/b">c</a>"#),
            ("<!-- <img src=x> -->", "<!-- <img src=x> -->"),
            ("<img>", "<img>"),
            ("<img alt", "<img alt"),
            ("<", "<"),
            ("1 < 2 & <b", "1 < 2 & <b"),
            ("<video src=x>", "<video src=x>"),
            ("<img data-src=x>", "<img data-src=x>"),
        ] {
            assert_eq!(shout(html), expected, "{html}");
        }
    }
    #[test]
    fn comments_are_left_out_and_the_rest_stays() {
        for (html, expected) in [
            ("a<!-- b <i> -->c<!---->d<!-->e", "acde"),
            ("<p>a</p><!-- never <b>", "<p>a</p><!-- never <b>"),
            ("<i title=\"<!-- a -->\">b</i>", "<i title=\"<!-- a -->\">b</i>"),
            ("&lt;!-- a --> 1 < 2", "&lt;!-- a --> 1 < 2"),
            ("a\0b", "ab"),
        ] {
            assert_eq!(tidy(html), expected, "{html}");
        }
    }

    #[test]
    fn what_no_page_shows_is_told() {
        let html = r#"<iframe src="https://video.example/1"></iframe><audio controls><source src="a.mp3?_=1"></audio>
            <object data="a.swf"><embed src="a.swf"></object><script src="b.js"></script>
            <!-- <iframe src="c"> --> &lt;iframe src="d"> <script>1</script>"#;
        let mut plan = Plan::default();
        replace_addresses(html, |found| {
            assert!(is_lost(found, "a.md", &mut plan));
            None
        });
        let told: Vec<&str> = plan.refused.iter().map(|it| it.what.as_str()).collect();
        assert_eq!(
            told,
            [
                "frame https://video.example/1 of a.md",
                "sound a.mp3?_=1 of a.md",
                "embedded object a.swf of a.md",
                "script b.js of a.md",
            ]
        );
    }
}
