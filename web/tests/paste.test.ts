import assert from "node:assert/strict";
import { test } from "node:test";
import { block } from "../admin/editor/schema/index.ts";
import { writeBody } from "../admin/editor/body/write.ts";
import { address, clean } from "../admin/editor/paste/clean.ts";
import { isVideo } from "../admin/editor/addresses.ts";
import { pastedMarkup, pastedText } from "../admin/editor/paste/index.ts";
import { fileOf, leftBehind, lostWords } from "../admin/editor/paste/pictures.ts";
import { looksLikeMarkdown } from "../admin/editor/paste/markdown.ts";
import { parse } from "../admin/editor/markup/parse.ts";
import { toHtml } from "../admin/editor/markup/tree.ts";
import type { Slice } from "prosemirror-model";

const site = { origin: "https://me.example" };

function stored(slice: Slice): string {
  const first = slice.content.firstChild;
  return writeBody(block.doc.create(null, first?.isInline ? block.paragraph.create(null, slice.content) : slice.content));
}

const pasted = (html: string): string => stored(pastedMarkup(parse(html), site));

test("a document of Word keeps its headings, emphasis and lists, and loses its styles", () => {
  const word = `<h1 style="mso-x:1">Report<o:p></o:p></h1><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and <i>slanted</i><o:p>&nbsp;</o:p></p>
<p class="MsoListParagraphCxSpFirst" style="text-indent:-18pt;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span style="font:7.0pt">   </span></span>One</p>
<p class="MsoListParagraphCxSpMiddle" style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o </span>Inner</p>
<p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Two</p>
<p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1. </span>First</p><p class=MsoNormal><o:p></o:p></p>`;
  const html = pasted(word);
  assert.match(html, /^<h2>Report<\/h2>\n<p><b>Bold<\/b> and <i>slanted<\/i>/);
  assert.match(html, /<ul><li>One<ul><li>Inner<\/li><\/ul><\/li><li>Two<\/li><\/ul>/);
  assert.doesNotMatch(html, /style|mso|Mso|·/);
});

test("a list with numbers of Word is a list with numbers", () => {
  const item = (text: string): string => `<p style="mso-list:l1 level1 lfo2"><span style="mso-list:Ignore">1. </span>${text}</p>`;
  assert.equal(pasted(item("First") + item("Second")), "<ol><li>First</li><li>Second</li></ol>");
});

test("Google Docs: styles become emphasis, its wrapper and its links disappear", () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700;font-style:normal">Strong</span><span style="font-weight:400"> plain </span><span style="font-style:italic">slanted</span></p>
<ul><li dir="ltr"><p dir="ltr"><span style="font-weight:400">Item</span></p></li></ul><p><a href="https://www.google.com/url?q=https://example.org/a?utm_source%3Dx&amp;sa=D"><span>link</span></a></p></b>`;
  const html = pasted(docs);
  assert.equal(html, '<p><strong>Strong</strong> plain <em>slanted</em></p>\n<ul><li>Item</li></ul>\n<p><a href="https://example.org/a">link</a></p>');
});

test("a web page leaves its menus, scripts and trackers behind", () => {
  const page = `<nav><a href="/x">Menu</a></nav><article><div class="hero"><h1>Title</h1><div>Loose words</div></div><script>alert(1)</script>
<p onclick="x()" style="color:red">Text <a href="javascript:alert(1)">bad</a> <a href="https://me.example/about#who">own</a></p>
<img src="https://t.example/pixel.gif" width=1><img src="https://o.example/cat.jpg" alt="A cat"><img src="https://me.example/media/1/a.webp" alt="Mine">
<pre class="highlight highlight-source-rust"><code>fn main() {}<br>x</code></pre><iframe src="https://x"></iframe></article>`;
  const html = pasted(page);
  assert.match(html, /<h2>Title<\/h2>\n<p>Loose words<\/p>/);
  assert.match(html, /<p>Text bad <a href="\/about#who">own<\/a><\/p>/);
  assert.match(html, /<a href="https:\/\/o.example\/cat.jpg">A cat<\/a>/);
  assert.match(html, /<img src="\/media\/1\/a.webp" alt="Mine">/);
  assert.match(html, /<pre><code class="language-rust">fn main\(\) {}\nx<\/code><\/pre>/);
  assert.doesNotMatch(html, /Menu|alert|pixel|iframe|style/);
});

test("Markdown becomes what it means", () => {
  const text = `# Title

A *slanted* and **strong** word, \`code\`, ~~gone~~ and a [link](https://example.org/a_b_c).
Second line[^1].

- one
- two
  - inner

1. first
2. second

- [ ] open
- [x] done

> quoted
> **more**

\`\`\`rust
fn main() {}

\`\`\`

| Plate | Place |
|---|:-:|
| 014 | Camp |

---
[^1]: By the *ninth* letter.
`;
  const html = stored(pastedText(text, false, site));
  assert.match(html, /^<h2>Title<\/h2>/);
  assert.match(html, /<em>slanted<\/em> and <strong>strong<\/strong> word, <code>code<\/code>, <s>gone<\/s> and a <a href="https:\/\/example.org\/a_b_c">link<\/a>\. Second line<span class="footnote">By the <em>ninth<\/em> letter\.<\/span>\./);
  assert.match(html, /<li>two<ul><li>inner<\/li><\/ul><\/li>/);
  assert.match(html, /<ol><li>first<\/li><li>second<\/li><\/ol>/);
  assert.match(html, /<ul class="tasks"><li><input type="checkbox" disabled="">open<\/li><li><input type="checkbox" disabled="" checked="">done<\/li><\/ul>/);
  assert.match(html, /<blockquote><p>quoted<br><strong>more<\/strong><\/p><\/blockquote>/);
  assert.match(html, /<pre><code class="language-rust">fn main\(\) \{\}\n<\/code><\/pre>/);
  assert.match(html, /<table><thead><tr><th scope="col">Plate<\/th><th scope="col">Place<\/th><\/tr><\/thead><tbody><tr><td>014<\/td><td>Camp<\/td><\/tr><\/tbody><\/table>/);
  assert.match(html, /<hr>/);
});

test("plain text stays plain, and text that only looks like Markdown too", () => {
  assert(!looksLikeMarkdown("2 * 3 * 4 = 24\n- said nobody"));
  assert(!looksLikeMarkdown("snake_case_name and another_one"));
  assert.equal(stored(pastedText("one\ntwo\n\nthree * four", false, site)), "<p>one<br>two</p>\n<p>three * four</p>");
  assert.equal(stored(pastedText("# not **now**", true, site)), "<p># not **now**</p>");
  assert.equal(stored(pastedText("snake_case_name, **strong**", false, site)), "<p>snake_case_name, <strong>strong</strong></p>");
});

test("lines that were ended on purpose stay lines beside Markdown, and those that only had no more room go on", () => {
  assert.equal(stored(pastedText("Dear all,\nline two\n\nAnd **this**.", false, site)), "<p>Dear all,<br>line two</p>\n<p>And <strong>this</strong>.</p>");
  const wrapped = "A text that somebody has written in a window of seventy letters or so\ngoes on in its next line, which is **no** new line of the text at all.";
  assert.match(stored(pastedText(wrapped, false, site)), /letters or so goes on/);
  const message = `${"One long line of a message that nobody has broken anywhere. ".repeat(3).trim()}\nAnd **another**.`;
  assert.match(stored(pastedText(message, false, site)), /anywhere\.<br>And/);
});

test("footnotes of Word, LibreOffice, Docs and web pages become footnotes", () => {
  const word = `<p class=MsoNormal>Text<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> goes on.</p>
<div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a><span lang=EN-US> The <i>note</i>.</span></p><p class=MsoFootnoteText>Its end.</p></div></div>`;
  assert.equal(pasted(word), '<p>Text<span class="footnote">The <i>note</i>. Its end.</span> goes on.</p>');
  const libre = '<p>Text<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>, more<a name="sdfootnote2anc" href="#sdfootnote2sym"><sup>2</sup></a>.</p><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>First.</p></div><div id="sdfootnote2"><p><a name="sdfootnote2sym" href="#sdfootnote2anc">2</a>Second.</p></div>';
  assert.equal(pasted(libre), '<p>Text<span class="footnote">First.</span>, more<span class="footnote">Second.</span>.</p>');
  const docs = '<p>Text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> The note.</span></p></div>';
  assert.equal(pasted(docs), '<p>Text<span class="footnote">The note.</span></p>');
  const web = '<p>Text<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup> and again<sup id="cite_ref-2"><a href="#cite_note-1">[1]</a></sup></p><section id="notes"><h2>Notes</h2><ol><li id="cite_note-1"><a href="#cite_ref-1">↑</a> A book.</li></ol></section><p>After.</p>';
  const html = pasted(web);
  assert.equal(html.match(/<span class="footnote">A book\.<\/span>/g)?.length, 2);
  assert.doesNotMatch(html, /href|<ol|↑/);
  assert.match(html, /<p>After\.<\/p>$/);
});

test("links inside a document that are no footnotes stay", () => {
  const contents = '<ul id="toc"><li><a href="#one">One</a></li></ul><h2 id="one">One <a href="#toc">up</a></h2><p>Text.</p>';
  assert.match(pasted(contents), /<a href="#one">One<\/a>[\s\S]*<p>Text\.<\/p>/);
});

test("our own clipboard comes back with notes, sizes and tasks", () => {
  const own = '<p>a<span class="note">b</span></p><figure class="wide"><img src="/media/1/a.webp" alt=""><figcaption>c</figcaption></figure><ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>d</p></li></ul>';
  const html = pasted(own);
  assert.match(html, /<span class="note">b<\/span>/);
  assert.match(html, /<figure class="wide"><img src="\/media\/1\/a.webp" alt=""><figcaption>c<\/figcaption><\/figure>/);
  assert.match(html, /checked=""/);
});

test("addresses", () => {
  assert.equal(address("https://me.example/a?b=1", site), "/a?b=1");
  assert.equal(address("data:text/html,x", site), null);
  assert.equal(address("mailto:a@b.example", site), "mailto:a@b.example");
  assert(isVideo("https://youtu.be/dQw4w9WgXcQ") && isVideo("https://vimeo.com/123") && !isVideo("https://example.org/watch?v=1"));
});

test("nothing of a hostile document is left that could run", () => {
  const html = toHtml(clean(parse('<p><img src=x onerror=alert(1)><svg><script>1</script></svg><a href=" javascript:1">x</a></p><style>p{}</style>'), site));
  assert.doesNotMatch(html, /onerror|script|svg|style/);
});

test("an inner list of Google Docs belongs to the item above it", () => {
  const docs = '<ul><li dir="ltr"><p>One</p></li><ul><li><p>Inner</p></li><ul><li><p>Deep</p></li></ul></ul><li><p>Two</p></li></ul>';
  assert.equal(pasted(docs), "<ul><li>One<ul><li>Inner<ul><li>Deep</li></ul></li></ul></li><li>Two</li></ul>");
  assert.equal(pasted("<ol><ul><li>Alone</li></ul></ol>").match(/<li>/g)?.length, 2);
});

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("pictures in a pasted text become files where they are in it, and are counted where they are not", async () => {
  const html = `<p>a <img src="data:image/png;base64,${PIXEL}"> <img src="file:///C:/x.png"> <img src="cid:1"> <img src="blob:https://x/1">
<img src="https://o.example/a.png"> <img src="https://o.example/b.png" alt="Words"> <img src="https://t.example/p.gif" width="1" height="1">
<img src="https://me.example/media/1/a.webp" alt=""> <img src="data:image/svg+xml,<svg/>"></p>`;
  const { files, lost } = leftBehind(parse(html), site);
  assert.deepEqual(files.map(({ name, type }) => [name, type]), [["Pasted picture 1.png", "image/png"]]);
  const bytes = new Uint8Array(await (files[0] as File).arrayBuffer());
  assert.equal(String.fromCharCode(...bytes.subarray(1, 4)), "PNG");
  assert.equal(lost, 5);
  assert.match(lostWords(1), /^1 picture did not/);
  assert.match(lostWords(5), /^5 pictures did not/);
  assert.equal(fileOf("data:image/png;base64,%%%", 1), null);
  assert.equal(fileOf("data:text/html,x", 1), null);
});
