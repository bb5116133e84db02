import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyForm, type ItemForm } from "../admin/content/item.ts";
import { isEmpty, isThere, itemOf } from "../admin/content/spare.ts";

const stored: ItemForm = { ...emptyForm("s1"), title: "A walk", slug: "a-walk", body: "<p>One &amp; two</p>\n", summary: "One", tags: ["hills"], is_published: true, published_at: "2026-01-01T00:00:00Z" };

test("a draft that says what is stored holds nothing, however its markup is written", () => {
  assert.ok(isThere({ ...stored, tags: [...stored.tags] }, stored));
  assert.ok(isThere({ ...stored, body: "<p>One &amp; two</p>" }, stored));
  assert.ok(isThere({ ...stored, is_published: false, published_at: null }, stored), "a draft says nothing about its publication");
});

test("one letter, one tag, one detail that is not stored keeps it", () => {
  const others: Partial<ItemForm>[] = [
    { title: "A walk." }, { body: "<p>One &amp; two!</p>" }, { body: "<p><em>One</em> &amp; two</p>" }, { tags: [] }, { tags: ["hills", "rain"] }, { summary: "" }, { slug: "walk" }, { featured: true },
    { image_alt: "Hills" }, { section_id: null }, { caption: "x" }, { links: [{ title: "a", url: "/b" }] },
  ];
  for (const other of others) assert.ok(!isThere({ ...stored, ...other }, stored), JSON.stringify(other));
});

test("what the service has made anew of the text is no word of the draft", () => {
  const base = { ...stored, body: "<p>One</p>", summary: "One" };
  const draft = { ...base, body: "<p>One &amp; two</p>" };
  assert.ok(isThere(draft, { ...stored, summary: "One & two" }, base));
  assert.ok(!isThere({ ...draft, summary: "By hand" }, { ...stored, summary: "One & two" }, base));
  assert.ok(!isThere({ ...draft, body: "<p>One &amp; three</p>" }, stored, base));
});

test("a new text is empty when nobody has written in it", () => {
  assert.ok(isEmpty(emptyForm("s1")));
  assert.ok(isEmpty({ ...emptyForm(null), title: " \u200b" }));
  for (const word of [{ title: "a" }, { body: "<p>a</p>" }, { tags: ["a"] }, { summary: "a" }]) assert.ok(!isEmpty({ ...emptyForm(null), ...word }), JSON.stringify(word));
});

test("names of items are told from those of new ones", () => {
  assert.deepEqual(itemOf("story:0198"), { type: "story", id: "0198" });
  for (const name of ["new:story:", "new:story::Title", "story:", "poem:1", ""]) assert.equal(itemOf(name), null, name);
});
