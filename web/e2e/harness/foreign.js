/** Bodies as they come from other programs: word processors, other sites, and people who type tags by hand. */

const WIDE = "W".repeat(400);

export const FOREIGN = {
  "word-processor": `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style><!--[if gte mso 9]><xml><o:p/></xml><![endif]--></head>
<body lang=DE-AT style='tab-interval:35.4pt'><div class=WordSection1><h1><span lang=EN-US>Report<o:p></o:p></span></h1>
<p class=MsoNormal style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]>First<o:p></o:p></p>
<table class=MsoTableGrid border=1 width="100%"><tr style='mso-yfti-irow:0'><td width="13%" colspan=3 valign=top><p class=MsoNormal>姓名</p></td><td rowspan=0>x</td></tr><tr></tr></table>
<v:shape id="x"><v:imagedata src="file:///C:/x.png"/></v:shape><p><a name="_Toc1"></a><a href="#_Toc1">x</a></p><st1:City w:st="on">Wien</st1:City></div></body></html>`,
  "shared-document": `<meta charset="utf-8"><b style="font-weight:normal" id="internal-1"><p dir="ltr" style="line-height:1.38"><span>Hi</span></p><br>
<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>a</span></p></li></ul>
<div dir="ltr" align="left"><table><colgroup><col width="100"><col></colgroup><tbody><tr style="height:0pt"><td><p>x</p></td></tr></tbody></table></div></b>`,
  "other-site": `<!-- wp:paragraph --><p class="has-drop-cap">Hello <img class="alignnone" src="https://old.example/a.jpg" srcset="https://old.example/a-300.jpg 300w" alt="x" width="1024" height="768"></p><!-- /wp:paragraph -->
<figure class="is-type-video"><div>https://www.youtube.com/watch?v=dQw4w9WgXcQ</div></figure><iframe src="https://www.youtube.com/embed/x"></iframe>
<blockquote class="quoted"><p lang="en" dir="ltr">t</p>&mdash; x <a href="https://t.example/x">y</a></blockquote><script async src="https://platform.example/widgets.js"></script>
<pre><code lang="php" class="language-php">&lt;?php echo 1;</code></pre><ol start="3" type="a" reversed><li value="9">x</li></ol><center><font color=red size=7>old</font></center>
<p><time datetime="yesterday">y</time> <time datetime="2020-13-45">z</time> <time datetime="2020-02-29">right</time> <time>free text</time></p>
<a href="/x"><div><h2>block in a link</h2><p>para</p><a href="/y">nested</a></div></a>`,
  "loose-parts": `<li>loose</li><dt>t</dt><dd>d</dd><tr><td>r</td></tr><caption>cap</caption><figcaption>fc</figcaption><summary>s</summary><rt>r</rt><source src="/a.mp4"><col><thead><tr><th>h</th></tr></thead>`,
  headings: `<h2></h2><h3><img src="/media/a.webp"></h3><h6>six</h6><h2>same</h2><h2>same</h2><h2>site-main</h2><h2>note 1</h2><h2>fn-1</h2><h2>🎉</h2>
<details><h2>in</h2></details><details><summary><h3>head</h3></summary></details><h2><p>p in h</p></h2><h2>${WIDE}</h2>`,
  tables: `<table><caption>c<table><tr><td>in</td></tr></table></caption><colgroup span=3><col span=0></colgroup><tr><th scope=row abbr=x>1</th><td colspan=9999 rowspan=70>2</td></tr></table>
<table></table><table><tbody></tbody></table><table><tr></tr></table><table><tr>${"<td>w</td>".repeat(120)}</tr></table>`,
  forms: `<form action="//evil.example"><input type=checkbox checked><input type=text value=x><button>b</button><select><option>o</select><textarea>t</textarea></form><label>l</label>
<ul class="tasks"><li><input type="checkbox"></li><li>no box</li></ul><p><input type=checkbox></p>`,
  media: `<video></video><video src="/media/x.mp4" width=0 height=99999999 poster="javascript:x"><source src="/media/y.mp4"><track src="x.vtt">fallback</video><audio src=x></audio>
<picture><source srcset="/a.webp 1x"><img src="/media/missing.webp"></picture><img><img src=""><img src="/media/a_500.webp" srcset="/media/a_500.webp 500w" width=abc height=-3>
<img src="//evil.example/x"><svg><a href="javascript:1"><text>x</text></a></svg><math><mi>x</mi></math><object data=x></object><embed src=x>`,
  attributes: `<p id=a class=b style="x" lang="xx-invalid-language" dir=sideways title=t>p</p><p lang="">e</p><p lang="de_DE">u</p><p lang="english">z</p><p lang="a-b-c-d">q</p><p lang="de-at">v</p>
<bdo>no dir</bdo><bdi dir=rtl>x</bdi><q cite="javascript:x">q</q><blockquote cite="x y">b</blockquote><del datetime="2020-01-01">d</del><ins datetime="nope" cite="/x">i</ins>
<a hreflang="zz-zz-zz-zz" href="/x">l</a><a href="">empty</a><a>nothing</a><a href="mailto:">m</a><a href="tel:">t</a><a href="https://">h</a><a href="https://exa mple.org/">sp</a>
<a href="https://ex.org/%zz|{}^\`">odd</a><a href="/a b">b</a><a href="#">frag</a><a href="#näh er">nf</a><a href="https://[::1]/">v6</a><a href="https://ex.org/?a=1&b=[2]">q</a><abbr title="">x</abbr>
<ol start="abc"><li>1</li></ol><ol start="-99999"><li>1</li></ol>`,
  nesting: `<b><p>block in inline</p></b><span><div>x</div></span><p><ul><li>x</li></ul></p><em><table><tr><td>x</td></tr></table></em><a href=/x><table><tr><td>t</td></tr></table></a>
<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby><ruby><rt>only</rt></ruby><sup><sup>x</sup></sup><code><pre>x</pre></code><pre><p>x</p></pre><dl><p>x</p><div><dt>a</dt></div></dl><dl></dl><ul></ul>
<ol>text</ol><ul><p>p</p><li>x</li><ul><li>nested wrong</li></ul></ul><figure><figcaption>a</figcaption><p>x</p><figcaption>b</figcaption></figure>${"<blockquote>".repeat(30)}x${"</blockquote>".repeat(30)}`,
  notes: `<p>a<span class="note">n <span class="footnote">in note</span><p>para</p><table><tr><td>t</td></tr></table></span></p><p><a href="/x">link<span class="footnote">f <a href="/y">inner</a></span></a></p>
<h2>H<span class="footnote">f in h</span></h2><table><tr><td>c<span class="note">n in cell</span></td></tr></table><section class="footnotes"><ol><li>one</li></ol><p>other</p></section>
<p><sup><a href="#fn-1">1</a></sup><sup><a href="#fn-99">99</a></sup><a href="#fn-1">again</a></p><section class="footnotes"><ol><li>two</li></ol></section>`,
  code: `<pre><code class="language-html">&lt;script&gt;alert(1)&lt;/script&gt;</code></pre><pre><code class="language-brainfuck">+++</code></pre><pre>no code <b>bold</b><br>x</pre>
<figure class=code><figcaption>a</figcaption></figure><figure class=code><pre><code>1</code></pre><pre>2</pre></figure>`,
  letters: `<p>\u202e\u2066\u200d\ufeff\u00ad\u0300</p><p>e${"\u0301".repeat(200)}</p><p>👩‍👩‍👧‍👦🏳️‍🌈</p><p>&#1;&#x1f;&#128;&#xFFFF;\ufffe</p>`,
  unbroken: `<p>${WIDE}</p><h2>${WIDE}</h2><ul><li>${WIDE}</li></ul><table><tr><td>${WIDE}</td></tr></table><pre>${WIDE}</pre><blockquote>${WIDE}</blockquote><p><span class="note">${WIDE}</span><code>${WIDE}</code></p>
<figure><img src="/media/x.webp" alt="${WIDE}"><figcaption>${WIDE}</figcaption></figure><dl><dt>${WIDE}</dt><dd>${WIDE}</dd></dl><details><summary>${WIDE}</summary></details>`,
  figures: `<figure class="pair"><img src="/media/a.webp" alt="x"></figure><figure class="pair"></figure><figure class="full">text</figure><figure class="wide"><figure class="wide"><img src="/media/a.webp" alt="x"></figure></figure>
<figure class="video"><a href="https://vimeo.com/76979871">v</a><a href="https://youtu.be/dQw4w9WgXcQ">w</a></figure><figure class="video">none</figure>
<figure class="video"><figcaption><a href="https://youtu.be/dQw4w9WgXcQ">cap</a></figcaption></figure>`,
  terms: `<dl><dd>first</dd><dt>t</dt><dd>d</dd><div>beside</div><dt>left over</dt></dl><dl><div><dt>g</dt><dd>h</dd></div><dt>mixed</dt><dd>in</dd></dl><dl><dt>only</dt></dl><dl><dd>only</dd></dl>
<dl><dt><h3>heading</h3></dt><dd>x</dd>loose</dl><div><dt>in a box</dt><dd>y</dd></div><dl lang="de"><dt>Wort</dt></dl><p><dfn>a <dfn>b</dfn></dfn></p>`,
  parts: `<table><tfoot><tr><td>foot</td></tr></tfoot><tbody><tr><td>1</td></tr></tbody><thead><tr><th><h3>head</h3></th></tr></thead><thead><tr><td>2</td></tr></thead><caption>a</caption><caption>b</caption></table>
<video><source src="/media/a.mp4">old<source src="/media/b.webm"></video><video src="/media/c.mp4"><source src="/media/d.mp4"></video><video><source>no file</video><h2>A <video src="/media/e.mp4"></video></h2>
<ruby>only</ruby><ruby>a<rp>(</rp></ruby><ruby>b<rt>c</rt><p>d</p></ruby><ul><li>1${"<ul><li>x".repeat(24)}${"</ul>".repeat(24)}</ul><ul class="tasks"><li>${"<input type=checkbox>t<ul class=tasks><li>".repeat(12)}<input type=checkbox>u${"</ul>".repeat(12)}</ul>`,
};
