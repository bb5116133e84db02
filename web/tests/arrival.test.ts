import assert from "node:assert/strict";
import { test } from "node:test";
import { arrived, isNext } from "../admin/content/arrival.ts";
import { emptyForm } from "../admin/content/item.ts";
import { within } from "../admin/content/saving.ts";
import { randomName } from "../admin/http/random.ts";

const there = { ...emptyForm("s"), title: "T", body: "<p>x</p>", summary: "made", tags: ["a"], is_published: true, published_at: "2026-01-02T03:04:05Z" };

const base = { ...there, title: "Before", is_published: false, published_at: null };

test("a change has arrived when the item is what it was, with that change made to it", () => {
  assert.ok(arrived({ title: "T", is_published: true }, base, there));
  assert.ok(arrived({ title: "T", is_published: true, published_at: "2026-01-02T03:04:05.000Z" }, base, there), "one moment in two spellings");
  assert.ok(arrived({ title: "T", is_published: true, body: "<p>x</p>\n" }, { ...base, body: "<p>old</p>", summary: "of old" }, there), "markup in the service's own way, and what it derives");
  assert.ok(!arrived({ title: "U", is_published: true }, base, there));
  assert.ok(!arrived({ title: "T" }, base, there), "somebody has published it");
  assert.ok(!arrived({ title: "T", is_published: true }, { ...base, body: "<p>old</p>" }, there), "somebody has written another text");
  assert.ok(!arrived({ title: "T", is_published: true }, { ...base, tags: [] }, there), "somebody has changed the tags");
});

test("what was emptied has arrived unless it is as it was", () => {
  const cover = { ...there, image_url: "/a.webp" };
  assert.ok(arrived({ image_url: null }, cover, { ...there, image_url: null }));
  assert.ok(arrived({ image_url: null }, cover, { ...there, image_url: "/of-the-text.webp" }), "the service takes one from the text");
  assert.ok(!arrived({ image_url: null }, cover, cover));
  const dated = { ...there, started_on: "2020" };
  assert.ok(arrived({ started_on: null }, dated, { ...there, started_on: "" }));
  assert.ok(!arrived({ started_on: null }, dated, dated));
});

test("only the very next write can be one's own", () => {
  assert.ok(isNext('"v4-abc"', '"v5-def"'));
  for (const [before, now] of [['"v4-a"', '"v4-b"'], ['"v4-a"', '"v6-b"'], [null, '"v1"'], ['"v1"', null]] as const) assert.ok(!isNext(before, now));
});

test("nobody waits for ever", async () => {
  assert.equal(await within(5, new Promise(() => undefined)), false);
  assert.equal(await within(60_000, Promise.resolve(true)), true);
});

test("names differ and are had without a secure page", () => {
  const names = new Set(Array.from({ length: 100 }, randomName));
  assert.equal(names.size, 100);
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
});
