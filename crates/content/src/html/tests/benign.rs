//! What must come through: everything our editor makes and the markup an upload answers, byte for
//! byte; and what people paste, in the form it is meant to get.

use super::{clean, tree};

const UPLOADED: &str = r#"<img src="/media/0198c7/x.webp" srcset="/media/0198c7/x_400.webp 400w, /media/0198c7/x_800.webp 800w, /media/0198c7/x.webp 2048w" sizes="(max-width: 400px) 400px, (max-width: 800px) 800px, 2048px" alt="A &quot;quiet&quot; harbour &amp; two boats" width="2048" height="1365" loading="lazy" decoding="async">"#;

const UNCHANGED: &[&str] = &[
    "",
    "plain text",
    "<p>Hello, <strong>bold</strong> and <em>thin</em>, <code>code</code>.</p>",
    "<p>First<br>second</p><hr><p></p>",
    "<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>",
    "<p><u>u</u><s>s</s><del>d</del><ins>i</ins><mark>m</mark><small>s</small><sub>2</sub><sup>3</sup></p>",
    "<p><b>b</b><i>i</i><q>q</q><cite>c</cite><kbd>k</kbd><samp>s</samp><var>v</var><span>x</span></p>",
    "<blockquote><p>To be</p></blockquote>",
    r#"<blockquote cite="https://example.org/q"><p>To be</p></blockquote>"#,
    "<pre><code>fn main() {\n    println!(\"&lt;b&gt; &amp;amp;\");\n}\n</code></pre>",
    "<pre><code>\n\nafter two blank lines</code></pre>",
    r#"<pre><code class="language-rust">let x = 1;</code></pre>"#,
    r#"<pre><code class="language-c++">x</code></pre>"#,
    r#"<ol><li><p>one</p></li><li><p>two</p><ul><li><p>nested</p></li></ul></li></ol>"#,
    r#"<ol start="3"><li><p>three</p></li></ol><ol start="-1" reversed=""><li>x</li></ol>"#,
    r#"<p><a href="https://example.org/a?b=c&amp;d=e#f" title="A title">x</a></p>"#,
    r##"<p><a href="/about">a</a><a href="#top">b</a><a href="mailto:me@example.org?subject=x">c</a><a href="tel:+49-30-123">d</a></p>"##,
    r#"<p><a href="https://müller.example/straße" hreflang="de">x</a></p>"#,
    r#"<p><img src="https://example.org/x.png" alt="" title="t"></p>"#,
    r#"<img src="/x.webp" srcset="/x.webp 1x, /x@2.webp 1.5x, /w_4,h_3/x.webp" alt="x" fetchpriority="high" loading="eager">"#,
    r#"<img src="/x.webp" sizes="(400px &lt;= width &lt;= 700px) calc(100vw - 2rem), 50%" alt="">"#,
    r#"<figure><img src="/media/1/x.webp" alt="x"><figcaption>A <em>caption</em></figcaption></figure>"#,
    r#"<table><tbody><tr><th colspan="2" scope="col"><p>Head</p></th></tr><tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr></tbody></table>"#,
    r#"<table><caption>c</caption><colgroup><col span="2"></colgroup><thead><tr><th>h</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>"#,
    "<dl><dt>term</dt><dd>meaning</dd></dl>",
    r#"<figure class="pair"><figure><img src="/a.webp" alt=""></figure><figure><img src="/b.webp" alt=""></figure></figure>"#,
    r#"<figure class="code"><figcaption>check.rs</figcaption><pre><code class="language-rust">x</code></pre></figure>"#,
    r#"<figure class="video"><a href="https://youtu.be/dQw4w9WgXcQ">A song</a></figure>"#,
    r#"<p>Glass<span class="note">Wet <em>plates</em>.</span> and<span class="footnote">more</span></p>"#,
    r##"<p>a<sup><a href="#fn-1">1</a></sup></p><section class="footnotes"><ol><li><p>x</p></li></ol></section>"##,
    r#"<ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>a</p></li><li><input type="checkbox" disabled=""><p>b</p></li></ul>"#,
    r#"<details open=""><summary>More</summary><p>text</p></details>"#,
    r#"<p><abbr title="HyperText">HTML</abbr> on <time datetime="2026-10-01T10:00:00Z">Thursday</time></p>"#,
    r#"<p dir="rtl" lang="ar">مرحبا <bdi>abc</bdi> عالم</p>"#,
    r#"<p lang="zh-Hant-TW"><ruby>漢<rp>(</rp><rt>ㄏㄢˋ</rt><rp>)</rp></ruby></p>"#,
    "<p>👩\u{200d}👩\u{200d}👧 e\u{301} 🇩🇪 \u{202b}x\u{202c}</p>",
    "<p>a&nbsp;b · 5 &lt; 6 &gt; 4 &amp;amp; \"quoted\" 'single' `tick`</p>",
    "<p>Long<wbr>word &amp; soft\u{ad}hyphen</p>",
    r#"<video src="/media/2/film.mp4" controls="" poster="/media/2/still.webp" width="1280" height="720" preload="metadata"></video>"#,
    r#"<video controls="" loop="" muted="" playsinline=""><source src="/media/2/film.webm" type="video/webm"></video>"#,
    "<div><p>a</p></div>",
    UPLOADED,
];

#[test]
fn what_the_editor_makes_is_stored_as_it_was_sent() {
    for html in UNCHANGED {
        assert_eq!(clean(html), *html);
        assert_eq!(tree::parse(html).serialise(), *html);
    }
    let all = UNCHANGED[3..].concat();
    assert_eq!(clean(&all), all);
}

#[test]
fn what_is_only_spelled_differently_gets_one_spelling() {
    for (sent, stored) in [
        ("<P>x", "<p>x</p>"),
        ("<p>a\u{a0}b &copy; &#128512;</p>", "<p>a&nbsp;b © 😀</p>"),
        ("<p>a<br/>b</p>\r\n", "<p>a<br>b</p>\n"),
        ("<table><tr><td>x</table>", "<table><tbody><tr><td>x</td></tr></tbody></table>"),
        ("<ol reversed start=' 7 '>", "<ol reversed=\"\" start=\"7\"></ol>"),
        ("<p DIR=RTL>x</p>", "<p dir=\"rtl\">x</p>"),
        (
            "<a href=' https://example.org/a b '>x</a>",
            "<a href=\"https://example.org/a%20b\">x</a>",
        ),
        (
            "<img srcset=' /a.webp  400w ,\n/b.webp 800w, '>",
            "<img srcset=\"/a.webp 400w, /b.webp 800w\">",
        ),
        ("<code class='hljs language-js x'>x</code>", "<code class=\"language-js\">x</code>"),
        ("<p><b>a<i>b</b>c</i></p>", "<p><b>a<i>b</i></b><i>c</i></p>"),
        ("<pre>\n\n\nx\n\ny</pre>", "<pre>x\n\ny</pre>"),
        ("<p>one<p>two<ul><li>a<li>b</ul>", "<p>one</p><p>two</p><ul><li>a</li><li>b</li></ul>"),
    ] {
        assert_eq!(clean(sent), stored);
    }
}

#[test]
fn attributes_that_mean_nothing_here_are_dropped_and_the_rest_stays() {
    for (sent, stored) in [
        ("<p class=x id=y style=z data-a=b role=c>x</p>", "<p>x</p>"),
        ("<a href='about'>x</a>", "<a>x</a>"),
        ("<a href='/x' rel='nofollow' target='_blank'>x</a>", "<a href=\"/x\">x</a>"),
        ("<img src='/x' width='100%' height='1e3' loading='soon'>", "<img src=\"/x\">"),
        ("<img src='/x' srcset='/a 1x, /b 2y'>", "<img src=\"/x\">"),
        ("<p lang='nope nope' dir='up'>x</p>", "<p>x</p>"),
        (
            "<code class='fixed'>x</code><pre class='language-x'>y</pre>",
            "<code>x</code><pre>y</pre>",
        ),
        ("<time datetime='<b>'>x</time>", "<time>x</time>"),
        ("<td>loose cell</td>", "loose cell"),
    ] {
        assert_eq!(clean(sent), stored);
    }
}
