import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readBody } from "../admin/editor/body/read.ts";
import { writeBody } from "../admin/editor/body/write.ts";
import { canonical, wrapLoose } from "../admin/editor/markup/canonical.ts";
import { parse } from "../admin/editor/markup/parse.ts";
import { toHtml } from "../admin/editor/markup/tree.ts";

// The tests run from .cache/tests, two folders below the web part.
const demo = fileURLToPath(new URL("../../../fixtures/demo/bodies", import.meta.url));
const PICTURE = '<img src="/media/1/a.webp" srcset="/media/1/a_400.webp 400w, /media/1/a.webp 800w" sizes="100vw" alt="A hill" width="800" height="500">';

function kinds(html: string): string[] {
  return readBody(html).children.map((node) => node.type.name);
}

function same(html: string): void {
  assert.equal(canonical(wrapLoose(parse(writeBody(readBody(html))))), canonical(wrapLoose(parse(html))));
}

test("every body of the demo comes back the same, and all of it can be edited", () => {
  const files = readdirSync(demo);
  assert(files.length > 10);
  for (const file of files) {
    const html = readFileSync(`${demo}/${file}`, "utf8").replaceAll(/\{\{picture [^}]*\}\}/g, PICTURE);
    same(html);
    assert(!kinds(html).includes("foreign"), `${file}: ${readBody(html).children.filter((node) => node.type.name === "foreign").map((node) => node.attrs["html"])}`);
    assert.equal(writeBody(readBody(writeBody(readBody(html)))), writeBody(readBody(html)), file);
  }
});

const KNOWN: [string, string, string?][] = [
  ["paragraph", '<p lang="de" dir="ltr">Guten <em>Tag</em>, <b>Welt</b><br>und<strong><i> mehr</i></strong>.</p>'],
  ["heading", "<h3>A <code>heading</code></h3>"],
  ["blockquote", "<blockquote><p>It would not hold still.</p><p><cite>The ninth letter</cite></p></blockquote>"],
  ["bullet_list", "<ul><li>one</li><li>two<ol start=\"3\"><li>inner</li></ol></li><li><p>three</p><p>more</p></li><li><p>alone</p></li></ul>"],
  ["ordered_list", '<ol reversed=""><li>b</li><li>a</li></ol>'],
  ["task_list", '<ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>Done</p></li><li><input type="checkbox" disabled="">open</li></ul>'],
  ["code_block", '<pre><code class="language-rust">let a = 1;\n  b &lt; c\n</code></pre>'],
  ["code_block", "<pre>plain\n\n text</pre>"],
  ["code_block", '<figure class="code"><figcaption>check.rs</figcaption><pre><code class="language-rust">x</code></pre></figure>'],
  ["horizontal_rule", "<hr>"],
  ["figure", `<figure>${PICTURE}<figcaption>A <a href="/hill">hill</a>.</figcaption></figure>`],
  ["figure", `<figure class="full">${PICTURE}</figure>`],
  ["figure", `<p>${PICTURE}</p>`],
  ["figure", '<p><video src="/media/2/film.mp4" controls="" poster="/media/2/p.webp" width="10" height="10"></video></p>'],
  ["pair", `<figure class="pair"><figure>${PICTURE}<figcaption>One.</figcaption></figure><figure>${PICTURE}</figure></figure>`],
  ["video", '<figure class="video"><a href="https://youtu.be/dQw4w9WgXcQ">A film</a><figcaption>Seen.</figcaption></figure>'],
  ["details", '<details open=""><summary>More <var>d</var></summary><p>Text</p><ul><li>x</li></ul></details>'],
  ["table", '<table><caption>Three</caption><thead><tr><th scope="col">Plate</th><th scope="col">N</th></tr></thead><tbody><tr><td colspan="2">014</td></tr></tbody><tfoot><tr><td>a</td><td><p>b</p><p>c</p></td></tr></tfoot></table>'],
  ["paragraph", '<p>They carried glass.<span class="note">Four <em>hundred</em> sheets.</span> More<span class="footnote">By <a href="/x">letter</a>.</span></p>'],
  ["paragraph", `<p>See ${PICTURE} there, H<sub>2</sub>O, e<sup>x</sup>, <mark>this</mark>, <s>that</s>, <kbd>Ctrl</kbd>, <abbr title="World">W</abbr>, <time datetime="2026-01-01">now</time>.</p>`],
  ["paragraph", '<p><strong>all <a href="/a">of it</a></strong> <a href="/b"><em>nested</em> link</a></p>'],
];

for (const [kind, html] of KNOWN) {
  test(`${kind} comes back the same: ${html.slice(0, 60)}`, () => {
    assert.deepEqual(kinds(html), [kind]);
    same(html);
  });
}

const FOREIGN = [
  "<dl><dt>Term</dt><dd>Meaning</dd></dl>",
  '<div lang="ar" dir="rtl"><p>x</p></div>',
  "<p><ruby>川<rt>かわ</rt></ruby></p>",
  '<section class="footnotes"><ol><li>One</li></ol></section>',
  "<table><caption>With <em>words</em></caption><tbody><tr><td>1</td></tr></tbody></table>",
  '<figure class="wide"><p>No picture</p><figcaption>Words</figcaption></figure>',
  "<table><colgroup><col span=\"2\"></colgroup><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
  '<figure class="code"><figcaption>a <b>b</b></figcaption><pre>x</pre></figure>',
];

for (const html of FOREIGN) {
  test(`what is not known is kept to the letter: ${html.slice(0, 50)}`, () => {
    const around = `<p>Before</p>${html}<p>After</p>`;
    assert.deepEqual(kinds(around), ["paragraph", "foreign", "paragraph"]);
    assert.equal(writeBody(readBody(around)), `<p>Before</p>\n${html}\n<p>After</p>`);
  });
}

test("loose text becomes the paragraph that pages make of it", () => {
  assert.equal(writeBody(readBody("words <em>here</em>\n<p>a</p>")), "<p>words <em>here</em></p>\n<p>a</p>");
});

test("an empty body stays empty", () => {
  assert.equal(writeBody(readBody("")), "");
  assert.equal(writeBody(readBody("\n  ")), "");
});

test("signs that mean something in markup come back as signs", () => {
  const html = '<p>1 &lt; 2 &amp;&amp; "a" &gt; \u00a0<a href="/?a=1&amp;b=&quot;2&quot;">l</a></p>';
  same(html);
  assert.match(writeBody(readBody(html)), /href="\/\?a=1&amp;b=&quot;2&quot;"/);
});

test("a line break at the start of code is not lost", () => {
  const html = "<pre>\n\nfirst line is empty</pre>";
  assert.equal(readBody(html).textContent, "\nfirst line is empty");
  same(html);
});

test("what differs is found to differ", () => {
  const of = (html: string): string => canonical(parse(html));
  assert.notEqual(of("<p>a b</p>"), of("<p>ab</p>"));
  assert.notEqual(of("<p><em>a</em>b</p>"), of("<p>a<em>b</em></p>"));
  assert.notEqual(of('<p lang="de">a</p>'), of("<p>a</p>"));
  assert.notEqual(of("<pre>a  b</pre>"), of("<pre>a b</pre>"));
  assert.equal(of('<p><a href="/"><b>x</b></a></p>'), of('<p><b><a href="/">x</a></b></p>'));
  assert.equal(of("<ul>\n<li>a</li>\n</ul>"), of("<ul><li>a</li></ul>"));
  assert.equal(toHtml(parse("<p>a<br>b</p>")), "<p>a<br>b</p>");
});
