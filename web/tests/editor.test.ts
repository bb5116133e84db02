import assert from "node:assert/strict";
import { test } from "node:test";
import { type Command, EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import { readBody } from "../admin/editor/body/read.ts";
import { writeBody } from "../admin/editor/body/write.ts";
import { caretOf, placeOf } from "../admin/editor/caret.ts";
import { insertTable, pairWithNext } from "../admin/editor/block-commands.ts";
import { leaveCaption } from "../admin/editor/commands.ts";
import { heading, list, note, quote, toggleStrong } from "../admin/editor/formatting.ts";
import { removeLink, setLink } from "../admin/editor/link-commands.ts";
import { rules } from "../admin/editor/rules.ts";
import { textKeys } from "../admin/editor/keys.ts";
import { offersFor } from "../admin/editor/offers.ts";
import { slashAt } from "../admin/editor/slash.ts";
import { measure } from "../admin/editor/words.ts";

/** A body in which `|` is the caret, or two of them the selection. */
function state(html: string): EditorState {
  const doc = readBody(html);
  const carets: number[] = [];
  doc.descendants((node, pos) => {
    if (node.isText) for (const match of (node.text ?? "").matchAll(/\|/g)) carets.push(pos + match.index);
  });
  let made = EditorState.create({ doc });
  for (const [index, at] of carets.entries()) made = made.apply(made.tr.delete(at - index, at - index + 1));
  const [from = 1, to = from + 1] = carets;
  return made.apply(made.tr.setSelection(TextSelection.create(made.doc, from, carets.length > 1 ? to - 1 : from)));
}

function after(html: string, ...commands: Command[]): string {
  let now = state(html);
  for (const command of commands) command(now, (tr) => (now = now.apply(tr)));
  return writeBody(now.doc);
}

/** Types letter by letter, as the plugin for input rules sees it. */
function typed(html: string, text: string): string {
  let now = state(html);
  for (const letter of text) {
    const { from, to, $from } = now.selection;
    const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 500), $from.parentOffset, null, "\ufffc") + letter;
    let made = null;
    if (!$from.parent.type.spec.code) {
      for (const rule of rules as unknown as { match: RegExp; handler: (...args: unknown[]) => EditorState["tr"] | null }[]) {
        const match = rule.match.exec(before);
        if (match && match[0].length >= 1) made = rule.handler(now, match, from - (match[0].length - letter.length), to);
        if (made) break;
      }
    }
    now = now.apply(made ?? now.tr.insertText(letter, from, to));
  }
  return writeBody(now.doc);
}

test("signs at the start of a line", () => {
  assert.equal(typed("<p>|</p>", "## Title"), "<h2>Title</h2>");
  assert.equal(typed("<p>|</p>", "### Title"), "<h3>Title</h3>");
  assert.equal(typed("<p>|</p>", "# Title"), "<h2>Title</h2>");
  assert.equal(typed("<p>|</p>", "> said"), "<blockquote><p>said</p></blockquote>");
  assert.equal(typed("<p>|</p>", "- one"), "<ul><li>one</li></ul>".replace("<li>one</li>", "<li><p>one</p></li>"));
  assert.match(typed("<p>|</p>", "3. three"), /^<ol start="3"><li>/);
  assert.equal(typed("<p>|</p>", "[ ] do"), '<ul class="tasks"><li><input type="checkbox" disabled=""><p>do</p></li></ul>');
  assert.equal(typed("<p>|</p>", "- [x] done"), '<ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>done</p></li></ul>');
  assert.equal(typed("<p>|</p>", "```rust let"), '<pre><code class="language-rust">let</code></pre>');
  assert.equal(typed("<p>|</p>", "---after"), "<hr>\n<p>after</p>");
});

test("signs around words", () => {
  assert.equal(typed("<p>|</p>", "a **b** c"), "<p>a <strong>b</strong> c</p>");
  assert.equal(typed("<p>|</p>", "a *b* c"), "<p>a <em>b</em> c</p>");
  assert.equal(typed("<p>|</p>", "_b_ c"), "<p><em>b</em> c</p>");
  assert.equal(typed("<p>|</p>", "`x` y"), "<p><code>x</code> y</p>");
  assert.equal(typed("<p>|</p>", "~~x~~ ==y=="), "<p><s>x</s> <mark>y</mark></p>");
  assert.equal(typed("<p>|</p>", "snake_case_name 2*3*4"), "<p>snake_case_name 2*3*4</p>");
  assert.equal(typed("<p>|</p>", "[me](/about) and"), '<p><a href="/about">me</a> and</p>');
  assert.equal(typed("<p>|</p>", "[x](javascript:1)"), "<p>[x](javascript:1)</p>");
  assert.equal(typed("<p>|</p>", "so -- “on” ..."), "<p>so – “on” …</p>");
});

test("no rule applies in code", () => {
  assert.equal(typed("<pre>|</pre>", "# **a**"), "<pre># **a**</pre>");
});

test("blocks change their kind and change back", () => {
  assert.equal(after("<p>a|b</p>", heading(2)), "<h2>ab</h2>");
  assert.equal(after("<h2>a|b</h2>", heading(2)), "<p>ab</p>");
  assert.equal(after("<p>a|b</p>", quote, quote), "<p>ab</p>");
  assert.equal(after("<ul><li>a|b</li><li>c</li></ul>", list("ordered_list")), "<ol><li>ab</li><li>c</li></ol>");
  assert.equal(after("<p>a|b</p>", list("task_list")), '<ul class="tasks"><li><input type="checkbox" disabled=""><p>ab</p></li></ul>');
});

test("Enter goes on in a list, ends it, leaves a caption and a heading", () => {
  const enter = textKeys["Enter"] as Command;
  assert.equal(after("<ul><li>a|</li></ul>", enter), "<ul><li>a</li><li></li></ul>");
  assert.equal(after("<ul><li>a|</li></ul>", enter, enter), "<ul><li>a</li></ul>\n<p></p>");
  assert.equal(after('<figure><img src="/a.webp" alt=""><figcaption>c|</figcaption></figure><p>b</p>', leaveCaption, toggleStrong).includes("<p>b</p>"), true);
  assert.equal(after("<h2>a|</h2>", enter), "<h2>a</h2>\n<p></p>");
  assert.equal(after('<ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>a|</p></li></ul>', enter), '<ul class="tasks"><li><input type="checkbox" disabled="" checked=""><p>a</p></li><li><input type="checkbox" disabled=""><p></p></li></ul>');
});

test("links are set, changed and taken away whole", () => {
  assert.equal(after("<p>a |word| b</p>", setLink("/x", "")), '<p>a <a href="/x">word</a> b</p>');
  assert.equal(after('<p>a <a href="/x">wo|rd</a> b</p>', setLink("/y", "")), '<p>a <a href="/y">word</a> b</p>');
  assert.equal(after('<p>a <a href="/x">w<em>o|r</em>d</a> b</p>', removeLink), "<p>a w<em>or</em>d b</p>");
  assert.equal(after("<p>a| b</p>", setLink("/x", "here")), '<p>a<a href="/x">here</a> b</p>');
});

test("notes, tables and pairs", () => {
  assert.equal(after("<p>a|b</p>", note("note")), '<p>a<span class="note">Side note</span>b</p>');
  assert.equal(after("<p>a |b| c</p>", note("footnote")), '<p>a <span class="footnote">b</span> c</p>');
  assert.equal(after("<p>|</p>", insertTable(2, 2)), '<table><thead><tr><th scope="col"></th><th scope="col"></th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>\n<p></p>');
  const figure = '<figure><img src="/a.webp" alt=""></figure>';
  const two = state(figure + figure);
  let now = two.apply(two.tr.setSelection(NodeSelection.create(two.doc, 0)));
  assert(pairWithNext(now, (tr) => (now = now.apply(tr))));
  assert.equal(writeBody(now.doc), `<figure class="pair">${figure}${figure}</figure>`);
});

test("the slash menu", () => {
  assert.deepEqual(slashAt(state("<p>words /pic|</p>")), { from: 7, to: 11, query: "pic" });
  assert.equal(slashAt(state("<p>and/or|</p>")), null);
  assert.equal(slashAt(state("<pre>/x|</pre>")), null);
  assert.equal(offersFor("")[0]?.name, "Heading");
  assert.equal(offersFor("pho")[0]?.name, "Picture");
  assert.equal(offersFor("note")[0]?.name, "Side note");
  assert.deepEqual(offersFor("zzz"), []);
});

test("words are counted, and signs of scripts without blanks", () => {
  assert.deepEqual(measure("It's one well-known word, 3.5 times."), { words: 6, minutes: 1 });
  assert.equal(measure("川は低い").words, 4);
  assert.deepEqual(measure("  "), { words: 0, minutes: 0 });
  assert.equal(measure("word ".repeat(460)).minutes, 2);
});

test("a caret is found again where others have written before it, and among words that repeat", () => {
  const before = EditorState.create({ doc: readBody("<p>First.</p><p>Again.</p><p>Again.</p>") });
  const at = (state: EditorState, pos: number): EditorState => state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos)));
  // Behind the second "Again."
  const caret = caretOf(at(before, 23));
  assert.deepEqual([caret.words, caret.offset], ["Again.", 6]);
  const after = readBody("<p>First, by others.</p><p>Again.</p><p>Again.</p>");
  const place = placeOf(after, caret);
  assert.deepEqual([place.$head.parent.textContent, place.$head.parentOffset], ["Again.", 6]);
  // Its block is gone: near to where it was, and never beyond the end.
  assert.equal(placeOf(readBody("<p>x</p>"), caret).$head.parent.textContent, "x");
});
