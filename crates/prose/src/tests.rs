use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::{BodyWords, Picture, Shown, Surroundings, show, syndicate};

const ORIGIN: &str = "https://example.org";

fn shown_with(body: &str, leads: bool) -> Shown {
    let picture = |address: &str| match address {
        "/media/1/x.webp" => {
            let placeholder = Some("data:image/png;base64,AAAA".to_owned());
            Some(Picture { width: 2048, height: 1365, placeholder })
        }
        "/media/2/y.webp" => Some(Picture { width: 800, height: 600, placeholder: None }),
        _ => None,
    };
    let words = BodyWords::default();
    show(body, &Surroundings { origin: ORIGIN, leads, picture: &picture, words })
}

fn html(body: &str) -> String {
    shown_with(body, false).html
}

#[track_caller]
fn assert_shows(body: &str, expected: &str) {
    assert_eq!(html(body).trim_end(), expected);
}

#[test]
fn what_the_page_says_is_in_its_language() {
    let words = BodyWords {
        code: "Kode",
        table: "Tabelle",
        video: "Film",
        play_from: "Von {site} abspielen",
        picture_on: "Bild auf {site}",
        video_on: "Video auf {site}",
        done: "Erledigt",
        to_do: "Zu tun",
        footnotes: "Fußnoten",
        note: "Anmerkung {number}, zurück",
        back_to_text: "Zurück",
    };
    let body = "<p>a<span class=\"note\">b</span><span class=\"footnote\">c</span></p>\
        <pre><code>x</code></pre><table><tr><td>1</td></tr></table>\
        <ul class=\"tasks\"><li><input type=\"checkbox\" checked=\"\"></li>\
        <li><input type=\"checkbox\"></li></ul>\
        <figure class=\"video\"><a href=\"https://youtu.be/dQw4w9WgXcQ\"></a></figure>\
        <p><img src=\"https://a.example/x.png\" alt=\"\"></p>\
        <video src=\"https://b.example/x.mp4\"></video>";
    let shown =
        show(body, &Surroundings { origin: ORIGIN, leads: false, picture: &|_| None, words });
    for said in [
        "aria-label=\"Kode\"",
        "aria-label=\"Tabelle 1\"",
        ">Film<",
        ">Von YouTube abspielen<",
        "aria-label=\"Erledigt\"",
        "aria-label=\"Zu tun\"",
        "aria-label=\"Fußnoten\"",
        "aria-label=\"Anmerkung 1, zurück\"",
        "aria-label=\"Zurück\"",
        ">Bild auf a.example<",
        ">Video auf b.example<",
    ] {
        assert!(shown.html.contains(said), "{said} in {}", shown.html);
    }
}

#[test]
fn headings_get_names_and_a_list_of_contents() {
    let shown = shown_with(
        "<h1>One</h1><h3>Two <em>b</em></h3><h2>One</h2><blockquote><h2>Not mine</h2></blockquote><h2> </h2>",
        false,
    );
    assert_eq!(
        shown.html,
        "<h2 id=\"one\">One</h2>\n<h3 id=\"two-b\">Two <em>b</em></h3>\n<h2 id=\"one-2\">One</h2>\n\
         <blockquote><h2 id=\"not-mine\">Not mine</h2></blockquote>\n"
    );
    let contents: Vec<_> = shown
        .contents
        .iter()
        .map(|entry| (entry.id.as_str(), entry.title.as_str(), entry.children.len()))
        .collect();
    assert_eq!(contents, [("one", "One", 1), ("one-2", "One", 0)]);
}

#[test]
fn words_and_minutes_are_counted_in_any_script() {
    let count = |body: &str| {
        let shown = shown_with(body, false);
        (shown.words, shown.minutes)
    };
    assert_eq!(count(""), (0, 0));
    assert_eq!(count("<p>One word&amp;another</p>"), (3, 1));
    assert_eq!(count(&format!("<p>{}</p>", "word ".repeat(690))), (690, 3));
    assert_eq!(count(&format!("<p>{}</p>", "漢".repeat(960))), (960, 2));
    assert_eq!(count(&format!("<p>{}</p>", "كلمة ".repeat(230))), (230, 1));
}

#[test]
fn loose_text_becomes_paragraphs_and_boxes_are_opened() {
    assert_shows("text <b>bold</b>", "<p>text <b>bold</b></p>");
    assert_shows("<div>a<div><p>b</p></div>c</div> \n", "<p>a</p>\n<p>b</p>\n<p>c</p>");
    assert_shows("<div dir=\"rtl\"><p>b</p></div>", "<div dir=\"rtl\"><p>b</p></div>");
    assert_shows("<b>a<p>b</p></b>", "<p>a</p>\n<p>b</p>");
}

#[test]
fn side_notes_follow_their_block_and_have_a_way_back() {
    assert_shows(
        "<p>Glass<span class=\"note\">Wet <em>plates</em>.</span> broke.</p><p>b</p>",
        "<p>Glass<sup class=\"ref\"><a id=\"note-1-ref\" href=\"#note-1\" aria-describedby=\"note-1\">1</a></sup> broke.</p>\n\
         <div class=\"notes\"><aside class=\"note\" id=\"note-1\" role=\"note\"><sup><a href=\"#note-1-ref\" \
         aria-label=\"Note 1, back to the text\">1</a></sup> Wet <em>plates</em>.</aside></div>\n<p>b</p>",
    );
    let page = html("<p>a<span class=\"note\">x</span>b<span class=\"note\">y</span></p>");
    assert_eq!(page.matches("class=\"notes\"").count(), 1);
    assert_eq!(page.matches("class=\"note\"").count(), 2);
    assert_shows("<p>a<span class=\"note\"> </span>b</p>", "<p>a b</p>");
}

#[test]
fn a_note_in_a_link_or_a_heading_does_not_disturb_it() {
    let page = html("<p><a href=\"/x\">a<span class=\"note\"><a href=\"/y\">n</a></span>b</a></p>");
    assert!(page.starts_with("<p><a href=\"/x\">ab</a><sup class=\"ref\">"), "{page}");
    let shown = shown_with("<h2>One<span class=\"note\">n</span></h2><h2>b</h2><h2>c</h2>", false);
    assert_eq!(shown.contents[0].title, "One");
    assert!(shown.html.starts_with("<h2 id=\"one\">One<sup"), "{}", shown.html);
}

#[test]
fn footnotes_close_the_body() {
    let page = html("<p>a<span class=\"footnote\">x</span></p><p>b</p>");
    assert!(page.ends_with(
        "<p>b</p>\n<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\"><ol>\
         <li id=\"fn-1\" value=\"1\">x <a class=\"back\" href=\"#fn-1-ref\" aria-label=\"Back to the text\">↩\u{fe0e}</a></li>\
         </ol></section>\n"
    ), "{page}");
}

#[test]
fn footnotes_that_are_written_out_work_and_broken_ones_break_nothing() {
    let page = html(
        "<p>a<sup><a href=\"#fn-1\">1</a></sup> b<sup><a href=\"#fn-1\">1</a></sup> c<sup><a href=\"#fn-7\">7</a></sup></p>\
         <section class=\"footnotes\"><hr><ol><li><p>x</p></li><li>y</li></ol></section>",
    );
    assert!(page.contains("a<sup class=\"ref\"><a id=\"fn-1-ref\" href=\"#fn-1\""), "{page}");
    assert!(page.contains("b<sup class=\"ref\"><a id=\"fn-1-ref-2\" href=\"#fn-1\""), "{page}");
    assert!(page.contains(" c7</p>"), "{page}");
    assert!(page.contains("<li id=\"fn-1\"><p>x <a class=\"back\""), "{page}");
    assert!(page.contains("<li id=\"fn-2\">y</li>"), "{page}");
    assert_shows(
        "<p><a href=\"#fn-x\">a</a><a href=\"#fn-0\">b</a></p>",
        "<p><a href=\"#fn-x\">a</a>b</p>",
    );
}

#[test]
fn pictures_keep_what_was_stored_and_get_what_they_need() {
    let old = "<img src=\"/media/9/o.jpg\" srcset=\"/media/9/o_500.jpg 500w, /media/9/o_750.jpg 750w, \
               /media/9/o_1200.jpg 1200w\" sizes=\"(max-width: 500px) 500px, 1200px\" alt=\"Old\" width=\"1200\" \
               height=\"800\"";
    assert_shows(
        &format!("<p>{old}></p>"),
        &format!("<figure>{old} loading=\"lazy\" decoding=\"async\"></figure>"),
    );
    assert_shows(
        "<figure class=\"wide\"><img src=\"/media/1/x.webp\" alt=\"X\"><figcaption>c</figcaption></figure>",
        "<figure class=\"wide\"><span class=\"frame\"><img class=\"placeholder\" src=\"data:image/png;base64,AAAA\" \
         alt=\"\" aria-hidden=\"true\"><img src=\"/media/1/x.webp\" alt=\"X\" width=\"2048\" height=\"1365\" \
         loading=\"lazy\" decoding=\"async\"></span><figcaption>c</figcaption></figure>",
    );
    let page = shown_with(
        "<img src=\"https://example.org/media/2/y.webp\" loading=\"lazy\"><img src=\"/z.webp\" fetchpriority=\"high\">",
        true,
    )
    .html;
    assert_eq!(
        page,
        "<figure><img src=\"/media/2/y.webp\" loading=\"eager\" alt=\"\" width=\"800\" height=\"600\" \
         fetchpriority=\"high\" decoding=\"async\"></figure>\n\
         <figure><img src=\"/z.webp\" alt=\"\" loading=\"lazy\" decoding=\"async\"></figure>\n"
    );
}

#[test]
fn no_page_asks_another_site_for_a_picture_or_a_video() {
    assert_shows(
        "<p>a <img src=\"https://other.example/x.png\" alt=\"A boat\"></p>",
        "<p>a <a class=\"elsewhere\" href=\"https://other.example/x.png\" rel=\"external noopener\">A boat (Picture on other.example)</a></p>",
    );
    let page = html(
        "<img src=\"/x.webp\" srcset=\"/x.webp 1x, https://other.example/y 2x\" sizes=\"1px\" alt=\"\">",
    );
    assert!(!page.contains("srcset") && !page.contains("sizes"), "{page}");
    for video in [
        "<video src=\"https://other.example/f.mp4\"></video>",
        "<video><source src=\"https://other.example/f.mp4\" type=\"video/mp4\"></video>",
    ] {
        let page = html(video);
        assert!(page.contains(">Video on other.example</a>") && !page.contains("<video"), "{page}");
    }
    assert_shows(
        "<video src=\"/f.mp4\" poster=\"https://other.example/p.png\"></video>",
        "<video src=\"/f.mp4\" controls=\"\" playsinline=\"\" preload=\"metadata\"></video>",
    );
    let page = html(
        "<video><source src=\"https://other.example/f.mp4\">old<source src=\"/f.mp4\"></video><video>gone</video>",
    );
    assert!(page.contains("><source src=\"/f.mp4\"></video>") && !page.contains("other"), "{page}");
    assert!(page.contains("<p>gone</p>"), "{page}");
    assert_shows("<p><img alt=\"words\"></p>", "<figure><span>words</span></figure>");
}

#[test]
fn a_picture_is_not_a_link() {
    assert_shows(
        "<p><a href=\"/media/1/full.webp\"><img src=\"/a.webp\" alt=\"\"></a></p>",
        "<figure><img src=\"/a.webp\" alt=\"\" loading=\"lazy\" decoding=\"async\"></figure>",
    );
    assert_shows(
        "<p><a href=\"https://www.other.example/page/\"><img src=\"/a.webp\" alt=\"\"></a></p>",
        "<figure><img src=\"/a.webp\" alt=\"\" loading=\"lazy\" decoding=\"async\"><figcaption>\
         <a href=\"https://www.other.example/page/\" rel=\"external noopener\">other.example/page</a></figcaption></figure>",
    );
    assert_shows(
        "<p>x <a href=\"/y\"><img src=\"/a.webp\" alt=\"\"> words</a></p>",
        "<p>x <img src=\"/a.webp\" alt=\"\" loading=\"lazy\" decoding=\"async\"><a href=\"/y\"> words</a></p>",
    );
}

#[test]
fn links_elsewhere_say_so_and_links_home_are_short() {
    assert_shows(
        "<p><a href=\"https://other.example/\">a</a><a href=\"https://example.org/b?c#d\">b</a><a href=\"mailto:x@y.z\">c</a></p>",
        "<p><a href=\"https://other.example/\" rel=\"external noopener\">a</a><a href=\"/b?c#d\">b</a><a href=\"mailto:x@y.z\">c</a></p>",
    );
}

#[test]
fn tasks_are_ticked_and_cannot_be() {
    assert_shows(
        "<ul class=\"tasks\"><li><input type=\"checkbox\" disabled=\"\" checked=\"\"> a</li><li><p><input type=\"checkbox\" disabled=\"\"> b</p></li></ul>",
        "<ul class=\"tasks\"><li><input type=\"checkbox\" disabled=\"\" checked=\"\" aria-label=\"Done\"> a</li>\
         <li><p><input type=\"checkbox\" disabled=\"\" aria-label=\"To do\"> b</p></li></ul>",
    );
    assert_shows("<ul class=\"tasks\"><li>a</li></ul>", "<ul><li>a</li></ul>");
}

#[test]
fn tables_scroll_by_themselves_and_numbers_are_marked() {
    assert_shows(
        "<table><caption>Three &amp; more</caption><thead><tr><th>Plate</th><th>Glass</th></tr></thead>\
         <tbody><tr><td>014</td><td>1.1 kg</td></tr><tr><td>131</td><td></td></tr></tbody></table>",
        "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"Table: Three &amp; more\"><table>\
         <caption>Three &amp; more</caption><thead><tr><th>Plate</th><th class=\"number\">Glass</th></tr></thead>\
         <tbody><tr><td>014</td><td class=\"number\">1.1 kg</td></tr><tr><td>131</td><td class=\"number\"></td></tr></tbody></table></div>",
    );
    let page = html(
        "<table><tbody><tr><td colspan=\"2\"><table><tr><td>x</td></tr></table></td></tr></tbody></table>\
         <table></table><table><tr><td>x</td></tr></table>",
    );
    assert_eq!(page.matches("role=\"region\"").count(), 2);
    assert!(page.contains("aria-label=\"Table 2\"") && !page.contains("number"), "{page}");
}

#[test]
fn code_has_its_file_name_and_its_colours() {
    assert_shows(
        "<figure class=\"code\"><figcaption>check.rs</figcaption><pre><code class=\"language-rust\">let x;</code></pre></figure>",
        "<figure class=\"code\"><figcaption>check.rs</figcaption><pre tabindex=\"0\" role=\"group\" aria-label=\"Code: check.rs\">\
         <code class=\"language-rust\"><span class=\"k\">let</span> x;</code></pre></figure>",
    );
    assert_shows(
        "<pre>plain</pre>",
        "<figure class=\"code\"><pre tabindex=\"0\" role=\"group\" aria-label=\"Code\">plain</pre></figure>",
    );
    assert_shows("<figure class=\"code\"><p>x</p></figure>", "<figure><p>x</p></figure>");
    for breaks in ["<pre>\n\n</pre>", "<pre><del></del>\n</pre>"] {
        let page = html(breaks);
        assert!(!page.contains("Code\">\n"), "{page}");
    }
    let page = html("<figure class=\"code\"><pre>1</pre>and <p>words</p></figure>");
    assert!(page.contains("<pre") && page.contains("and <p>words</p>"), "{page}");
}

#[test]
fn a_video_elsewhere_is_a_link_until_it_is_asked_for() {
    let shown = shown_with(
        "<figure class=\"video\"><p><a href=\"https://youtu.be/dQw4w9WgXcQ\">A song</a></p><figcaption>c</figcaption></figure>\
         <figure class=\"video\"><a href=\"https://vimeo.com/76979871\"></a></figure>\
         <figure class=\"video\"><a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\">b</a></figure>\
         <figure class=\"video\"><a href=\"https://example.com/\">c</a></figure>",
        false,
    );
    assert_eq!(shown.frames, ["https://www.youtube-nocookie.com", "https://player.vimeo.com"]);
    assert!(shown.html.starts_with(
        "<figure class=\"video\"><p><a href=\"https://youtu.be/dQw4w9WgXcQ\" rel=\"external noopener\" class=\"facade\" \
         data-player=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1\"><span class=\"title\">A song</span> \
         <span class=\"site\">Play from YouTube</span></a></p><figcaption>c</figcaption></figure>\n"
    ), "{}", shown.html);
    assert!(
        shown.html.ends_with(
            "<figure><a href=\"https://example.com/\" rel=\"external noopener\">c</a></figure>\n"
        ),
        "{}",
        shown.html
    );
}

#[test]
fn a_feed_has_the_whole_text_and_full_addresses() {
    let feed = |body: &str| syndicate(body, ORIGIN, "https://example.org/a");
    assert_eq!(
        feed(
            "<figure class=\"wide\"><img src=\"/x.webp\" srcset=\"/x_400.webp 400w, /x.webp\" alt=\"\" loading=\"lazy\"></figure>\
             <p>a<span class=\"note\">n</span> <a href=\"/b\">b</a> <a href=\"#c\">c</a> <a href=\"https://d/\">d</a></p>\
             <ul class=\"tasks\"><li><input type=\"checkbox\" disabled=\"\" checked=\"\">t</li></ul>\
             <pre><code class=\"language-rust\">let x;</code></pre>"
        ),
        "<figure><img src=\"https://example.org/x.webp\" srcset=\"https://example.org/x_400.webp 400w, https://example.org/x.webp\" alt=\"\"></figure>\
         <p>a<sup>1</sup> <a href=\"https://example.org/b\">b</a> <a href=\"https://example.org/a#c\">c</a> <a href=\"https://d/\">d</a></p>\
         <ul><li>☑ t</li></ul><pre><code class=\"language-rust\">let x;</code></pre><hr><ol><li>n</li></ol>"
    );
    assert_eq!(
        feed(
            "<p>a<sup><a href=\"#fn-1\">1</a></sup><span class=\"footnote\">m</span></p><section class=\"footnotes\"><ol><li>n</li></ol></section>"
        ),
        "<p>a<sup><a href=\"https://example.org/a#fn-1\">1</a></sup><sup>2</sup></p><hr><ol><li>n</li><li>m</li></ol>"
    );
}

/// Bodies of the greatest length, made of what costs most.
#[test]
fn the_largest_bodies_take_a_moment() {
    let most = if cfg!(debug_assertions) { 1_000_000 } else { 4_000_000 };
    let repeat = |piece: &str| piece.repeat(most / piece.len());
    for body in [
        repeat("<h2>Same</h2>"),
        repeat("<p>a<span class=\"note\">n</span></p>"),
        repeat("<p>a<span class=\"footnote\">n</span></p>"),
        repeat("<pre><code class=\"language-rust\">fn x() { \"y\" }</code></pre>"),
        repeat("<table><tbody><tr><td>1</td></tr></tbody></table>"),
        repeat("<p><a href=\"/x\"><img src=\"/y.webp\" alt=\"\"></a></p>"),
        repeat(
            "<figure class=\"video\"><a href=\"https://tube.example.org/w/9cHT4hkF7UTxUnGRiVHfMC\">v</a></figure>",
        ),
        repeat("<"),
        repeat("<p"),
        repeat("<p a=\""),
        repeat("<p "),
        repeat("</"),
        repeat("&amp;"),
        repeat("</p>"),
        repeat("unbroken"),
        repeat("漢字"),
        repeat("<b>"),
    ] {
        let begun = Instant::now();
        let shown = shown_with(&body, true);
        let feed = syndicate(&body, ORIGIN, ORIGIN);
        let took = begun.elapsed();
        println!(
            "{:>5} ms {} → {} {}",
            took.as_millis(),
            &body[..body.floor_char_boundary(30)],
            shown.html.len(),
            feed.len()
        );
        assert!(took < Duration::from_secs(30), "{}", &body[..30]);
    }
}

fn soup() -> impl Strategy<Value = String> {
    let name = "a b p div span h2 h3 pre code li ul ol table tbody tr td th figure figcaption img input section \
                video source blockquote details summary sup dl dt dd";
    let name = prop::sample::select(name.split_whitespace().collect::<Vec<_>>());
    let attribute = prop::sample::select(vec![
        "",
        " class=\"note\"",
        " class=\"footnote\"",
        " class=\"footnotes\"",
        " class=\"video\"",
        " class=\"code\"",
        " class=\"pair\"",
        " class=\"language-rust\"",
        " href=\"#fn-1\"",
        " href=\"/x\"",
        " src=\"/x.webp\"",
        " src=\"https://a.example/\"",
        " href=\"https://youtu.be/dQw4w9WgXcQ\"",
        " srcset=\"/a 1x, /b\"",
        " checked=\"\"",
    ]);
    let piece = prop_oneof![
        4 => (name.clone(), attribute).prop_map(|(name, attribute)| format!("<{name}{attribute}>")),
        3 => name.prop_map(|name| format!("</{name}>")),
        2 => "\\PC{0,6}",
    ];
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_stored_is_shown_with_unique_names_and_no_dead_references(body in soup()) {
        let page = html(&body);
        let values = |attribute: &str| {
            let start = format!(" {attribute}=\"");
            page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        let ids = values("id");
        let mut unique = ids.clone();
        unique.sort();
        unique.dedup();
        prop_assert_eq!(unique.len(), ids.len(), "{}", &page);
        for described in values("aria-describedby") {
            prop_assert!(ids.contains(&described), "{} in {}", described, &page);
        }
        for address in values("href") {
            if let Some(fragment) = address.strip_prefix('#') && (fragment.starts_with("fn-") || fragment.starts_with("note-")) {
                prop_assert!(ids.iter().any(|id| id == fragment), "{} in {}", address, &page);
            }
        }
        syndicate(&body, ORIGIN, ORIGIN);
    }
}
